// A row of docs/limits.md, and a template for its limit.
import type { Value } from './values.ts'

export interface Limit {
  readonly what: string
  readonly text: string
  /** The source files and settings that set it, each once. */
  readonly where: readonly string[]
  readonly reason: string
  /** The answer to a request past it, for docs/protocol/conventions.md; undefined for limits that are not on that page. */
  readonly past: string | undefined
}

export interface LimitGroup {
  readonly heading: string
  readonly introduction: string
  readonly limits: readonly Limit[]
}

interface Sentence {
  readonly text: string
  readonly where: readonly string[]
}

export function row(what: string, { text, where }: Sentence, reason: string, past?: string): Limit {
  return { what, text, where: [...new Set(where)], reason, past }
}

/** Tags a template whose values come from the code. */
export function is(texts: TemplateStringsArray, ...values: Value[]): Sentence {
  return {
    text: String.raw({ raw: texts }, ...values.map(({ text }) => text)),
    where: values.map(({ where }) => where),
  }
}
