import { type CompletionWords, type ValueKind, type Word } from './words.ts'

/** Quotes a text for fish. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

const words = (condition: string, list: readonly Word[]): string[] =>
  list.map(({ word, meaning }) => `${line(condition)} -a ${quoted(word)} -d ${quoted(meaning)}`)

const line = (condition: string): string => `complete -c norn -n ${quoted(condition)}`

function taking(value: ValueKind): string {
  if (value === 'file') return ' -r -F'
  return value === 'any' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`
}

export function fishCompletion({ first, second, commands }: CompletionWords): string {
  const groups = Array.from(second, ([group, list]) => words(`__norn_is ${group}`, list))
  const ofCommands = commands.flatMap(({ name, arguments: wanted, options }) => {
    const condition = `__norn_begins ${name}`
    return [
      ...wanted.flatMap(({ value }) => (value === 'any' ? [] : [`${line(condition)}${given(value)}`])),
      ...options.map(
        ({ word, meaning, value }) =>
          `${line(condition)} -l ${word.slice(2)} -d ${quoted(meaning)}${value === undefined ? '' : taking(value)}`,
      ),
    ]
  })
  return `# fish completion for norn, made by "norn completion fish"
function __norn_is
    set -l line (commandline -opc)
    test "$line[2..]" = "$argv"
end
function __norn_begins
    set -l line (commandline -opc)
    set -l count (math (count $argv) + 1)
    test (count $line) -ge $count; and test "$line[2..$count]" = "$argv"
end
complete -c norn -f
${[...words('__norn_is', first), ...groups.flat(), ...ofCommands].join('\n')}`
}

const given = (value: ValueKind): string =>
  value === 'file' ? ' -F' : ` -a ${quoted(Array.isArray(value) ? value.join(' ') : '')}`
