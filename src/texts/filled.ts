import type { Language } from './languages.ts'
import { type Entry, say, type Values, written } from './say.ts'

/** The texts that have values: for each a function that names the values which a caller gives in order. */
export interface Naming {
  readonly [name: string]: Naming | ((...given: never[]) => Values)
}

/** Texts as callers use them: those that have values are functions. */
export type Filled<Texts, Names> = {
  [Name in keyof Texts | keyof Names]: Name extends keyof Names
    ? Names[Name] extends (...given: infer Given) => Values
      ? (...given: Given) => string
      : Filled<Name extends keyof Texts ? Texts[Name] : unknown, Names[Name]>
    : Name extends keyof Texts
      ? Texts[Name]
      : never
}

/** Makes functions of the texts that have values. One that no file has is its first value alone, such as an instant. */
export function filled<Texts, Names extends Naming>(
  language: Language,
  texts: Texts,
  naming: Names,
): Filled<Texts, Names> {
  const whole: Record<string, unknown> = { ...(texts as object) }
  for (const [name, named] of Object.entries(naming)) {
    const entry = whole[name]
    if (typeof named !== 'function') {
      whole[name] = filled(language, entry, named)
      continue
    }
    whole[name] = (...given: never[]): string => {
      const values = named(...given)
      return entry === undefined
        ? written(language, Object.values(values)[0] ?? '')
        : say(language, entry as Entry, values)
    }
  }
  return whole as Filled<Texts, Names>
}
