// The passages that the prose check looks at: lines of a document, comments and texts of a source file.

export interface Passage {
  /** The first line of it, counted from 1. */
  readonly line: number
  readonly text: string
  readonly kind: 'document' | 'comment' | 'doc comment' | 'text' | 'title'
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** Each line of a document without its code, addresses, links and titles of tests, so that only our own sentences remain. */
export function passagesOfDocument(text: string): Passage[] {
  return text
    .replaceAll(/^```.*?^```$/gms, blank)
    .replaceAll(/<!--.*?-->/gs, blank)
    .replaceAll(/(`+).+?\1/g, blank)
    .replaceAll(/\]\([^)]*\)/g, blank)
    .replaceAll(/https?:\/\/\S+/g, blank)
    .replaceAll(/test\/\S+\.test\.ts: [^|<\n]*/g, blank)
    .replaceAll(/"[^"\n]*"|“[^”\n]*”/g, blank)
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line, kind: 'document' }))
}

/** Matches the title of a test or a suite, and the rule of a fault; template literals included. */
const titles =
  /(?:\b(?:test|describe|it|onEveryDatabase|attackBoth|attackStored)\(\s*|\brule: )(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>,/gsu

/**
 * Returns the comments of a TypeScript file without their asterisks, the strings that begin like a sentence, and the
 * titles of tests.
 */
export function passagesOfCode(text: string): Passage[] {
  const lineOf = (index: number): number => text.slice(0, index).split('\n').length
  const passages: Passage[] = []
  for (const found of text.matchAll(/\/\*\*(.*?)\*\/|^[ \t]*((?:\/\/[^\n]*\n[ \t]*)+)/gms)) {
    const [, doc, lines = ''] = found
    const plain = (doc ?? lines)
      .replaceAll(/^\s*(?:\*|\/\/) ?/gm, '')
      .replaceAll(/`[^`]*`|"[^"]*"/g, blank)
      .replaceAll(/\s+/g, ' ')
      .trim()
    passages.push({
      line: lineOf(found.index),
      text: plain,
      kind: doc === undefined ? 'comment' : 'doc comment',
    })
  }
  for (const { 1: quote, 2: sentence = '', index } of text.matchAll(/(['"`])(\p{Lu}\p{Ll}*[ ’'].*?)\1/gu)) {
    if (quote !== undefined) passages.push({ line: lineOf(index), text: sentence, kind: 'text' })
  }
  for (const { groups, index } of text.matchAll(titles)) {
    const title = (groups?.['title'] ?? '').replaceAll(/\$\{[^}]*\}/g, '…')
    passages.push({ line: lineOf(index), text: title, kind: 'title' })
  }
  return passages
}
