import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearest } from '../../config/nearest.ts'
import { listedWords } from '../../lib/text/listed-words.ts'
import { type Command, UsageError, type Values } from './command.ts'

/** The action that a command line requests. */
export type Request =
  | { readonly kind: 'run'; readonly command: Command; readonly given: Values; readonly json: boolean }
  /** The topic is the name of a command, the first word of several, or empty. */
  | { readonly kind: 'help'; readonly topic: string; readonly json: boolean }
  | { readonly kind: 'version'; readonly json: boolean }

/** --json is the only option that may come before the command. */
const isJsonFirst = (line: readonly string[]): boolean => line[0] === '--json'

const wordsOf = (line: readonly string[]): readonly string[] => (isJsonFirst(line) ? line.slice(1) : line)

/** Returns the command that a line names. */
function commandOf(line: readonly string[], commands: readonly Command[]): Command | undefined {
  const [first, second] = wordsOf(line)
  const named = (wanted: string) => commands.find(({ name }) => name === wanted)
  return named(`${first} ${second}`) ?? named(`${first}`)
}

/** Parses the words after the program's name. Throws UsageError. */
export function readArguments(line: readonly string[], commands: readonly Command[]): Request {
  const words = wordsOf(line)
  const [first, ...rest] = words
  const json = line.includes('--json')

  if (first === '--version') return { kind: 'version', json }
  if (first === undefined) throw new UsageError('a command is missing')
  if (first === 'help' || first === '--help' || first === '-h') {
    const topic = rest.filter((word) => word !== '--json').join(' ')
    if (topic) checkTopic(topic, commands)
    return { kind: 'help', topic, json }
  }

  const command = commandOf(line, commands)
  if (command) {
    const given = words.slice(command.name.split(' ').length)
    return readCommand(command, isJsonFirst(line) ? ['--json', ...given] : given)
  }
  if (isGroup(first, commands) && (rest.includes('--help') || rest.includes('-h'))) {
    return { kind: 'help', topic: first, json }
  }
  if (first.startsWith('-')) throw new UsageError(`${first.split('=')[0]} must come after a command`)
  throw unknownCommand(rest[0]?.startsWith('-') === false ? `${first} ${rest[0]}` : first, commands)
}

/** Returns the help topic for an invalid line: its command, otherwise its group, otherwise everything. */
export function helpTopic(line: readonly string[], commands: readonly Command[]): string {
  const [first = ''] = wordsOf(line)
  return commandOf(line, commands)?.name ?? (isGroup(first, commands) ? first : '')
}

const isGroup = (word: string, commands: readonly Command[]): boolean =>
  commands.some((command) => command.name.startsWith(`${word} `))

function checkTopic(topic: string, commands: readonly Command[]): void {
  if (!isGroup(topic, commands) && !commands.some((command) => command.name === topic)) {
    throw unknownCommand(topic, commands)
  }
}

function unknownCommand(name: string, commands: readonly Command[]): UsageError {
  if (isGroup(name, commands)) {
    const group = commands.filter((command) => command.name.startsWith(`${name} `))
    const words = group.map((command) => command.name.slice(name.length + 1))
    return new UsageError(`"${name}" needs a second word: ${words.join(', ')}`)
  }
  const names = commands.map((command) => command.name)
  const meant = nearest(name, names) ?? nearest(name.split(' ', 1)[0] ?? '', names)
  return new UsageError(`there is no command "${name}"${meant ? `; did you mean "${meant}"?` : ''}`)
}

function readCommand(command: Command, rest: readonly string[]): Request {
  const { values, positionals } = parse(command, rest)
  const { json = false, help = false, ...given } = values
  if (help) return { kind: 'help', topic: command.name, json: json === true }

  for (const [name, { required, choices }] of Object.entries(command.options)) {
    const text = given[name]
    if (required && text === undefined) throw new UsageError(`--${name} is missing`)
    if (typeof text === 'string') checkChoice(`--${name}`, text, choices)
  }
  const wanted = Object.entries(command.arguments)
  for (const [index, [name, { choices, multiple, optional }]] of wanted.entries()) {
    const text = positionals[index]
    if (text === undefined && optional) continue
    if (text === undefined) throw new UsageError(`${name.toUpperCase()} is missing`)
    checkChoice(name.toUpperCase(), text, choices)
    given[name] = multiple ? positionals.slice(index) : text
  }
  const surplus = wanted.at(-1)?.[1].multiple ? 0 : positionals.length - wanted.length
  // The words are not repeated, since they may be the rest of a password with a space.
  if (surplus > 0) {
    throw new UsageError(`${surplus} ${surplus === 1 ? 'word' : 'words'} too many; quote a value with spaces`)
  }
  return { kind: 'run', command, given, json: json === true }
}

function checkChoice(written: string, text: string, choices: readonly string[] | undefined): void {
  if (!choices || choices.includes(text)) return
  throw new UsageError(`${written} is "${text}", but must be ${listedWords(choices, 'or')}`)
}

function parse(command: Command, args: readonly string[]) {
  const options: ParseArgsConfig['options'] = {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  for (const [name, { value, multiple = false }] of Object.entries(command.options)) {
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple }
  }
  try {
    const { values, positionals, tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true })
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
    const twice = names.find((name, at) => names.indexOf(name) !== at && !options[name]?.multiple)
    if (twice) throw new UsageError(`--${twice} is given twice`)
    return { values: values as Record<string, Values[string]>, positionals }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(complaint(error, command), { cause: error })
  }
}

/** Rewords an error of Node's parser, so that it names the option and says what to write. */
function complaint({ message }: TypeError, command: Command): string {
  const [written = '', name = ''] = /--?([\w-]+)/.exec(message) ?? []
  if (message.startsWith('Unknown option')) {
    const meant = name.length > 2 && nearest(name, [...Object.keys(command.options), 'json', 'help'])
    return `there is no option ${written}${meant ? `; did you mean --${meant}?` : ''}`
  }
  const value = command.options[name]?.value
  if (value === undefined) return `${written} takes no value`
  const isAmbiguous = message.includes('ambiguous')
  return isAmbiguous
    ? `${written} is followed by an option; write ${written}=${value} for a value that begins with a hyphen`
    : `${written} needs a value: ${written} ${value}`
}
