// Refusals that are worded once for all things that administrators make: what is malformed, unknown, taken, or one too
// many. `code` is the family, `field` or `noun` says of what.
import { allowedIn } from '../fields/allowed.ts'
import { type Changes, type Fields, type Values, withInitial } from '../fields/field.ts'
import { type RuleName, rules } from '../fields/rules.ts'
import { type NounName, nounOf } from './nouns.ts'
import { Refused } from './refusal.ts'

/** The thing does not exist, which may be the member `value` of a list. */
export const noSuch = (noun: NounName, value?: string): Refused =>
  new Refused('unknown', { noun, sentence: `The ${nounOf(noun).one} does not exist.`, value })

/** Another one has the name. */
export function taken(noun: NounName, cause?: unknown): Refused {
  const { one, key = 'name' } = nounOf(noun)
  const sentence = `A ${one} with this ${key} already exists. Choose another ${key}.`
  return new Refused('taken', { noun, field: key, sentence, cause })
}

/** Another one has got the name since this one was deleted. */
export function takenSince(noun: NounName, cause?: unknown): Refused {
  const { one, key = 'name' } = nounOf(noun)
  const sentence = `Another ${one} has this ${key} by now. Delete it first, which can be undone, too.`
  return new Refused('taken', { noun, field: key, sentence, cause })
}

/** There are as many as there may be. */
export const tooMany = (noun: NounName, limit: number): Refused =>
  new Refused('too_many', {
    noun,
    allowed: `at most ${limit}`,
    sentence: `There are already ${limit} ${nounOf(noun).many}. Remove one first.`,
  })

/** The field takes something else: `allowed` says what, after "Use". `more.field` is its name in requests if they have another. */
export const malformed = (
  field: string,
  allowed: string,
  more: { field?: string; rule?: RuleName | undefined; cause?: unknown; value?: string | undefined } = {},
) =>
  new Refused('malformed', {
    field,
    allowed,
    sentence: `The ${wordsOf(field)} is not allowed. Use ${allowed}.`,
    ...more,
  })

/** Throws Refused `malformed` unless the text, which may be the member `value` of a list, keeps the rule, or is missing. */
export function requireRule(
  rule: RuleName,
  field: string,
  text: string | null | undefined,
  value?: string,
): void {
  const { allowed, keeps } = rules[rule]
  if (typeof text === 'string' && !keeps(text)) throw malformed(field, allowed, { rule, value })
}

/** Checks the rules of texts and words, and the bounds of numbers and lists. Throws Refused `malformed`. */
export function requireRules<F extends Fields>(fields: F, given: Changes<F>): void {
  for (const [name, field] of Object.entries(fields)) {
    const { rule, type, min = 0, max = Number.POSITIVE_INFINITY } = field
    const value: unknown = given[name]
    if (Array.isArray(value)) {
      if (value.length > max) throw malformed(name, `at most ${max} entries`)
      if (rule) for (const member of value) requireRule(rule, name, member, member)
    } else if (rule) requireRule(rule, name, value as string | null | undefined)
    if (type !== 'number' || value === undefined || value === null) continue
    const isWithin = Number.isInteger(value) && (value as number) >= min && (value as number) <= max
    if (!isWithin) throw malformed(name, allowedIn(field))
  }
}

/** Returns what a new thing has. Throws Refused `malformed` also if something that it must have is missing. */
export function newValues<F extends Fields>(fields: F, given: Changes<F>): Values<F> {
  const values = withInitial(fields, given)
  for (const [name, field] of Object.entries(fields)) {
    if (field.isRequired && values[name] === undefined) throw malformed(name, allowedIn(field))
  }
  requireRules(fields, values)
  return values
}

/** The words for fields whose names in requests do not read as words. */
const called: Readonly<Record<string, string>> = {
  client_name: 'name',
  events: 'list of events',
  groups: 'list of groups',
  ip: 'address',
  names: 'pattern of names',
  redirect_uris: 'list of redirect URIs',
  post_logout_redirect_uris: 'list of addresses after signing out',
}

/** Returns `textures key` for `texturesKey`. */
const wordsOf = (field: string): string =>
  called[field] ?? field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
