import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { helpTopic, readArguments } from '../../src/cli/line/arguments.ts'
import { command, UsageError } from '../../src/cli/line/command.ts'
import { help, usage } from '../../src/cli/line/help.ts'

const run = () => Promise.resolve()
const about = { summary: 'does it', help: 'Does it, at length.', readOnly: false, run }
const commands = [
  command({ name: 'serve', arguments: {}, options: {}, ...about }),
  command({
    name: 'account create',
    arguments: {},
    options: {
      username: { value: 'NAME', meaning: 'the name', required: true },
      password: { value: 'PASSWORD', meaning: 'the password' },
      'password-stdin': { meaning: 'read from standard input' },
    },
    ...about,
  }),
  command({
    name: 'account rename',
    arguments: { account: { meaning: 'which' }, name: { meaning: 'the new name' } },
    options: {},
    ...about,
  }),
  command({
    name: 'key rotate',
    arguments: { use: { meaning: 'what it signs', choices: ['tokens', 'textures'] } },
    options: { form: { value: 'FORM', meaning: 'its format', choices: ['pem', 'der', 'raw'] } },
    ...about,
  }),
]

const read = (...line: string[]) => readArguments(line, commands)

function given(...line: string[]) {
  const request = read(...line)
  if (request.kind !== 'run') throw new Error(request.kind)
  return { command: request.command.name, json: request.json, given: { ...request.given } }
}

function complaint(...line: string[]): string {
  try {
    read(...line)
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error))
    return error.message
  }
  return assert.fail('not refused')
}

describe('parsing a command line', () => {
  test('a command of one or two words, with its arguments and options', () => {
    assert.deepEqual(given('serve'), { command: 'serve', json: false, given: {} })
    assert.deepEqual(given('account', 'rename', 'steve', 'alex'), {
      command: 'account rename',
      json: false,
      given: { account: 'steve', name: 'alex' },
    })
  })

  test('options before, between and after', () => {
    const expected = {
      command: 'account create',
      json: true,
      given: { username: 'steve', password: 'a b', 'password-stdin': true },
    }
    assert.deepEqual(
      given('account', 'create', '--json', '--username=steve', '--password', 'a b', '--password-stdin'),
      expected,
    )
    assert.deepEqual(
      given('--json', 'account', 'create', '--password-stdin', '--password', 'a b', '--username', 'steve'),
      expected,
    )
  })

  test('values that begin with a hyphen', () => {
    assert.equal(given('account', 'create', '--username=-a', '--password=--help').given['password'], '--help')
    assert.deepEqual(given('account', 'rename', '--', '-a', '-b').given, { account: '-a', name: '-b' })
  })

  test('help and version', () => {
    const topic = (name: string) => ({ kind: 'help', topic: name, json: false })
    assert.deepEqual(read('help'), topic(''))
    assert.deepEqual(read('--help'), topic(''))
    assert.deepEqual(read('help', 'account'), topic('account'))
    assert.deepEqual(read('help', 'account', 'create'), topic('account create'))
    assert.deepEqual(read('account', 'create', '--help'), topic('account create'))
    assert.deepEqual(read('account', '--help'), topic('account'))
    assert.deepEqual(read('serve', '-h'), topic('serve'))
    assert.deepEqual(read('--version'), { kind: 'version', json: false })
    assert.deepEqual(read('--json', '--version'), { kind: 'version', json: true })
  })
})

describe('invalid command lines', () => {
  const refused: [string[], RegExp][] = [
    [[], /^a command is missing$/],
    [['--json'], /^a command is missing$/],
    [['sevre'], /^there is no command "sevre"; did you mean "serve"\?$/],
    [['account', 'creat'], /did you mean "account create"\?$/],
    [['account'], /^"account" needs a second word: create, rename$/],
    [['help', 'nonsense'], /^there is no command "nonsense"$/],
    [['account', 'create'], /^--username is missing$/],
    [['account', 'create', '--username'], /^--username needs a value: --username NAME$/],
    [
      ['account', 'create', '--username', '--password', 'x'],
      /^--username is followed by an option; write --username=NAME for a value that begins with a hyphen$/,
    ],
    [['account', 'create', '--username', 'a', '--username', 'b'], /^--username is given twice$/],
    [['account', 'create', '--nothing', 'a'], /^there is no option --nothing$/],
    [['account', 'create', '-x'], /^there is no option -x$/],
    [['account', 'create', '--usrname', 'a'], /^there is no option --usrname; did you mean --username\?$/],
    [['serve', '--jsn'], /^there is no option --jsn; did you mean --json\?$/],
    [['account', 'create', '--username', 'a', '--password-stdin=x'], /^--password-stdin takes no value$/],
    [['account', 'rename', 'steve'], /^NAME is missing$/],
    [['account', 'rename', 'steve', 'alex', 'b'], /^1 word too many; quote a value with spaces$/],
    [['account', 'rename', 'steve', 'alex', 'b', 'c'], /^2 words too many/],
    [['key', 'rotate', 'all'], /^USE is "all", but must be tokens or textures$/],
    [['key', 'rotate', 'tokens', '--form', 'jwk'], /^--form is "jwk", but must be pem, der or raw$/],
  ]
  for (const [line, expected] of refused) {
    test(line.join(' ') || '(nothing)', () => assert.match(complaint(...line), expected))
  }

  test('errors do not repeat what may be a password', () => {
    assert.doesNotMatch(
      complaint('account', 'create', '--username', 'a', '--password', 'my', 'secret'),
      /secret/,
    )
    assert.doesNotMatch(complaint('account', 'create', '--passwrod=secret'), /secret/)
  })
})

test('an invalid line refers to the help of its command, of its group, or of the program', () => {
  const topics = [
    ['account', 'create', '-x'],
    ['--json', 'serve', 'x'],
    ['account', 'nothing'],
    ['account'],
    ['x'],
    [],
  ]
  assert.deepEqual(
    topics.map((line) => helpTopic(line, commands)),
    ['account create', 'serve', 'account', 'account', '', ''],
  )
})

describe('help', () => {
  test('the syntax of a command', () => {
    assert.deepEqual(commands.map(usage), [
      'serve',
      'account create --username NAME [--password PASSWORD] [--password-stdin]',
      'account rename ACCOUNT NAME',
      'key rotate tokens|textures [--form FORM]',
    ])
  })

  test('for the program, a group and a command', () => {
    assert.match(help('', commands), /account create +does it\n[^]*help \[COMMAND\]/)
    assert.doesNotMatch(help('account', commands), /serve|key rotate/)
    assert.match(
      help('account create', commands),
      /^Usage: norn account create [^]*at length\.[^]*--password-stdin +read from/,
    )
  })
})
