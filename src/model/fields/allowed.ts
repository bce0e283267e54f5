import { listedWords } from '../../lib/text/listed-words.ts'
import type { Field } from './field.ts'
import { ruleOf } from './rules.ts'

/** The texts for true and false, in commands and stored settings. */
export const states = ['on', 'off'] as const

/** Returns what a field takes, after "Use". Empty if it takes any text. */
export function allowedIn({ type, rule, min = 0, max = 0, choices = [] }: Field<unknown>): string {
  if (type === 'number') return `a whole number from ${min} to ${max}`
  if (type === 'boolean') return listedWords(states, 'or')
  if (type === 'choice') return listedWords(choices, 'or')
  return rule === undefined ? '' : ruleOf(rule).allowed
}
