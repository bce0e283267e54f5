import { commentStart, patterns } from './patterns.ts'
import { passagesOfCode, passagesOfDocument } from './read.ts'

export interface Finding {
  /** Counted from 1. */
  readonly line: number
  readonly words: string
  readonly instead: string
}

/** Every place of a document (`.md`) or source file where a pattern matches, by line. */
export function findingsIn(file: string, text: string): Finding[] {
  const passages = file.endsWith('.md') ? passagesOfDocument(text) : passagesOfCode(text)
  return passages.flatMap(({ line, text, kind }) =>
    (kind === 'doc comment' ? [...patterns, commentStart] : patterns).flatMap(({ find, instead }) =>
      [...text.matchAll(find)].map(([words]) => ({ line, words: words.trim(), instead })),
    ),
  )
}
