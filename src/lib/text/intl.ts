// Formats numbers and instants in the user's language, using the runtime's own tables. There are dozens of formatters,
// for all languages, so each is made on first use.
import { dayMs } from '../measure/units.ts'
import { onFirstUse } from '../process/on-first-use.ts'

/** Returns a function that formats an instant for people, in UTC, because the visitor's time zone is unknown. */
export const instantIn = (language: string): ((instant: number) => string) => {
  const format = inUtc(language, { dateStyle: 'long', timeStyle: 'short' })
  return (instant) => `${format(instant)} UTC`
}

function inUtc(language: string, style: Intl.DateTimeFormatOptions): (instant: number) => string {
  const format = onFirstUse(() => new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }))
  return (instant) => format().format(instant)
}

/** Returns a function that formats a date in full, in UTC. */
export const dayIn = (language: string) => inUtc(language, { dateStyle: 'long' })

/** Returns a function that formats the day and the month of an instant, in UTC. */
export const dateIn = (language: string) => inUtc(language, { day: 'numeric', month: 'short' })

/** The beginning of a Monday. */
const monday = Date.UTC(1970, 0, 5)
const days = new Map<string, readonly string[]>()

/** Returns the short names of the days of the week, from Monday. */
export function weekdaysIn(language: string): readonly string[] {
  const known = days.get(language)
  if (known) return known
  const nameOf = inUtc(language, { weekday: 'short' })
  const names = Array.from({ length: 7 }, (_, day) => nameOf(monday + day * dayMs))
  days.set(language, names)
  return names
}

/** Returns a function that tells which form of a noun a number takes: `one` for 1 and 21 in Russian. */
export const pluralCategoryIn = (language: string): ((count: number) => Intl.LDMLPluralRule) => {
  const rules = onFirstUse(() => new Intl.PluralRules(language))
  return (count) => rules().select(count)
}

/** Returns a function that formats a number for people: `12,345`. */
export const numberIn = (language: string): ((count: number) => string) => {
  const format = onFirstUse(() => new Intl.NumberFormat(language))
  return (count) => format().format(count)
}

/** Returns the member of `known` that a language code means: `zh-Hans-CN` and `zh` mean `zh-CN`. Or undefined. */
export function nearestOf<Language extends string>(
  known: readonly Language[],
  code: string,
): Language | undefined {
  const wanted = code.trim().toLowerCase()
  const [primary = ''] = wanted.split('-')
  return (
    known.find((language) => language.toLowerCase() === wanted) ??
    known.find((language) => language.split('-')[0] === primary)
  )
}

/** Returns a function that formats an instant briefly, for tables whose heading says that times are in UTC. */
export const shortInstantIn = (language: string) =>
  inUtc(language, { dateStyle: 'medium', timeStyle: 'short' })
