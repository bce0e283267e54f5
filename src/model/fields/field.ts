// One description of each field that administrators set. A field has one name: in the domain, in the API, and in kebab
// case as an option of commands. The API's schemas are made of the descriptions in src/wire/admin/fields.ts, the
// options in src/cli/line/field-options.ts.
import type { RuleName } from './rules.ts'

/** A field whose value is a `Value`. */
export interface Field<Value> {
  readonly type: 'text' | 'words' | 'boolean' | 'choice'
  /** A phrase for --help and the OpenAPI document. */
  readonly meaning: string
  /** The placeholder of the option's value. */
  readonly placeholder: string
  /** The name of the option if it is another word: `group` is repeated for `groups`. */
  readonly option?: string
  /** The value of a new thing if nothing is given. */
  readonly initial?: Value
  /** True if answers leave the field out while it is as it was initially. */
  readonly isQuiet?: true
  /** The meaning of the option `--no-<field>`, which sets null, or no words. */
  readonly without?: string
  readonly choices?: readonly string[]
  /** The form of a text. */
  readonly rule?: RuleName
  readonly isNullable?: true
}

/** The fields of a noun by their names, in the order in which they are printed and explained. */
export type Fields = Readonly<Record<string, Field<unknown>>>

type ValueOf<F> = F extends Field<infer Value> ? Value : never

/** All values of a noun's fields. */
export type Values<F extends Fields> = { [Name in keyof F]: ValueOf<F[Name]> }

/** Some of them: what is undefined stays as it is. */
export type Changes<F extends Fields> = { [Name in keyof F]?: ValueOf<F[Name]> | undefined }

type Described<Value> = Omit<Field<Value>, 'choices' | 'isNullable' | 'type'>

export const text = (described: Described<string>): Field<string> => ({ type: 'text', ...described })

export const textOrNull = (described: Described<string | null>): Field<string | null> => ({
  type: 'text',
  isNullable: true,
  ...described,
})

/** A list of names, none of which is repeated. */
export const words = (described: Described<readonly string[]>): Field<readonly string[]> => ({
  type: 'words',
  ...described,
})

/** A boolean, which its option calls on or off. */
export const onOff = (described: Omit<Described<boolean>, 'placeholder'>): Field<boolean> => ({
  type: 'boolean',
  placeholder: 'STATE',
  ...described,
})

export const choice = <Choice extends string>(
  choices: readonly Choice[],
  described: Described<Choice>,
): Field<Choice> => ({ type: 'choice', choices, ...described })

export const choiceOrNull = <Choice extends string>(
  choices: readonly Choice[],
  described: Described<Choice | null>,
): Field<Choice | null> => ({ type: 'choice', choices, isNullable: true, ...described })

/** Returns what a new thing has: what was given, otherwise what is there initially. */
export const withInitial = <F extends Fields>(fields: F, given: Changes<F>): Values<F> =>
  mapped(fields, (name, { initial }) => (given[name] === undefined ? initial : given[name])) as Values<F>

/** Returns what a thing has after a change. */
export const withChanges = <F extends Fields>(fields: F, thing: Values<F>, given: Changes<F>): Values<F> =>
  mapped(fields, (name) => (given[name] === undefined ? thing[name] : given[name])) as Values<F>

/** Returns the fields of a thing as commands and the API show them. */
export const shownFields = <F extends Fields>(fields: F, thing: Values<F>): Partial<Values<F>> =>
  mapped(fields, (name, { initial, isQuiet }) =>
    isQuiet && thing[name] === initial ? undefined : thing[name],
  ) as Partial<Values<F>>

/** Returns an object with a value for each field, without those that are undefined. */
const mapped = <F extends Fields>(fields: F, valueOf: (name: keyof F, field: Field<unknown>) => unknown) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, field]) => [name, valueOf(name, field)] as const)
      .filter(([, value]) => value !== undefined),
  )
