// What belongs to an account can't be set through one of its characters: every command and every request of the API that
// names an account answers here what it does with a character.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { commands } from '../../src/cli/line/commands.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { scratch } from '../scratch.ts'
import { onEveryDatabase } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { attackStored } from './installed.ts'

/** `player`: it works on the character, or on its account for all its players. `account_only`: it is refused. */
type Verdict = 'player' | 'account_only'

/** By command, what follows the name of the character. Those that end it come last. */
const ofCommands: Readonly<Record<string, readonly [Verdict, ...string[]]>> = {
  'account show': ['player'],
  'account rename': ['player', 'Anna_2'],
  'account email': ['account_only', 'anna@example.org'],
  'account language': ['account_only', 'ru'],
  'account password': ['account_only', '--password', 'a new sentence'],
  'account link': ['account_only', '--provider', 'school', '--subject', 's'],
  'account unlink': ['account_only', '--provider', 'school'],
  'account suspend': ['player', '--only'],
  'account restore': ['player'],
  'account grant': ['account_only', 'moderator'],
  'account ungrant': ['account_only', 'moderator'],
  'account unlock': ['player'],
  'friend add': ['player', 'Steve'],
  'friend list': ['player'],
  'friend remove': ['player', 'Steve'],
  'friend clear': ['player'],
  'totp enable': ['account_only'],
  'totp disable': ['account_only'],
  'texture set': ['player', '--skin', 'skin.png'],
  'texture remove': ['player', '--skin'],
  'account uploads': ['player', 'off'],
  'bedrock link': ['player', '2535405290123456'],
  'bedrock unlink': ['player'],
  'app-password list': ['player'],
  'app-password remove': ['account_only', 'a1'],
  'token list': ['player'],
  'token revoke': ['player'],
  'link create': ['account_only', '--for', 'setup'],
}

const request = (verdict: Verdict, body?: object, names: Record<string, string> = {}) => ({
  verdict,
  body,
  names,
})

/** By operation of the API. */
const ofApi: Readonly<Record<string, ReturnType<typeof request>>> = {
  'get /accounts/{id}': request('player'),
  'get /accounts/{id}/audit': request('player'),
  'get /accounts/{id}/app-passwords': request('player'),
  'patch /accounts/{id}': request('account_only', { email: 'anna@example.org' }),
  'post /accounts/{id}/suspend': request('player', { only: true }),
  'post /accounts/{id}/restore': request('player'),
  'post /accounts/{id}/unlock': request('player', {}),
  'post /accounts/{id}/links': request('account_only', { for: 'setup' }),
  'put /accounts/{id}/linked/{provider}': request('account_only', { subject: 's' }, { provider: 'school' }),
  'delete /accounts/{id}/linked/{provider}': request('account_only', undefined, { provider: 'school' }),
  'delete /accounts/{id}/second-factor': request('account_only'),
  'delete /accounts/{id}/app-passwords/{appPassword}': request('account_only', undefined, {
    appPassword: 'a1',
  }),
  'delete /accounts/{id}/tokens': request('player'),
  'get /accounts/{id}/friends': request('player'),
  'put /accounts/{id}/friends/{other}': request('player', undefined, { other: 'Alex' }),
  'delete /accounts/{id}/friends/{other}': request('player', undefined, { other: 'Alex' }),
  'delete /accounts/{id}/friends': request('player'),
  'delete /accounts/{id}/linked-players/{player}': request('player', undefined, { player: 'Steve@friends' }),
  'put /accounts/{id}/uploads': request('player', { allowed: true }),
  'put /accounts/{id}/skin': request('player', makePng(64, 64, noise(2))),
  'put /accounts/{id}/cape': request('player', makePng(64, 32, noise(3))),
  'delete /accounts/{id}/skin': request('player'),
  'delete /accounts/{id}/cape': request('player'),
}

const school = {
  name: 'school',
  preset: null,
  kind: 'openid',
  issuer: 'https://school.example.test',
  server: '{}',
  client_id: 'norn',
  client_secret: 'secret',
  title: 'School',
  registration: 'as-setting',
  email: 'claim',
  scope: 'openid',
  claims: '{}',
  group_map: '{}',
  auth: 'post',
  guild_required: 0,
  is_private: 0,
  created_at: 1,
} as const

/** They end a character, and have tests of their own. */
const endings = ['account delete', 'account keep', 'character join']
const endingRequests = [
  'delete /accounts/{id}',
  'post /accounts/{id}/delete-later',
  'post /accounts/{id}/keep',
]

/** They take an account as the owner of characters, or as a member of groups, which has tests of its own. */
const ofOwners = ['character list', 'character create', 'group add', 'group remove']
const ofOwnerRequests = [
  'get /accounts/{id}/characters',
  'post /accounts/{id}/characters',
  'post /accounts/{id}/join',
  'post /accounts/{id}/part',
]

attackStored(
  'commands that name a character work on it, or refuse what is its account’s',
  async (norn, t) => {
    const tried = [...Object.keys(ofCommands), ...endings, ...ofOwners]
    const naming = commands.filter(({ arguments: given }) => 'account' in given).map(({ name }) => name)
    assert.deepEqual(naming.sort(), tried.sort(), 'each is answered here')
    await norn.steve()
    await norn.json('character', 'create', 'Steve', 'Anna')
    const db = await norn.db()
    await db.query.insertInto('provider').values(school).execute()
    const skin = join(await mkdtemp(join(scratch(), 'norn-skin-')), 'skin.png')
    t.after(() => rm(dirname(skin), { recursive: true }))
    await writeFile(skin, makePng(64, 64, noise(1)))
    const [, { id }] = await norn.json('character', 'list', 'Steve')
    for (const [name, [verdict, ...more]] of Object.entries(ofCommands)) {
      const line = [...name.split(' '), id, ...more.map((word) => (word === 'skin.png' ? skin : word))]
      const { status, stderr } = await norn.run(line)
      assert.equal(status, verdict === 'player' ? 0 : 1, `${name}: ${stderr}`)
      if (verdict === 'account_only')
        assert.match(stderr, /to the account, not to a character.*: Steve/, name)
    }
  },
)

onEveryDatabase('requests that name a character', (start) => {
  test('work on it, or refuse what is its account’s', async () => {
    const service = await start()
    const { context } = service
    const account = await service.account()
    const anna = await addCharacter(service, account, 'Anna')
    await service.account({ username: 'Alex' })
    await context.db.query.insertInto('provider').values(school).execute()
    const { paths } = (await service.get('/openapi.json')).json
    const naming = Object.entries<object>(paths).flatMap(([path, methods]) =>
      path.startsWith('/api/v1/accounts/{id}')
        ? Object.keys(methods).map((method) => `${method} ${path.slice('/api/v1'.length)}`)
        : [],
    )
    const tried = [...Object.keys(ofApi), ...endingRequests, ...ofOwnerRequests]
    assert.deepEqual(naming.sort(), tried.sort(), 'each is answered here')
    const api = await adminClient(service)
    const unchanged = async () =>
      context.db.query.selectFrom('account').selectAll().where('id', '=', anna.id).executeTakeFirst()
    for (const [operation, { verdict, body, names }] of Object.entries(ofApi)) {
      const [method = '', path = ''] = operation.split(' ')
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => names[name] ?? anna.id)
      const before = await unchanged()
      const { status, text } =
        body instanceof Uint8Array
          ? await service.request(`/api/v1${filled}`, {
              method: method.toUpperCase(),
              headers: { authorization: `Bearer ${api.token}`, 'content-type': 'image/png' },
              body: new Uint8Array(body),
            })
          : await api.send(method.toUpperCase(), filled, body)
      const json = text === '' ? {} : JSON.parse(text)
      if (verdict === 'player')
        assert.ok(status < 300 || json.code === 'link_unknown', `${operation}: ${status}`)
      else {
        assert.deepEqual([status, json.code], [422, 'account_only'], operation)
        assert.match(json.detail, new RegExp(account.username), operation)
        assert.deepEqual(await unchanged(), before, operation)
      }
    }
    for (const body of [{ language: 'ru' }, { password: 'x' }, { roles: ['admin'] }, { roles: [] }])
      assert.equal((await api.send('PATCH', `/accounts/${anna.id}`, body)).json.code, 'account_only')
  })
})
