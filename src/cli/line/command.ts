import type { Output } from './output.ts'

interface ArgumentSpec {
  readonly meaning: string
  readonly choices?: readonly string[]
  /** Only for the last argument: it may be repeated. */
  readonly multiple?: true
  /** Only for the last argument: it may be left out. */
  readonly optional?: true
}

export interface OptionSpec {
  readonly meaning: string
  /** The placeholder for the value in help texts; without it the option is a flag. */
  readonly value?: string
  readonly choices?: readonly string[]
  readonly required?: boolean
  /** True if the option may be repeated. */
  readonly multiple?: true
}

type Arguments = Readonly<Record<string, ArgumentSpec>>
type Options = Readonly<Record<string, OptionSpec>>

/** The arguments and options of a command line, by name. */
export type Given<A extends Arguments, O extends Options> = {
  [Name in keyof A]: A[Name] extends { multiple: true }
    ? readonly string[]
    : A[Name] extends { optional: true }
      ? string | undefined
      : A[Name] extends { choices: readonly (infer Choice)[] }
        ? Choice
        : string
} & {
  // Options that are named only as the command line runs, as `optionsOf` returns them, may be anything.
  [Name in keyof O]: string extends Name
    ? Values[string]
    : O[Name] extends { value: string }
      ? O[Name] extends { multiple: true }
        ? O[Name] extends { required: true }
          ? readonly string[]
          : readonly string[] | undefined
        : O[Name] extends { choices: readonly (infer Choice)[] }
          ? O[Name] extends { required: true }
            ? Choice
            : Choice | undefined
          : O[Name] extends { required: true }
            ? string
            : string | undefined
      : boolean
}

interface CommandOf<A extends Arguments, O extends Options> {
  /** One or two words. */
  readonly name: string
  /** In the order in which they are written. */
  readonly arguments?: A
  readonly options?: O
  /** One line, for the list of commands. */
  readonly summary: string
  readonly help: string
  /** True for a command that opens an existing database and changes nothing in it: no schema, no key, no row. */
  readonly readOnly?: boolean
  readonly run: (given: Given<A, O>, output: Output) => Promise<void>
}

/** A command of the table, with any arguments and options. */
export interface Command extends Required<Omit<CommandOf<Arguments, Options>, 'run'>> {
  readonly run: (given: Values, output: Output) => Promise<void>
}

/** Values by the names of arguments and options, as they were written. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** Ties the arguments and options of a command to the parameter of its function. */
export function command<
  const A extends Arguments = Record<string, never>,
  const O extends Options = Record<string, never>,
>(spec: CommandOf<A, O>): Command {
  return { arguments: {}, options: {}, readOnly: false, ...spec } as unknown as Command
}

/** The command line is invalid: exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command was refused: exit status 1. The message says why and what to do, on one line. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}
