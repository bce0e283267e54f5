// Formats numbers and instants in the user's language, using the runtime's own tables.

/**
 * Returns a function that formats an instant for people, in UTC, because the server does not know the visitor's time
 * zone.
 */
export const instantIn = (language: string): ((instant: number) => string) => {
  const format = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
  )
  return (instant) => `${format().format(instant)} UTC`
}

/**
 * Returns a function that formats a count with its noun: `plural('en', { one: 'minute', other: 'minutes' })(2)` is "2
 * minutes".
 */
export const pluralIn = (
  language: string,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
) => {
  const rules = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(language)
  return (count: number): string => `${number.format(count)} ${forms[rules.select(count)] ?? forms.other}`
}

/** Returns a function that formats a number for people: `12,345`. */
export const numberIn = (language: string): ((count: number) => string) => {
  const format = new Intl.NumberFormat(language)
  return (count) => format.format(count)
}

/**
 * Returns the member of `known` that a language code means: `zh-Hans-CN` and `zh` mean `zh-CN`. Returns undefined if
 * there is none.
 */
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
export const shortInstantIn = (language: string): ((instant: number) => string) => {
  const format = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  )
  return (instant) => format().format(instant)
}

/** Calls `make` on first use only. There are dozens of formatters, for all languages. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
