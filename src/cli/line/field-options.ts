// The options of fields that are described in src/model/fields.
import { integer } from '../../config/values.ts'
import { listedWords } from '../../lib/text/listed-words.ts'
import { states } from '../../model/fields/allowed.ts'
import type { Changes, Field, Fields } from '../../model/fields/field.ts'
import { type OptionSpec, UsageError, type Values } from './command.ts'
import { readInstant, readOption } from './read-option.ts'

type OptionSpecs = Readonly<Record<string, OptionSpec>>

/** Returns the name as an option has it: `groups-property` for `groupsProperty`, `id-token-alg` for `id_token_alg`. */
const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const withoutOf = (name: string): string => `no-${kebab(name)}`

/** Returns an option for each field, for a command that makes something. Read them with `fromOptions`. */
export const optionsOf = (fields: Fields): OptionSpecs =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { placeholder, initial, without } = field
      // A flag that is on already can only be turned off.
      if (placeholder === undefined && initial === true) return [withoutOf(name), { meaning: without ?? '' }]
      return [field.option ?? kebab(name), { ...specOf(field), ...(field.isRequired && { required: true }) }]
    }),
  )

/**
 * Returns an option for each field, for a command that changes something, and those that set fields to null, or to no
 * words. Read them with `fromOptions`.
 */
export const changeOptionsOf = (fields: Fields): OptionSpecs =>
  Object.fromEntries([
    ...Object.entries(fields).map(([name, field]) => [field.option ?? kebab(name), specOf(field)]),
    ...Object.entries(fields).flatMap(([name, { without }]) =>
      without === undefined ? [] : [[withoutOf(name), { meaning: without }]],
    ),
  ])

const times =
  'a duration (12h, 7d), a time in ISO 8601 (2027-01-31, 2027-01-31T18:00:00Z) or never, the default'

function specOf({ type, meaning, placeholder: value, initial, choices }: Field<unknown>): OptionSpec {
  if (value === undefined) return { meaning }
  if (type === 'words') return { value, multiple: true, meaning: `${meaning}; may be repeated` }
  if (type === 'end') return { value, meaning: `${meaning}: ${times}` }
  const usual = typeof initial === 'boolean' ? states[initial ? 0 : 1] : initial
  const byDefault = typeof usual === 'string' || typeof usual === 'number' ? `; ${usual} by default` : ''
  const taken = type === 'boolean' ? states : choices
  if (taken === undefined) return { value, meaning: `${meaning}${byDefault}` }
  return { value, choices: taken, meaning: `${listedWords(taken, 'or')}: ${meaning}${byDefault}` }
}

/** Reads the options that `optionsOf` and `changeOptionsOf` return. Throws UsageError, CommandRefused. */
export const fromOptions = <F extends Fields>(fields: F, given: Values): Changes<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { type, option = kebab(name) } = field
      const value = given[option]
      if (given[withoutOf(name)] !== true) return [name, valueOf(field, `--${option}`, value)]
      if (value !== undefined && value !== false)
        throw new UsageError(`--${option} and --${withoutOf(name)} exclude each other`)
      return [name, type === 'words' ? [] : type === 'boolean' ? false : null]
    }),
  ) as Changes<F>

function valueOf({ type, min = 0, max = 0 }: Field<unknown>, option: string, value: Values[string]): unknown {
  // A flag that is not there is false; it leaves the field as it is.
  if (value === undefined || value === false) return undefined
  if (type === 'boolean') return value === true || value === 'on'
  if (type === 'number') return readOption(option, String(value), integer(min, max, min))
  if (type === 'end') return readInstant(String(value), option)
  return value
}
