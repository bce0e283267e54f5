import { dateIn, dayIn, instantIn, numberIn, pluralCategoryIn, shortInstantIn } from '../lib/text/intl.ts'
import type { Language } from './languages.ts'

/** A text with placeholders (`{name}`), or its forms: by plural category, by a number itself, or by what it is about. */
export type Entry = string | Readonly<Record<string, string>>

/** An instant, in epoch milliseconds, and how precisely it is written. */
interface Moment {
  at: number
  as: 'date' | 'day' | 'instant' | 'short'
}

/**
 * The values of placeholders. Numbers and moments are written as the language writes them. `form` chooses among the
 * forms of a text; without one, the first number does.
 */
export type Values = Readonly<Record<string, string | number | Moment>>

/** The day and the month, for charts. */
export const date = (at: number): Moment => ({ at, as: 'date' })
export const day = (at: number): Moment => ({ at, as: 'day' })
/** In full, with "UTC". */
export const instant = (at: number): Moment => ({ at, as: 'instant' })
/** For tables whose heading says that times are in UTC. */
export const short = (at: number): Moment => ({ at, as: 'short' })

/** Returns a text with its values filled in. */
export const say = (language: Language, entry: Entry, values: Values = {}): string =>
  piecesOf(chosen(language, entry, values))
    .map((piece, at) => (at % 2 === 0 ? piece : valueOf(language, piece, values)))
    .join('')

/** Each text once, split at its placeholders: every second piece is the name of a value. */
const split = new Map<string, readonly string[]>()

function piecesOf(text: string): readonly string[] {
  const known = split.get(text)
  if (known) return known
  const pieces = text.split(/\{(\w+)\}/)
  split.set(text, pieces)
  return pieces
}

function valueOf(language: Language, name: string, values: Values): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return value === undefined ? `{${name}}` : written(language, value)
}

function chosen(language: Language, entry: Entry, values: Values): string {
  if (typeof entry === 'string') return entry
  const { form } = values
  if (typeof form === 'string') return entry[form] ?? ''
  const count = Object.values(values).find((value) => typeof value === 'number') ?? 0
  return entry[count] ?? entry[formats(language).plural(count)] ?? entry['other'] ?? ''
}

/** Returns a value as the language writes it. */
export function written(language: Language, value: Values[string]): string {
  if (typeof value === 'string') return isolated(value)
  const format = formats(language)
  return typeof value === 'number' ? format.number(value) : format[value.as](value.at)
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Keeps a value with Arabic or Hebrew letters from reordering the sentence around it (Unicode FSI and PDI). */
const isolated = (value: string): string => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value)

/** Returns a sentence for a terminal or a program, without the marks around right-to-left values. */
export const withoutIsolates = (sentence: string): string => sentence.replaceAll(/[\u2068\u2069]/g, '')

const made = new Map<Language, ReturnType<typeof formatsIn>>()

function formats(language: Language) {
  const known = made.get(language) ?? formatsIn(language)
  made.set(language, known)
  return known
}

const formatsIn = (language: Language) => ({
  date: dateIn(language),
  day: dayIn(language),
  instant: instantIn(language),
  short: shortInstantIn(language),
  number: numberIn(language),
  plural: pluralCategoryIn(language),
})
