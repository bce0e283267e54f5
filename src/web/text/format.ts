/** An instant as people write it, in UTC: the server does not know where its visitor is. */
export const instantIn = (language: string): ((instant: number) => string) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return (instant) => `${format.format(instant)} UTC`
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
