// One description of each field that administrators set. A field has one name: in the domain, in the API, and in kebab
// case as an option of commands. The API's schemas are made of the descriptions in src/wire/admin/fields.ts, the
// options in src/cli/line/field-options.ts, the bounds of forms in src/web/pages/admin/frame.ts.
import { isoTimeOrNull } from '../../lib/text/instant.ts'
import type { RuleName } from './rules.ts'

/** A field whose value is a `Value`. */
export interface Field<Value> {
  readonly type: 'text' | 'words' | 'boolean' | 'choice' | 'number' | 'end'
  /** A phrase for --help and the OpenAPI document. */
  readonly meaning: string
  /** The placeholder of the option's value. A boolean without one is a flag, which has no value. */
  readonly placeholder?: string
  /** The name of the option if it is another word: `group` is repeated for `groups`. */
  readonly option?: string
  /** The value of a new thing if nothing is given. */
  readonly initial?: Value
  /** True if a new thing has to be given a value. */
  readonly isRequired?: true
  /** True if answers leave the field out while it is as it was initially. */
  readonly isQuiet?: true
  /** The meaning of the option `--no-<field>`, which sets null, no words, or false. */
  readonly without?: string | undefined
  readonly choices?: readonly string[]
  /** The form of a text, or of each of the words. */
  readonly rule?: RuleName
  /** A hint for generated clients: the form of a text, or of each of the words, has rules of its own. */
  readonly format?: 'uri'
  /** The bounds of a number, both allowed. `max` is also the number of words. */
  readonly min?: number
  readonly max?: number
  readonly isNullable?: true
}

/** The fields of a noun by their names, in the order in which they are printed and explained. */
export type Fields = Readonly<Record<string, Field<unknown>>>

type ValueOf<F> = F extends Field<infer Value> ? Value : never

/** All values of a noun's fields. */
export type Values<F extends Fields> = { [Name in keyof F]: ValueOf<F[Name]> }

/** Some of them: what is undefined stays as it is. */
export type Changes<F extends Fields> = { [Name in keyof F]?: ValueOf<F[Name]> | undefined }

/** The values as requests and answers have them: an end is a text. */
export type Written<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { type: 'end' } ? string | null : ValueOf<F[Name]>
}

type Described<Value> = Omit<Field<Value>, 'choices' | 'isNullable' | 'max' | 'min' | 'type' | 'without'>

export const text = (described: Described<string>): Field<string> => ({ type: 'text', ...described })

/** A list of names, none of which is repeated. */
export const words = (
  described: Described<readonly string[]> & { max?: number; without?: string },
): Field<readonly string[]> => ({ type: 'words', ...described })

/** A boolean, which its option calls on or off. */
export const onOff = (described: Described<boolean>): Field<boolean> => ({
  type: 'boolean',
  placeholder: 'STATE',
  ...described,
})

/** A boolean that is false initially unless described otherwise, and true if its option is there. */
export const flag = (described: Described<boolean> & { without?: string }): Field<boolean> => ({
  type: 'boolean',
  initial: false,
  ...described,
})

export const choice = <Choice extends string>(
  choices: readonly Choice[],
  described: Described<Choice>,
): Field<Choice> => ({ type: 'choice', choices, ...described })

/** A whole number. */
export const number = (described: Described<number> & { min: number; max: number }): Field<number> => ({
  type: 'number',
  placeholder: 'NUMBER',
  ...described,
})

/**
 * An end in epoch milliseconds, initially null: there is none. Requests have a time in ISO 8601 or a duration from now,
 * answers the time; options have `never` for null.
 */
export const end = (described: Partial<Described<number | null>> = {}) => ({
  type: 'end' as const,
  placeholder: 'TIME',
  meaning: 'the end',
  initial: null as number | null,
  isNullable: true as const,
  ...described,
})

/** The field, or null, which it is initially. */
export const orNull = <Value>(field: Field<Value>, without?: string): Field<Value | null> => ({
  ...field,
  initial: null,
  isNullable: true,
  without,
})

/** Returns what a new thing has: what was given, otherwise what is there initially. */
export const withInitial = <F extends Fields>(fields: F, given: Changes<F>): Values<F> =>
  mapped(fields, (name, { initial }) => (given[name] === undefined ? initial : given[name])) as Values<F>

/** Returns what a thing has after a change. */
export const withChanges = <F extends Fields>(fields: F, thing: Values<F>, given: Changes<F>): Values<F> =>
  mapped(fields, (name) => (given[name] === undefined ? thing[name] : given[name])) as Values<F>

/** Returns the fields of a thing as commands and the API show them. */
export const shownFields = <F extends Fields>(fields: F, thing: Values<F>): Partial<Written<F>> =>
  mapped(fields, (name, { type, initial, isQuiet }) => {
    // Lists are compared by their members.
    if (isQuiet && String(thing[name]) === String(initial)) return undefined
    return type === 'end' ? isoTimeOrNull(thing[name] as number | null) : thing[name]
  }) as Partial<Written<F>>

/** Returns an object with a value for each field, without those that are undefined. */
const mapped = <F extends Fields>(fields: F, valueOf: (name: keyof F, field: Field<unknown>) => unknown) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, field]) => [name, valueOf(name, field)] as const)
      .filter(([, value]) => value !== undefined),
  )
