// The fields of JSON that a help text lists are those that its command prints.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { commands } from '../../src/cli/line/commands.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { type Installation, install } from '../cli/norn.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'

/** The value that follows a placeholder is taken from what was printed before. */
const account = ['account', 'create', '--username', 'Steve', '--email', 's@example.org', '--password', 'p']

const properties = ['--groups-property', 'on', '--source-property', 'on']

/**
 * Command lines in the order in which they run; each prints what its help lists. Commands whose help lists fields and
 * that are missing here fail the test below.
 */
const lines: readonly (readonly string[])[] = [
  account,
  ['group', 'create', 'staff', '--title', 'Staff', '--colour', '#1f7a5c'],
  ['group', 'add', 'staff', 'Steve'],
  ['group', 'list'],
  ['group', 'show', 'staff'],
  ['bedrock', 'link', 'Steve', '1', '--gamertag', 'Kid'],
  ['bedrock', 'list'],
  ['bedrock', 'code', '2'],
  ['account', 'suspend', 'Steve', '--reason', 'said so'],
  ['account', 'show', 'Steve'],
  ['account', 'list'],
  ['character', 'list', 'Steve'],
  ['character', 'create', 'Steve', 'Builder'],
  ['friend', 'add', 'Steve', 'Builder'],
  ['friend', 'list', 'Steve'],
  ['client', 'create', '--name', 'Wiki', '--redirect-uri', 'https://wiki.example/cb', '--group', 'staff'],
  ['client', 'show', '{client_id}'],
  ['api-token', 'create', '--name', 'bot'],
  ['api-token', 'list'],
  ['webhook', 'create', '--url', 'https://hooks.example/x'],
  ['webhook', 'list'],
  ['audit', 'list'],
  ['audit', 'verify'],
  ['overview'],
  ['figures'],
  ['invite', 'create', '--group', 'staff'],
  ['invite', 'list'],
  ['key', 'list'],
  ['secret', 'status'],
  ['account', 'restore', 'Steve'],
  ['link', 'create', 'Steve', '--for', 'password'],
  ['character', 'part', 'Builder'],
  ['neighbour', 'add', 'other', '--kind', 'vendor', '--root', 'http://127.0.0.1:9', '--private'],
  ['neighbour', 'list'],
  ['neighbour', 'show', 'other'],
  ['ban', 'add', '192.0.2.1'],
  ['ban', 'list'],
  [
    'server',
    'add',
    'lobby',
    '--game-version',
    '1.21.4',
    '--loader',
    'forge 52.0.1',
    '--neighbour',
    'other',
    '--who',
    'known',
    '--links',
    'as_account',
    ...properties,
  ],
  ['server', 'list'],
  ['server', 'rotate', 'lobby'],
  ['setting', 'list'],
  ['setting', 'set', 'welcome', 'Hello'],
  ['setting', 'get', 'welcome'],
  ['token', 'list', 'Steve'],
  ['bedrock', 'unlink', 'Steve'],
]

/** Commands whose fields other tests compare, for the reason given. */
const elsewhere: Readonly<Record<string, string>> = {
  'app-password list': 'needs an app password: test/cli/app-passwords.test.ts',
  'account unlink': 'needs a linked player: below',
  'account unlock': 'needs spent budgets: test/domain/unlock.test.ts',
  'account release-name': 'prints a held name: test/attacks/held-names.test.ts',
  'account import': 'lists what it reads, not what it prints',
  'visitor show': 'needs a visitor: below',
  'visitor refused': 'needs a refusal: test/instances/neighbour-news.test.ts',
  'webhook deliveries': 'needs a delivery: test/cli/webhook.slow.test.ts',
  'provider show': 'needs a secret on standard input: test/cli/providers.test.ts',
  'provider test': 'asks a provider: test/cli/providers.test.ts',
  'provider sync': 'asks a provider: test/cli/provider-sync.test.ts',
  'provider remove': 'needs a provider: test/cli/providers.test.ts',
  'neighbour test': 'asks a neighbour: test/cli/neighbours.test.ts',
  config: 'prints settings by their names: test/config/load.test.ts',
  why: 'needs attempts: test/cli/why.slow.test.ts',
  doctor: 'exits with 1 where something is wrong: test/cli/doctor.slow.test.ts',
  migrate: 'prints names of migrations',
  'setting set': 'lists settings, not fields',
  'deletion list': 'prints what GET /deletions answers: test/wire/reference/openapi.test.ts',
  'texture list': 'prints what GET /textures answers: test/wire/reference/openapi.test.ts',
  'shelf add': 'needs a file: test/cli/shelf.test.ts',
  'shelf list': 'prints what GET /groups/{name}/shelf answers: test/wire/reference/openapi.test.ts',
  'report list': 'prints what GET /reports answers: test/wire/reference/openapi.test.ts',
}

/** A list of fields: `Shows an account: id, username, …`, `Prints code, url …`. */
const listing =
  /(?:\b(?:Shows|Lists)\b[^.]*?: [a-z]\w*(?: \([^)]*\))?,|\b[Pp]rints [a-z]\w*(?: \([^)]*\))?,|\bprints it: )/

const helpOf = (name: string): string =>
  (commands.find((each) => each.name === name)?.help ?? '').replaceAll('\n', ' ')

const rowsIn = (printed: unknown): Record<string, unknown>[] =>
  Array.isArray(printed) ? printed.flatMap(rowsIn) : [printed as Record<string, unknown>]

/** Returns the fields that are printed and not named, or the reverse for names that can't be words. */
function differences(name: string, printed: unknown): string[] {
  const own = helpOf(name)
  const [, other = ''] = /as "norn ([a-z -]+)" prints/.exec(own) ?? []
  const help = `${own} ${helpOf(other)}`
  const keys = new Set(rowsIn(printed).flatMap((row) => Object.keys(row)))
  const text = JSON.stringify(printed)
  const missing = [...keys].filter((key) => !new RegExp(`(?<![\\w-])${key}(?![\\w-])`).test(help))
  const named = own.match(/(?<![\w.-])[a-z]+(?:[A-Z][a-z]+)+(?![\w-])/g) ?? []
  // Fields of states that the rows here do not have.
  const absent = named.filter((word) => !text.includes(`"${word}"`) && !optional.has(word))
  return [...missing.map((key) => `${name} prints ${key}`), ...absent.map((word) => `${name} names ${word}`)]
}

const optional = new Set([
  'revokedAt',
  'clientId',
  'redirectUri',
  'userAgent',
  'firstUsedAt',
  'lastUsedAt',
  'issuedAt',
  'expiresAt',
  'linkedAt',
  'firstSeen',
  'linkedPlayers',
])

describe('help texts that list fields', () => {
  let norn: Installation
  before(async () => {
    norn = await install()
  })
  after(() => norn.remove())

  test('are compared with what is printed, each of them', () => {
    const compared = new Set(lines.flatMap(([first = '', second = '']) => [first, `${first} ${second}`]))
    const missing = commands
      .filter(({ help }) => listing.test((help ?? '').replaceAll('\n', ' ')))
      .map(({ name }) => name)
      .filter((name) => !compared.has(name) && !(name in elsewhere))
    assert.deepEqual(missing, [])
  })

  test('name every field that is printed, and none that is not', async () => {
    const found: string[] = []
    let last: Record<string, string> = {}
    for (const line of lines) {
      const filled = line.map((word) => word.replace(/^\{(\w+)\}$/, (_, key) => last[key] ?? word))
      const printed: any = await norn.json(...filled)
      if (!Array.isArray(printed)) last = printed
      const [first = '', second = ''] = line
      const name = commands.some((each) => each.name === first) ? first : `${first} ${second}`
      if (listing.test(helpOf(name))) found.push(...differences(name, printed))
    }
    assert.deepEqual(found, [])
  })

  test('say what a visitor that is linked to an account has, and nothing about later', async () => {
    const steve = await norn.json('account', 'show', 'Steve')
    const db = await openDatabase(`sqlite:${norn.database}`)
    const visitor = { id: uuid(1), name: 'Alex', neighbour: 'other' }
    await storeVisitor({ db, clock: () => 0 }, visitor)
    const player = { neighbour_id: 'other', uuid: uuid(1), name: 'Alex', name_key: 'alex', at: 0 }
    await db.query
      .insertInto('neighbour_link')
      .values({ ...player, account_id: steve.id, proof: 'code' })
      .execute()
    await db.close()
    const shown: any = await norn.json('visitor', 'show', 'Alex@other')
    assert.equal(shown.account, steve.id)
    const suspended = await norn.json('visitor', 'suspend', 'Alex@other')
    assert.deepEqual(differences('visitor show', suspended), [])
    assert.deepEqual(
      differences('account unlink', await norn.json('account', 'unlink', 'Steve', 'Alex@other')),
      [],
    )
    const later = commands.filter(({ help }) => /\b(?:so far|for now|not yet|in a later)\b/.test(help ?? ''))
    assert.deepEqual(
      later.map(({ name }) => name),
      [],
    )
  })
})
