// Words that depend on numbers and instants, by the runtime's own tables.

/** An instant as people write it, in UTC: the server does not know where its visitor is. */
export const instantIn = (language: string): ((instant: number) => string) => {
  const format = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
  )
  return (instant) => `${format().format(instant)} UTC`
}

/** Words of a number: `plural('en', { one: 'minute', other: 'minutes' })(2)` is "2 minutes". */
export const pluralIn = (
  language: string,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
) => {
  const rules = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(language)
  return (count: number): string => `${number.format(count)} ${forms[rules.select(count)] ?? forms.other}`
}

/** A number as people read it: `12,345`. */
export const numberIn = (language: string): ((count: number) => string) => {
  const format = new Intl.NumberFormat(language)
  return (count) => format.format(count)
}

/** The one of `known` that a language code means: `zh-Hans-CN` and `zh` are `zh-CN`. Undefined for others. */
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

/** For tables, which say once that it is UTC. */
export const shortInstantIn = (language: string): ((instant: number) => string) => {
  const format = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  )
  return (instant) => format().format(instant)
}

/** Made when it is first used: there are dozens, of all languages. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
