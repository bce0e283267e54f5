import type { Command } from './command.ts'

export const everywhere = [
  ['--json', 'print one JSON value on standard output, and nothing else there'],
  ['--help', 'explain the command'],
] as const

const besides = [
  ['help [COMMAND]', 'explains a command'],
  ['--version', 'prints the version'],
] as const

/** How a command is written: `account rename ACCOUNT NAME`. */
export function usage(command: Command): string {
  const words = Object.entries(command.arguments).map(
    ([name, { choices }]) => choices?.join('|') ?? name.toUpperCase(),
  )
  const options = optionLines(command).map(([written, , required]) => (required ? written : `[${written}]`))
  return [command.name, ...words, ...options].join(' ')
}

/** Each option as it is written, what it means, and whether it must be there. */
export function optionLines(command: Command): [written: string, meaning: string, required: boolean][] {
  return Object.entries(command.options).map(([name, { value, meaning, required = false }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    meaning,
    required,
  ])
}

/** Help on one command, on all that begin with a word, or (an empty topic) on the program. */
export function help(topic: string, commands: readonly Command[]): string {
  const one = commands.find((command) => command.name === topic)
  if (one) return commandHelp(one)
  const isAll = topic === ''
  const listed = isAll ? commands : commands.filter((command) => command.name.startsWith(`${topic} `))
  const rows = listed.map(({ name, summary }) => [name, summary] as const)
  return [
    isAll ? 'Usage: norn COMMAND [--json]' : `Usage: norn ${topic} COMMAND [--json]`,
    '',
    ...table(isAll ? [...rows, ...besides] : rows),
    '',
    'Settings are environment variables, also read from .env in the working directory;',
    '"norn config" shows them. Exit status: 0 done, 1 refused, 2 wrongly written.',
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
    '',
    ...table([...words, ...options, ...everywhere]),
  ].join('\n')
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}${meaning}`)
}
