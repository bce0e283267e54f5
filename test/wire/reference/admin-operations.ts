// The requests to send, for the admin API.

import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { grantRole } from '../../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { maxPlayers } from '../../../src/domain/characters/players.ts'
import { createGroup, deleteGroup, listGroups } from '../../../src/domain/community/groups.ts'
import { addServer, listServers } from '../../../src/domain/community/servers.ts'
import { blockPlayer } from '../../../src/domain/friends/blocks.ts'
import { linkSubject } from '../../../src/domain/identities/operator.ts'
import { linkPlayerIn } from '../../../src/domain/linking/players.ts'
import { listName } from '../../../src/domain/neighbours/listed.ts'
import { addNeighbour, listNeighbours } from '../../../src/domain/neighbours/neighbours.ts'
import { findVisitor } from '../../../src/domain/neighbours/visitors.ts'
import { createClient } from '../../../src/domain/oauth/clients.ts'
import { deleteClient } from '../../../src/domain/oauth/deleted-clients.ts'
import { addBan } from '../../../src/domain/operation/bans.ts'
import { listDeletions } from '../../../src/domain/operation/deletions.ts'
import { listProviders } from '../../../src/domain/providers/kept.ts'
import { addProvider, setProvider } from '../../../src/domain/providers/providers.ts'
import { createInvite } from '../../../src/domain/registration/invites.ts'
import { createAppPassword, listAppPasswords } from '../../../src/domain/tokens/app-passwords.ts'
import { testWebhook } from '../../../src/domain/webhooks/change-webhook.ts'
import { listDeliveries } from '../../../src/domain/webhooks/deliveries.ts'
import { createWebhook } from '../../../src/domain/webhooks/webhooks.ts'
import { beginDeliveries } from '../../../src/jobs/webhooks.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { unusableHash } from '../../../src/passwords/passwords.ts'
import { addressesBelow } from '../../../src/state/neighbours/addresses.ts'
import { turnOff } from '../../../src/storage/records/webhooks.ts'
import { addCharacter } from '../../characters.ts'
import { storeVisitor, uuid } from '../../domain/neighbours/scene.ts'
import { chunk, makePng, noise } from '../../png.ts'
import { operator, type RunningService } from '../../service.ts'
import { adminClient } from '../admin/api.ts'
import { bedrockOperations } from './bedrock-operations.ts'
import type { Call, Calls } from './calls.ts'
import { moderationOperations } from './moderation-operations.ts'
import { shelfOperations } from './shelf-operations.ts'

const nobody = 'ab'.repeat(16)

/** Values to send in addition to the token. */
type Asked = (service: RunningService) => Promise<Call[]>

async function bearers(service: RunningService) {
  const [writing, reading] = [await adminClient(service), await adminClient(service, { isReadOnly: true })]
  const bearing = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  return { writing: bearing(writing), reading: bearing(reading) }
}

const reading =
  (asked: Asked): Calls =>
  async ({ service }) => {
    const { reading: headers } = await bearers(service)
    return (await asked(service)).map((call) => ({ ...call, headers }))
  }

const list = (...wrong: Record<string, string>[]): Calls =>
  reading(async () => [
    {},
    { query: { limit: '1' } },
    ...[{ limit: '0' }, ...wrong].map((query) => ({ query })),
  ])

const changing =
  (asked: Asked): Calls =>
  async ({ service }) => {
    const { writing, reading: readOnly } = await bearers(service)
    const calls = await asked(service)
    const [first] = calls
    return [...calls.map((call) => ({ ...call, headers: writing })), { ...first, headers: readOnly }]
  }

/** `other` is as valid as the first. */
const creating =
  (good: object, other: object, ...bad: (object | ((service: RunningService) => object))[]): Calls =>
  async ({ service }) => {
    const { writing, reading: readOnly } = await bearers(service)
    const keyed = { ...writing, 'idempotency-key': 'k' }
    return [
      { headers: keyed, body: good },
      { headers: keyed, body: other },
      { headers: { ...writing, 'idempotency-key': 'a b' }, body: good },
      { headers: readOnly, body: good },
      ...[{ nonsense: true }, ...bad].map((body) => ({
        headers: writing,
        body: typeof body === 'function' ? body(service) : body,
      })),
    ]
  }

const past = '2001-01-01'
let created = 0
const newAccount = () => ({
  username: `Made_${++created}`,
  password: 'x',
  email: `made${created}@example.test`,
})
const taken = newAccount()

const ofAccount =
  (...bodies: object[]): Asked =>
  async (service) => {
    const { id } = await service.account({ username: `Of_${++created}`, email: `of${created}@example.test` })
    const path = { id }
    const calls: Call[] = bodies.length === 0 ? [{ path }] : bodies.map((body) => ({ path, body }))
    return [...calls, { path: { id: nobody }, body: {} }]
  }

/** A picture for an account, files that are declined, and the picture for nobody. */
const pictures =
  (good: Buffer): Asked =>
  async (service) => {
    const { id } = await service.account({ username: `Of_${++created}`, email: `of${created}@example.test` })
    const bad = [
      Buffer.from('no PNG'),
      makePng(63, 64, noise(3)),
      makePng(64, 32, noise(3), [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))]),
    ]
    const calls = [good, ...bad].map((body) => ({ path: { id }, body }))
    return [...calls, { path: { id: nobody }, body: good }]
  }

const administrators = new WeakMap<RunningService, Promise<string>>()

/** The only administrator of the service. */
function administrator(service: RunningService): Promise<string> {
  const found = administrators.get(service)
  if (found) return found
  const made = service.account({ username: 'Boss', email: 'boss@example.test' }).then(async ({ id }) => {
    await grantRole(service.context, operator, await service.stored({ id }), 'admin')
    return id
  })
  administrators.set(service, made)
  return made
}

const andTheLast =
  (asked: Asked, body: object): Asked =>
  async (service) => [...(await asked(service)), { path: { id: await administrator(service) }, body }]

let heldNames = 0

/** A name that nobody can take, since its former owner's account was deleted. */
async function heldName(service: RunningService): Promise<string> {
  const account = await service.account({ username: `Held_${heldNames++}` })
  await deleteAccount(service.context, operator, await service.stored(account))
  return account.username
}

/** Makes an account with two characters, one of which is suspended. */
async function withCharacters(service: RunningService) {
  const owner = await service.account({ username: `Of_${++created}`, email: `of${created}@example.test` })
  const character = await addCharacter(service, owner, `Of_${++created}`)
  const suspended = await addCharacter(service, owner, `Of_${++created}`)
  await suspendAccount(service.context, operator, suspended, {}, { only: true })
  return { owner, character, suspended }
}

/** A request with these names in its path and this body about a character, which has not what it is about. */
const throughCharacter =
  (names: Record<string, string> = {}, body?: object): Asked =>
  async (service) => {
    const { character } = await withCharacters(service)
    return [{ path: { ...names, id: character.id }, ...(body && { body }) }]
  }

/** Adds such requests to others. */
const andThrough =
  (asked: Asked, ...more: Asked[]): Asked =>
  async (service) =>
    (await Promise.all([asked, ...more].map((each) => each(service)))).flat()

/** Accounts that can't join another, and others that can't own one, each with an email address. */
async function joiners(service: RunningService) {
  const { context } = service
  const own = async (more: object = {}) =>
    service.stored(
      await service.account({ username: `Of_${++created}`, email: `of${created}@example.test`, ...more }),
    )
  const [account, owner, leaving, suspended] = [await own(), await own(), await own(), await own()]
  await requestDeletion(context, operator, leaving)
  await suspendAccount(context, operator, suspended, {})
  const { owner: family, character } = await withCharacters(service)
  const { owner: full } = await withCharacters(service)
  for (let number = 3; number < maxPlayers; number++) await addCharacter(service, full, `Of_${++created}`)
  return { account, owner, leaving, suspended, family, character, full }
}

/** Deletions of an account that has characters: one that does not say so, one that says it wrongly, and one that does. */
const withoutAndWithCharacters: Asked = async (service) => {
  const path = { id: (await withCharacters(service)).owner.id }
  return [{ path }, { path, query: { characters: 'perhaps' } }, { path, query: { characters: 'true' } }]
}

const badNames = [
  { username: '..' },
  { username: 'admin' },
  { email: 'no' },
  { language: '?' },
  { password: '' },
]
const takenNames = [{ username: taken.username }, { email: taken.email }]

const url = 'https://hooks.example.test/'

const client = { client_name: 'Panel', redirect_uris: ['https://panel.example.test/'] }
const redirects = [
  'x',
  'https://a.example.test/#x',
  'http://a.example.test/',
  'app:/x',
  'https://A.example.test/',
].map((uri) => [uri])
/** It may exist already, since each operation is called in several ways. */
async function groupOf({ context }: RunningService, name: string): Promise<void> {
  const known = await listGroups(context)
  if (!known.some((group) => group.name === name)) await createGroup(context, operator, { name })
}

async function serverOf({ context }: RunningService, name: string): Promise<void> {
  const known = await listServers(context)
  if (!known.some((server) => server.name === name)) await addServer(context, operator, { name })
}

const placeAt = (base: string) => ({
  hasJoined: `${base}/hasJoined`,
  profile: `${base}/profile/`,
  namesUrl: `${base}/names`,
})

/** A neighbour at an address where nobody listens. */
const asNeighbour =
  (id: string): Asked =>
  async (service) => {
    const { context } = service
    const known = await listNeighbours(context)
    if (!known.some((neighbour) => neighbour.id === id)) {
      const addresses = addressesBelow('vendor', 'http://127.0.0.1:9', 'game')
      const place = { kind: 'vendor', root: null, addresses, textureHosts: [], isPrivate: true } as const
      await addNeighbour(context, operator, { id, place })
    }
    return [id, 'nobody'].map((each) => ({ path: { id: each } }))
  }

const github = { preset: 'github', clientId: 'norn', clientSecret: 'secret' } as const

/** A provider at which nobody listens. */
const asProvider =
  (name: string): Asked =>
  async ({ context }) => {
    const known = await listProviders(context)
    if (!known.some((provider) => provider.name === name)) {
      const [authorizeUrl, tokenUrl, userinfoUrl] = ['a', 't', 'u'].map((at) => `http://127.0.0.1:9/${at}`)
      const place = { kind: 'oauth2', authorizeUrl, tokenUrl, userinfoUrl, isPrivate: true } as const
      await addProvider(context, operator, { ...place, name, clientId: 'norn', clientSecret: 's' })
    }
    return [name, 'nobody'].map((each) => ({ path: { name: each } }))
  }

/** Adds Discord with a guild and a bot. Nobody is linked to it, so it is asked nothing. */
const asGuild =
  (name: string) =>
  async ({ context }: RunningService): Promise<void> => {
    const known = await listProviders(context)
    if (known.some((provider) => provider.name === name)) return
    const guild = '80351110224678900'
    const client = { clientId: 'norn', clientSecret: 's' }
    await addProvider(context, operator, { preset: 'discord', guild, name, ...client })
    await setProvider(context, operator, name, { botToken: 'token' })
  }

let linkedPlayers = 0

/** A player who is linked to the account, as the path names it. */
async function linkedPlayer(service: RunningService, account: string): Promise<string> {
  const { context } = service
  await asNeighbour('linking')(service)
  const player = { neighbour: 'linking', id: uuid(1000 + linkedPlayers++), name: 'Linked' }
  await context.db.transaction((tx) => linkPlayerIn(context, tx, account, player, 'code'))
  return 'Linked@linking'
}

/** Names at a neighbour that are listed, unknown, for no game server, or no names. */
const listing =
  (id: string): Asked =>
  async (service) => {
    await asNeighbour(id)(service)
    await listName(service.context, operator, id, { name: 'Listed' })
    return [
      { path: { id, name: 'Listed' } },
      { path: { id, name: 'Nobody' } },
      { path: { id, name: 'a b' } },
      { path: { id: 'nobody', name: 'Listed' } },
      { path: { id, name: 'Listed' }, query: { server: 'nobody' } },
      { path: { id, name: 'Listed' }, query: { server: 'n'.repeat(33) } },
    ]
  }

const asVisitor =
  (number: number): Asked =>
  async (service) => {
    const given = { id: uuid(number), name: `Visitor_${number}` }
    await findVisitor(service.context, given.id).catch(() => storeVisitor(service.context, given))
    return [given.id, 'Nobody@other'].map((id) => ({ path: { id } }))
  }

const asServer =
  (name: string): Asked =>
  async (service) => {
    await serverOf(service, name)
    return [name, 'nobody'].map((each) => ({ path: { name: each } }))
  }

const membersOf =
  (name: string): Asked =>
  async (service) => {
    await groupOf(service, name)
    const { id } = await service.account()
    return [{ path: { name, id } }, { path: { name: 'nobody', id } }, { path: { name, id: nobody } }]
  }

const others: Record<string, Calls> = {
  'get /api/v1/clients': list(),
  'post /api/v1/clients': creating(
    client,
    { ...client, public: true },
    { ...client, pkce: 'optional' },
    { ...client, pkce: 'optional', public: true },
    { ...client, pkce: 'no' },
    { ...client, client_name: '' },
    { ...client, groups: ['nobody'] },
    ...[[], Array(100).fill('https://a.example.test/'), ...redirects].map((redirect_uris) => ({
      ...client,
      redirect_uris,
    })),
  ),
  'get /api/v1/clients/{id}': reading(async () => [
    { path: { id: 'launchers' } },
    { path: { id: 'nobody' } },
  ]),
  'patch /api/v1/clients/{id}': changing(async ({ context }) => {
    const redirectUris = ['https://a.example.test/']
    const made = async (isPublic: boolean) => {
      const wanted = { client_name: 'A', redirect_uris: redirectUris, public: isPublic }
      return (await createClient(context, operator, wanted)).client.clientId
    }
    const [id, open] = [await made(false), await made(true)]
    const uris = [[], Array(100).fill('https://a.example.test/'), ...redirects]
    const bodies = [
      { client_name: 'B', post_logout_redirect_uris: redirectUris },
      { client_name: '' },
      { public: false },
      { groups: ['nobody'] },
      { groups: Array(33).fill('crew') },
      ...uris.map((redirect_uris) => ({ redirect_uris })),
    ]
    const unknown = ['launchers', 'nobody'].map((other) => ({ path: { id: other }, body: {} }))
    const loose = { path: { id: open }, body: { pkce: 'optional' } }
    return [...bodies.map((body) => ({ path: { id }, body })), loose, ...unknown]
  }),
  'post /api/v1/clients/{id}/secret': changing(async ({ context }) => {
    const redirectUris = ['https://a.example.test/']
    const wanted = { client_name: 'A', redirect_uris: redirectUris }
    const made = await createClient(context, operator, wanted)
    return [made.client.clientId, 'launchers', 'nobody'].map((id) => ({ path: { id } }))
  }),
  'delete /api/v1/clients/{id}': changing(async ({ context }) => {
    const redirectUris = ['https://a.example.test/']
    const wanted = { client_name: 'A', redirect_uris: redirectUris, public: true }
    const made = await createClient(context, operator, wanted)
    return [made.client.clientId, 'launchers', 'nobody'].map((id) => ({ path: { id } }))
  }),
  'get /api/v1/backup': reading(async () => [{}]),
  'post /api/v1/backup': changing(async () => [{}]),
  'post /api/v1/mail/test': changing(async () =>
    ['owner@example.test', 'nobody'].map((address) => ({ body: { address } })),
  ),
  'get /api/v1/deletions': list(),
  'post /api/v1/deletions/{id}/undo': changing(async ({ context }) => {
    const { client: made } = await createClient(context, operator, {
      client_name: 'A',
      redirect_uris: ['https://a.example.test/'],
    })
    await deleteClient(context, operator, made.clientId)
    const client = (await listDeletions(context)).find(({ name }) => name === made.clientId)
    await createGroup(context, operator, { name: 'undone' })
    await deleteGroup(context, operator, 'undone')
    await createGroup(context, operator, { name: 'undone' })
    const group = (await listDeletions(context)).find(({ name }) => name === 'undone')
    return [client?.id ?? '', group?.id ?? '', 'nobody'].map((id) => ({ path: { id } }))
  }),
  'get /api/v1/settings': list(),
  'get /api/v1/settings/{name}': reading(async () => ['name', 'nothing'].map((name) => ({ path: { name } }))),
  'put /api/v1/settings/{name}': changing(async () => [
    { path: { name: 'name' }, body: { value: 'Norn' } },
    { path: { name: 'nothing' }, body: { value: 'x' } },
    ...['name', 'accent', 'logo', 'welcome', 'rules', 'links'].map((name) => ({
      path: { name },
      body: { value: '\u0007' },
    })),
  ]),
  'delete /api/v1/settings/{name}': changing(async () =>
    ['name', 'nothing'].map((name) => ({ path: { name } })),
  ),
  'get /api/v1/groups': list(),
  'post /api/v1/groups': creating(
    { name: 'staff', title: 'Staff', colour: '1f7a5c' },
    { name: 'vip' },
    { name: 'staff' },
    { name: 'A' },
    { name: 'a', title: ' ' },
    { name: 'a', colour: 'x' },
  ),
  'get /api/v1/groups/{name}': reading(async (service) => {
    await groupOf(service, 'shown')
    return ['shown', 'nobody'].map((name) => ({ path: { name } }))
  }),
  'patch /api/v1/groups/{name}': changing(async (service) => {
    await groupOf(service, 'changed')
    const bodies = [{ title: 'A' }, { title: ' ' }, { colour: 'x' }, { other: 1 }]
    const calls = bodies.map((body) => ({ path: { name: 'changed' }, body }))
    return [...calls, { path: { name: 'nobody' }, body: {} }]
  }),
  'delete /api/v1/groups/{name}': changing(async (service) => {
    await groupOf(service, 'deleted')
    return ['deleted', 'nobody'].map((name) => ({ path: { name } }))
  }),
  'put /api/v1/groups/{name}/members/{id}': changing(membersOf('added')),
  'delete /api/v1/groups/{name}/members/{id}': changing(membersOf('removed')),
  'get /api/v1/servers': list(),
  'post /api/v1/servers': creating(
    { name: 'survival', address: 'play.example.test:25565' },
    { name: 'lobby' },
    { name: 'survival' },
    { name: 'A' },
    { name: 'a', title: ' ' },
    { name: 'a', address: 'a b' },
    { name: 'a', groups: ['nobody'] },
    { name: 'a', groups: Array(33).fill('a') },
    { name: 'a', neighbours: ['nobody'] },
  ),
  'get /api/v1/servers/{name}': reading(async (service) => {
    await serverOf(service, 'shown')
    return ['shown', 'nobody'].map((name) => ({ path: { name } }))
  }),
  'patch /api/v1/servers/{name}': changing(async (service) => {
    await serverOf(service, 'changed')
    const wrong = [
      { title: ' ' },
      { address: 'a b' },
      { groups: ['nobody'] },
      { groups: Array(33).fill('a') },
      { neighbours: ['nobody'] },
    ]
    const calls = [{ title: 'A' }, ...wrong, { other: 1 }].map((body) => ({
      path: { name: 'changed' },
      body,
    }))
    return [...calls, { path: { name: 'nobody' }, body: {} }]
  }),
  'post /api/v1/servers/{name}/pause': changing(asServer('paused')),
  'post /api/v1/servers/{name}/resume': changing(asServer('resumed')),
  'post /api/v1/servers/{name}/rotate': changing(async (service) => {
    const calls = await asServer('rotated')(service)
    return [
      ...calls.map((call) => ({ ...call, body: { grace: '1s' } })),
      { ...calls[0], body: { grace: '1w' } },
    ]
  }),
  'delete /api/v1/servers/{name}': changing(asServer('removed')),
  'get /api/v1/neighbours': list(),
  'post /api/v1/neighbours': creating(
    { id: 'other', kind: 'vendor' },
    { id: 'urls', kind: 'urls', ...placeAt('https://other.example.test') },
    { id: 'other', kind: 'vendor' },
    { id: 'A', kind: 'vendor' },
    { id: 'a', kind: 'urls' },
    { id: 'a', kind: 'vendor', root: 'ftp://other.example.test' },
    { id: 'a', kind: 'vendor', root: 'https://127.0.0.1' },
    { id: 'a', kind: 'vendor', names: '(' },
    { id: 'a', kind: 'vendor', names: '((a|a)+)+b' },
    ({ baseUrl }) => ({
      id: 'a',
      kind: 'authlib-injector',
      root: `${baseUrl}/authlib-injector`,
      private: true,
    }),
    { id: 'a', kind: 'urls', ...placeAt('https://other.example.test'), texturesKey: 'MIIB' },
    { id: 'a', kind: 'authlib-injector', root: 'http://127.0.0.1:9/', private: true },
    { id: 'a', kind: 'other' },
  ),
  'get /api/v1/neighbours/{id}': reading(asNeighbour('shown')),
  'patch /api/v1/neighbours/{id}': changing(async (service) => {
    const [known, unknown] = await asNeighbour('changed')(service)
    const clients = [{ clientId: 'norn' }, { clientId: 'norn', clientSecret: 's' }, { clientId: null }]
    const bodies = [
      { trust: 7, lookups: false },
      { textureHosts: ['skins.example.test'] },
      { textureHosts: ['https://skins.example.test'] },
      { names: '(' },
      { names: '((a|a)+)+b' },
      { trust: 101 },
      { other: 1 },
      ...clients,
    ]
    return [...bodies.map((body) => ({ ...known, body })), { ...unknown, body: {} }]
  }),
  'post /api/v1/neighbours/{id}/confirm-key': changing(asNeighbour('confirmed')),
  'post /api/v1/neighbours/{id}/pause': changing(asNeighbour('paused')),
  'post /api/v1/neighbours/{id}/resume': changing(asNeighbour('resumed')),
  'post /api/v1/neighbours/{id}/test': changing(async (service) => {
    const [known, unknown] = await asNeighbour('tested')(service)
    const bodies = [{}, { name: 'a b' }, { other: 1 }]
    return [...bodies.map((body) => ({ ...known, body })), { ...unknown, body: {} }]
  }),
  'delete /api/v1/neighbours/{id}': changing(asNeighbour('removed')),
  'put /api/v1/neighbours/{id}/names/{name}': changing(listing('lists')),
  'delete /api/v1/neighbours/{id}/names/{name}': changing(listing('unlists')),
  'delete /api/v1/neighbours/{id}/visitors': changing(asNeighbour('purged')),
  'get /api/v1/providers': list(),
  'post /api/v1/providers': creating(
    { ...github, name: 'other' },
    { ...github, name: 'another' },
    { ...github, name: 'other' },
    { ...github, name: 'A' },
    { ...github, name: 'a', clientSecret: 'two\nlines' },
    { ...github, name: 'a', tenant: 'common' },
    { ...github, name: 'a', groupMap: { staff: 'nobody' } },
    { ...github, name: 'a', preset: undefined, issuer: 'http://127.0.0.1:9', private: true },
    { ...github, name: 'a', preset: undefined, issuer: 'https://127.0.0.1:9' },
    { ...github, name: 'a', preset: 'other' },
  ),
  'get /api/v1/providers/{name}': reading(asProvider('shown')),
  'patch /api/v1/providers/{name}': changing(async (service) => {
    const [known, unknown] = await asProvider('changed')(service)
    const bodies = [
      { title: 'Code', claims: { groups: 'teams' }, clientSecret: 'another' },
      { title: ' ' },
      { guild: '80351110224678912' },
      { botToken: 'token' },
      { groupMap: { staff: 'nobody' } },
      { claims: { nobody: 'a' } },
    ]
    const { query } = service.context.db
    const row = await query
      .selectFrom('provider')
      .selectAll()
      .where('name', '=', 'changed')
      .executeTakeFirstOrThrow()
    const claims = JSON.stringify({ subject: 'sub', username: 'name', email: null, groups: null })
    const silent = {
      ...row,
      name: 'silent',
      kind: 'openid',
      issuer: 'http://127.0.0.1:9',
      scope: 'openid',
      claims,
    } as const
    await query
      .insertInto('provider')
      .values(silent)
      .onConflict((on) => on.doNothing())
      .execute()
    return [
      ...bodies.map((body) => ({ ...known, body })),
      { ...unknown, body: {} },
      { path: { name: 'silent' }, body: { refresh: true } },
    ]
  }),
  'post /api/v1/providers/{name}/test': changing(asProvider('tested')),
  'post /api/v1/providers/{name}/sync': changing(async (service) => {
    const [without, unknown] = await asProvider('without-a-bot')(service)
    await asGuild('guild')(service)
    return [{ path: { name: 'guild' } }, { ...without }, { ...unknown }]
  }),
  'delete /api/v1/providers/{name}': changing(async (service) => {
    const [known, unknown] = await asProvider('removed')(service)
    const { context } = service
    const { id } = await service.account()
    await context.db.query
      .updateTable('account')
      .set({ password_hash: unusableHash })
      .where('id', '=', id)
      .execute()
    const row = { provider: 'removed', subject: id, account_id: id, linked_at: 1 }
    await context.db.query.insertInto('linked_identity').values(row).execute()
    return [{ ...known }, { ...known, query: { force: 'true' } }, { ...unknown }]
  }),
  'get /api/v1/visitors': list(),
  'get /api/v1/visitors/refused': reading(async () => [{}]),
  'get /api/v1/visitors/{id}': reading(asVisitor(1)),
  'post /api/v1/visitors/{id}/suspend': changing(async (service) => {
    const [known, unknown] = await asVisitor(2)(service)
    const bodies = [
      { reason: 'griefing' },
      { reason: '\u0007' },
      { until: past },
      { until: 'x' },
      { other: 1 },
    ]
    return [...bodies.map((body) => ({ ...known, body })), { ...unknown, body: {} }]
  }),
  'post /api/v1/visitors/{id}/restore': changing(asVisitor(3)),
  'delete /api/v1/visitor-names/{name}': changing(async (service) => {
    await asVisitor(4)(service)
    return ['Visitor_4', 'nobody'].map((name) => ({ path: { name } }))
  }),
  'get /api/v1/invites': list(),
  'get /api/v1/overview': reading(async () => [{}]),
  'get /api/v1/figures': reading(async () => [
    {},
    { query: { period: 'year' } },
    { query: { period: 'day' } },
    { query: { server: 'nowhere' } },
  ]),
  'get /api/v1/why': reading(async () => [{ query: { name: 'Steve' } }, { query: { name: '' } }, {}]),
  'post /api/v1/invites': creating({}, { uses: 2 }, { expiresAt: past }, { group: 'nobody' }),
  'delete /api/v1/invites/{code}': changing(async ({ context }) => {
    const { code } = await createInvite(context, operator, { uses: 1, expiresAt: null })
    return [code, 'nothing'].map((each) => ({ path: { code: each } }))
  }),
  'delete /api/v1/held-names/{name}': changing(async (service) => {
    const name = await heldName(service)
    return [name, 'nobody'].map((each) => ({ path: { name: each } }))
  }),
  'get /api/v1/bans': list(),
  'post /api/v1/bans': creating(
    { ip: '198.51.100.1' },
    { ip: '198.51.100.2' },
    { ip: 'x' },
    { ip: '198.51.100.1', until: past },
  ),
  'delete /api/v1/bans/{ip}': changing(async ({ context }) => {
    await addBan(context, operator, '203.0.113.0/24')
    return ['203.0.113.0/24', '203.0.113.9', 'x'].map((ip) => ({ path: { ip } }))
  }),
  'get /api/v1/keys': list(),
  'post /api/v1/keys': creating({ use: 'tokens' }, { use: 'tokens', now: false }),
  'get /api/v1/webhooks': list(),
  'post /api/v1/webhooks': creating(
    { url },
    { url, events: ['account.*'], format: 'discord' },
    ...['x', 'https://127.0.0.1/', 'http://hooks.example.test/'].map((bad) => ({ url: bad })),
    { url, events: ['nothing'] },
  ),
  'patch /api/v1/webhooks/{id}': changing(async ({ context }) => {
    const { webhook } = await createWebhook(context, operator, { url, events: [], format: undefined })
    const bad = ['x', 'https://127.0.0.1/', 'http://hooks.example.test/'].map((wrong) => ({ url: wrong }))
    const bodies = [{ url, events: ['account.*'] }, ...bad, { events: ['nothing'] }, { other: 1 }]
    const path = { id: webhook.id }
    return [...bodies.map((body) => ({ path, body })), { path: { id: 'nobody' }, body: {} }]
  }),
  'post /api/v1/webhooks/{id}/test': changing(async ({ context }) => {
    const made = async () =>
      (await createWebhook(context, operator, { url, events: [], format: undefined })).webhook.id
    const [id, off, often] = [await made(), await made(), await made()]
    await context.db.transaction((tx) => turnOff(tx, off, 0))
    for (let count = 0; count < 10; count++) await testWebhook(context, operator, often)
    return [id, off, often, 'nobody'].map((each) => ({ path: { id: each } }))
  }),
  'delete /api/v1/webhooks/{id}': changing(async ({ context }) => {
    const { webhook } = await createWebhook(context, operator, { url, events: [], format: undefined })
    return [webhook.id, 'nobody'].map((id) => ({ path: { id } }))
  }),
  'get /api/v1/webhooks/{id}/deliveries': reading(async ({ context }) => {
    const { webhook } = await createWebhook(context, operator, { url, events: [], format: undefined })
    await Promise.all(await beginDeliveries(context, AbortSignal.abort()))
    const path = { id: webhook.id }
    return [{ path }, { path: { id: 'nobody' } }, { path, query: { limit: '0' } }]
  }),
  'post /api/v1/webhooks/{id}/deliveries/{delivery}/send': changing(async ({ context }) => {
    const { webhook } = await createWebhook(context, operator, { url, events: [], format: undefined })
    await Promise.all(await beginDeliveries(context, AbortSignal.abort()))
    const [delivery] = await listDeliveries(context, { webhookId: webhook.id, limit: 1 })
    const path = { id: webhook.id, delivery: delivery?.id ?? '' }
    const off = await createWebhook(context, operator, { url, events: [], format: undefined })
    await context.db.transaction((tx) => turnOff(tx, off.webhook.id, 0))
    const others = [{ delivery: 'nothing' }, { id: 'nobody' }, { id: off.webhook.id }]
    return [path, ...others.map((other) => ({ ...path, ...other }))].map((each) => ({ path: each }))
  }),
  'get /api/v1/api-tokens': list(),
  'post /api/v1/api-tokens': creating(
    { name: 'bot' },
    { name: 'bot', readOnly: true },
    { name: '' },
    { name: 'bot', expiresAt: past },
  ),
  'delete /api/v1/api-tokens/{id}': changing(async (service) => {
    const { id } = await adminClient(service)
    return [
      ...[id, 'nobody'].map((each) => ({ path: { id: each } })),
      { path: { id }, query: { cascade: 'perhaps' } },
    ]
  }),
}

export const adminOperations: Record<string, Calls> = {
  'get /api/v1/accounts': list({ suspended: 'perhaps' }, { owner: nobody }),
  'post /api/v1/accounts': async (world) => {
    const bad = [...badNames, { id: '0' }, { id: '0a'.repeat(16) }, ...takenNames]
    const id = '0a'.repeat(16)
    const first = { headers: (await bearers(world.service)).writing, body: { ...taken, id } }
    const held = { username: await heldName(world.service) }
    const more = [...bad, held].map((each) => ({ ...newAccount(), ...each }))
    return [first, ...(await creating(newAccount(), newAccount(), ...more)(world))]
  },
  'get /api/v1/accounts/{id}': reading(ofAccount()),
  'patch /api/v1/accounts/{id}': changing(async (service) => {
    const wrong = [{ nonsense: true }, ...badNames, ...takenNames, { username: await heldName(service) }]
    const { character, suspended } = await withCharacters(service)
    return [
      ...(await andTheLast(ofAccount({ language: 'pt_br' }, ...wrong), { roles: [] })(service)),
      { path: { id: character.id }, body: { language: 'de' } },
      { path: { id: suspended.id }, body: { primary: true } },
      { path: { id: character.id }, body: { primary: true } },
    ]
  }),
  'get /api/v1/accounts/{id}/characters': reading(ofAccount()),
  'post /api/v1/accounts/{id}/characters': async (world) => {
    const { service } = world
    const { owner, character } = await withCharacters(service)
    const { owner: full } = await withCharacters(service)
    for (let number = 3; number < maxPlayers; number++) await addCharacter(service, full, `Of_${++created}`)
    const named = () => ({ username: `Made_${++created}` })
    const wrong = [
      { username: '..' },
      { username: 'admin' },
      { username: owner.username },
      { username: await heldName(service) },
      { ...named(), id: '0' },
      { ...named(), id: owner.id },
    ]
    const calls = await creating(named(), named(), ...wrong)(world)
    const { writing } = await bearers(service)
    return [
      ...calls.map((call) => ({ ...call, path: { id: owner.id } })),
      ...[full.id, character.id, nobody].map((id) => ({ path: { id }, headers: writing, body: named() })),
    ]
  },
  'delete /api/v1/accounts/{id}': changing(async (service) => [
    ...(await andTheLast(ofAccount(), {})(service)),
    ...(await withoutAndWithCharacters(service)),
  ]),
  'post /api/v1/accounts/{id}/suspend': changing(
    andThrough(
      andTheLast(
        ofAccount({ reason: 'x' }, { reason: 7 }, { reason: '👋'.repeat(999) }, { until: past }),
        {},
      ),
      throughCharacter({}, { only: true }),
      ofAccount({ only: true }),
    ),
  ),
  'post /api/v1/accounts/{id}/join': changing(async (service) => {
    const { account, owner, leaving, suspended, family, character, full } = await joiners(service)
    const path = { id: account.id }
    const dropEmail = true
    const badOwners = [character, suspended, leaving, full, account, { id: nobody }]
    return [
      { path, body: { owner: owner.id } },
      ...badOwners.map(({ id }) => ({ path, body: { owner: id, dropEmail } })),
      ...[leaving, family, character, { id: nobody }, { id: await administrator(service) }].map(({ id }) => ({
        path: { id },
        body: { owner: owner.id, dropEmail },
      })),
      { path, body: { owner: owner.id, dropEmail } },
      { path, body: {} },
    ]
  }),
  'get /api/v1/accounts/{id}/friends': reading(ofAccount()),
  'put /api/v1/accounts/{id}/friends/{other}': changing(async (service) => {
    const { id } = await service.account()
    const known = async () => (await service.account()).id
    // The service of this test has a limit of two.
    const [first, second, third] = [await known(), await known(), await known()]
    const { leaving } = await joiners(service)
    const [one, another] = [await known(), await known()]
    await blockPlayer(service.context, another, one)
    return [
      ...[id, first, first, second, third, leaving.id, nobody].map((other) => ({ path: { id, other } })),
      { path: { id: one, other: another } },
      { path: { id: nobody, other: id } },
    ]
  }),
  'delete /api/v1/accounts/{id}/friends/{other}': changing(async (service) => {
    const { id } = await service.account()
    return [id, nobody].map((other) => ({ path: { id, other } }))
  }),
  'delete /api/v1/accounts/{id}/friends': changing(ofAccount()),
  'post /api/v1/accounts/{id}/part': changing(async (service) => {
    const { account } = await joiners(service)
    const { owner, character, suspended } = await withCharacters(service)
    const path = { id: character.id }
    const { character: kept, owner: barred } = await withCharacters(service)
    await suspendAccount(service.context, operator, await service.stored(barred), {})
    return [
      { path, body: { email: 'no' } },
      { path, body: { email: account.email } },
      { path, body: { email: 7 } },
      { path, body: { email: `parted${++created}@example.test` } },
      ...[suspended, owner, kept, { id: nobody }].map(({ id }) => ({ path: { id }, body: {} })),
    ]
  }),
  'post /api/v1/accounts/{id}/links': async (world) => {
    const { service } = world
    const { writing } = await bearers(service)
    const [good, unknown] = await ofAccount()(service)
    const suspended = await service.account({
      username: `Of_${++created}`,
      email: `of${created}@example.test`,
    })
    await suspendAccount(service.context, operator, await service.stored(suspended), {})
    const ends = ['400d', past].map((expiresAt) => ({ ...good, body: { for: 'setup', expiresAt } }))
    const { character } = await withCharacters(service)
    const others = [unknown, { path: { id: suspended.id } }, { path: { id: character.id } }].map((call) => ({
      ...call,
      body: { for: 'setup' },
    }))
    const calls = await creating({ for: 'password' }, { for: 'second-factor' })(world)
    return [
      ...calls.map((call) => ({ ...call, ...(good?.path && { path: good.path }) })),
      ...[...ends, ...others].map((call) => ({ ...call, headers: writing })),
    ]
  },
  'post /api/v1/accounts/{id}/restore': changing(async (service) => {
    const calls = await ofAccount()(service)
    const only = ['true', 'perhaps'].map((each) => ({ ...calls[0], query: { only: each } }))
    return [...calls, ...only]
  }),
  'delete /api/v1/accounts/{id}/tokens': changing(ofAccount()),
  'delete /api/v1/accounts/{id}/second-factor': changing(andThrough(ofAccount(), throughCharacter())),
  'post /api/v1/accounts/{id}/delete-later': changing(async (service) => [
    ...(await andTheLast(ofAccount(), {})(service)),
    ...(await withoutAndWithCharacters(service)),
  ]),
  'post /api/v1/accounts/{id}/keep': changing(async (service) => {
    const { owner, character } = await withCharacters(service)
    await requestDeletion(service.context, operator, await service.stored(owner), {
      withCharacters: true,
    })
    return [...(await ofAccount()(service)), { path: { id: character.id } }]
  }),
  'post /api/v1/accounts/{id}/unlock': changing(ofAccount({}, { address: '192.0.2.7' }, { address: 'here' })),
  'get /api/v1/accounts/{id}/app-passwords': reading(async (service) => [
    ...(await ofAccount()(service)),
    { path: { id: nobody }, query: { limit: '0' } },
  ]),
  'delete /api/v1/accounts/{id}/app-passwords/{appPassword}': changing(async (service) => {
    const [known, unknown] = await ofAccount()(service)
    const account = { id: known?.path?.id ?? '' }
    const by = accountActor({ ...account, username: 'x' }, '192.0.2.1')
    await createAppPassword(service.context, by, account, 'HMCL')
    const [{ id = '' } = {}] = await listAppPasswords(service.context, account)
    return [
      ...[id, 'nothing'].map((appPassword) => ({ path: { ...known?.path, appPassword } })),
      { path: { ...unknown?.path, appPassword: id } },
      ...(await throughCharacter({ appPassword: id })(service)),
    ]
  }),
  'put /api/v1/accounts/{id}/linked/{provider}': changing(async (service) => {
    const [known, unknown] = await ofAccount()(service)
    for (let number = 0; number < 11; number++) await asProvider(`linking${number}`)(service)
    const other = await service.stored(await service.account())
    const subject = other.id
    await linkSubject(service.context, operator, other, { provider: 'linking0', subject })
    const at = (provider: string, body: unknown) => ({ path: { ...known?.path, provider }, body })
    return [
      at('linking0', { subject }),
      ...Array.from({ length: 11 }, (_, number) => at(`linking${number}`, { subject: `${subject}1` })),
      at('linking1', { subject: `${subject}2` }),
      at('linking1', { subject: ' \n' }),
      at('nobody', { subject }),
      { path: { ...unknown?.path, provider: 'linking0' }, body: { subject } },
      ...(await throughCharacter({ provider: 'linking1' }, { subject: `${subject}3` })(service)),
    ]
  }),
  'delete /api/v1/accounts/{id}/linked/{provider}': changing(async (service) => {
    const { context } = service
    await asProvider('unlinking')(service)
    const [known, unknown] = await ofAccount()(service)
    const without = await service.account()
    await linkSubject(context, operator, without, { provider: 'unlinking', subject: without.id })
    await context.db.query
      .updateTable('account')
      .set({ password_hash: unusableHash })
      .where('id', '=', without.id)
      .execute()
    return [
      { path: { ...known?.path, provider: 'unlinking' } },
      { path: { ...known?.path, provider: 'nobody' } },
      { path: { ...unknown?.path, provider: 'unlinking' } },
      { path: { id: without.id, provider: 'unlinking' } },
      ...(await throughCharacter({ provider: 'unlinking' })(service)),
    ]
  }),
  'delete /api/v1/accounts/{id}/linked-players/{player}': changing(async (service) => {
    const [known, unknown] = await ofAccount()(service)
    const player = await linkedPlayer(service, known?.path?.id ?? '')
    return [player, 'Nobody@linking']
      .map((each) => ({ path: { ...known?.path, player: each } }))
      .concat({
        path: { ...unknown?.path, player },
      })
  }),
  'put /api/v1/accounts/{id}/skin': changing(async (service) => [
    ...(await pictures(makePng(64, 64, noise(1)))(service)),
    { path: { id: nobody }, query: { model: 'wide' }, body: makePng(64, 64, noise(1)) },
  ]),
  'put /api/v1/accounts/{id}/cape': changing(pictures(makePng(64, 32, noise(2)))),
  'delete /api/v1/accounts/{id}/skin': changing(ofAccount()),
  'delete /api/v1/accounts/{id}/cape': changing(ofAccount()),
  'get /api/v1/accounts/{id}/audit': reading(async (service) => [
    ...(await ofAccount()(service)),
    { path: { id: nobody }, query: { event: 'nothing' } },
  ]),
  'get /api/v1/audit': list({ event: 'nothing' }, { account: 'x' }),
  ...moderationOperations({ changing, reading, nobody }),
  ...shelfOperations({ changing, reading }),
  ...bedrockOperations({ changing, creating, list: () => list(), nobody }),
  ...others,
}
