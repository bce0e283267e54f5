// The options of fields that are described in src/model/fields.
import { listedWords } from '../../lib/text/listed-words.ts'
import type { Changes, Field, Fields } from '../../model/fields/field.ts'
import { type OptionSpec, UsageError, type Values } from './command.ts'

type OptionSpecs = Readonly<Record<string, OptionSpec>>

/** Returns the name as an option has it: `groups-property` for `groupsProperty`. */
const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const withoutOf = (name: string): string => `no-${kebab(name)}`

/** Returns an option for each field. Read them with `fromOptions`. */
export const optionsOf = (fields: Fields): OptionSpecs =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [field.option ?? kebab(name), specOf(field)]),
  )

/** Returns the options that set fields to null, or to no words, for a command that changes something. */
export const withoutOptionsOf = (fields: Fields): OptionSpecs =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { without }]) =>
      without === undefined ? [] : [[withoutOf(name), { meaning: without }]],
    ),
  )

const states = ['on', 'off'] as const

function specOf({ type, meaning, placeholder, initial, choices }: Field<unknown>): OptionSpec {
  const value = placeholder
  if (type === 'words') return { value, multiple: true, meaning: `${meaning}; may be repeated` }
  const taken = type === 'boolean' ? states : choices
  if (taken === undefined) return { value, meaning }
  const usual = typeof initial === 'boolean' ? states[initial ? 0 : 1] : initial
  const byDefault = typeof usual === 'string' ? `; ${usual} by default` : ''
  return { value, choices: taken, meaning: `${listedWords(taken, 'or')}: ${meaning}${byDefault}` }
}

/** Reads the options that `optionsOf` and `withoutOptionsOf` return. Throws UsageError. */
export const fromOptions = <F extends Fields>(fields: F, given: Values): Changes<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, option = kebab(name) }]) => {
      const value = given[option]
      if (given[withoutOf(name)] !== true) return [name, type === 'boolean' && value ? value === 'on' : value]
      if (value !== undefined) throw new UsageError(`--${option} and --${withoutOf(name)} exclude each other`)
      return [name, type === 'words' ? [] : null]
    }),
  ) as Changes<F>
