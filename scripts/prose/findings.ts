import { commentStart, type Pattern, patterns, titlePatterns } from './patterns.ts'
import { type Passage, passagesOfCode, passagesOfDocument } from './read.ts'

export interface Finding {
  /** Counted from 1. */
  readonly line: number
  readonly words: string
  readonly instead: string
}

/** Every place of a document (`.md`) or source file where a pattern matches, by line. */
export function findingsIn(file: string, text: string): Finding[] {
  const isTest = file.endsWith('.test.ts')
  const passages = file.endsWith('.md')
    ? passagesOfDocument(text)
    : // Tests quote the texts of src, which are checked there.
      passagesOfCode(text).filter(({ kind }) => !(isTest && kind === 'text'))
  return passages.flatMap(({ line, text, kind }) =>
    patternsFor(kind).flatMap(({ find, instead }) =>
      [...text.matchAll(find)].map(([words]) => ({ line, words: words.trim(), instead })),
    ),
  )
}

function patternsFor(kind: Passage['kind']): readonly Pattern[] {
  if (kind === 'doc comment') return [...patterns, commentStart]
  return kind === 'title' ? [...patterns, ...titlePatterns] : patterns
}
