import type { Command } from './command.ts'

export const commonOptions = [
  ['--json', 'print one JSON value on standard output, and nothing else there'],
  ['--help', 'explain the command'],
] as const

export const readOnlyNote = 'Read-only: it creates no database and changes nothing in one.'

export const builtIn = [
  ['help [COMMAND]', 'explains a command'],
  ['--version', 'prints the version and the commit'],
] as const

/** Returns the synopsis of a command: `account rename ACCOUNT NAME`. */
export function usage(command: Command): string {
  const words = Object.entries(command.arguments).map(([name, { choices, multiple, optional }]) => {
    const word = choices?.join('|') ?? `${name.toUpperCase()}${multiple ? '…' : ''}`
    return optional ? `[${word}]` : word
  })
  const options = optionLines(command).map(([written, , required]) => (required ? written : `[${written}]`))
  return [command.name, ...words, ...options].join(' ')
}

/** Returns each option as it is written, its meaning, and whether it is required. */
export function optionLines(command: Command): [written: string, meaning: string, required: boolean][] {
  return Object.entries(command.options).map(([name, { value, meaning, required = false, multiple }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}${multiple ? '…' : ''}`,
    meaning,
    required,
  ])
}

/** Returns the help on one command, on all commands that begin with a word, or (for an empty topic) on the program. */
export function help(topic: string, commands: readonly Command[]): string {
  const command = commands.find(({ name }) => name === topic)
  if (command) return commandHelp(command)
  const isProgram = topic === ''
  const listed = isProgram ? commands : commands.filter(({ name }) => name.startsWith(`${topic} `))
  const rows = listed.map(({ name, summary }) => [name, summary] as const)
  return [
    isProgram ? 'Usage: norn COMMAND [--json]' : `Usage: norn ${topic} COMMAND [--json]`,
    '',
    ...table(isProgram ? [...rows, ...builtIn] : rows),
    '',
    'Settings are environment variables, also read from .env in the working directory;',
    '"norn config" shows them. Exit status: 0 success, 1 refused, 2 invalid command line.',
  ].join('\n')
}

function commandHelp(command: Command): string {
  const words = Object.entries(command.arguments).map(
    ([name, { meaning }]) => [name.toUpperCase(), meaning] as const,
  )
  const options = optionLines(command).map(([written, meaning]) => [written, meaning] as const)
  return [
    `Usage: norn ${usage(command)}`,
    '',
    command.help,
    ...(command.readOnly ? [readOnlyNote] : []),
    '',
    ...table([...words, ...options, ...commonOptions]),
  ].join('\n')
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}${meaning}`)
}
