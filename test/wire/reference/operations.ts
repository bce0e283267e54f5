// Requests for each operation of the OpenAPI document that produce every answer it can give.

import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { setTexture } from '../../../src/domain/game/set-textures.ts'
import { enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import { chunk, makePng, noise } from '../../png.ts'
import { operator } from '../../service.ts'
import { deviceTokens } from '../oauth2/oauth.ts'
import { adminOperations } from './admin-operations.ts'
import { bedrockLookups } from './bedrock-operations.ts'
import type { Call, Calls, World } from './calls.ts'
import { friendsAt } from './friends-operations.ts'
import { wardrobeOperations } from './wardrobe-operations.ts'

const nobody = 'ab'.repeat(16)

async function joined({ service, player }: World) {
  const { id, username, accessToken } = await player()
  await service.post('/session/join', { accessToken, selectedProfile: id, serverId: 'x' })
  return username
}

/** A valid login, a wrong password, a clientToken that is too long, and accounts that may not sign in. */
const authenticate =
  (clientToken: object): Calls =>
  async ({ service, player }) => {
    const { username, password } = await player()
    const [guarded, suspended] = [await player(), await player()]
    await enableSecondFactor(
      service.context,
      operator,
      await service.stored({ id: guarded.accountId ?? guarded.id }),
    )
    await suspendAccount(service.context, operator, await service.stored(suspended), {})
    return [
      { body: { username, password, ...clientToken, requestUser: 'true' } },
      { body: { username, password: 'wrong', ...clientToken } },
      { body: { username, password, clientToken: 'c'.repeat(256) } },
      ...[guarded, suspended].map((other) => ({
        body: { username: other.username, password: other.password, ...clientToken },
      })),
    ]
  }

const join: Calls = async ({ player }) => {
  const { id, accessToken } = await player()
  return [
    { body: { accessToken, selectedProfile: id, serverId: 'x' } },
    { body: { accessToken, selectedProfile: nobody, serverId: 'x' } },
    { body: { accessToken, selectedProfile: 'nobody', serverId: 'x' } },
    { body: { accessToken: 'rubbish', selectedProfile: id, serverId: 'x' } },
  ]
}

const hasJoined: Calls = async (world) => [
  { query: { username: await joined(world), serverId: 'x' } },
  { query: { username: 'nobody', serverId: 'x' } },
  { query: { username: 'nobody' } },
]

const profile: Calls = async ({ player }) => {
  const { id } = await player()
  return [id, nobody, 'no-uuid'].flatMap((uuid) => [
    { path: { uuid } },
    { path: { uuid }, query: { unsigned: 'true' } },
    { path: { uuid }, query: { unsigned: 'false' } },
  ])
}

const byName: Calls = async ({ player }) => {
  const { username } = await player()
  return [{ path: { username }, query: { at: '0' } }, { path: { username: 'nobody' } }]
}

const names: Calls = async ({ player }) => {
  const { id } = await player()
  return [id, nobody, 'no-uuid'].map((uuid) => ({ path: { uuid } }))
}

const byNames: Calls = async ({ player }) => {
  const { username } = await player()
  return [{ body: [username, 'nobody'] }, { body: [''] }, { body: Array(101).fill(username) }]
}

async function dressed({ service, player }: World): Promise<{ id: string; username: string }> {
  const someone = await player()
  await setTexture(service.context, operator, someone.id, 'skin', makePng(64, 64, noise(1)))
  await setTexture(service.context, operator, someone.id, 'cape', makePng(64, 32, noise(2)))
  return someone
}

/** An image, the same for a client that has it already, and none. */
const picture =
  (place: 'path' | 'query', parameter: string): Calls =>
  async (world) => {
    const { username } = await dressed(world)
    const of = (name: string) => ({ [place]: { [parameter]: name } })
    return [of(username), { ...of(username), headers: { 'if-none-match': '*' } }, of('nobody')]
  }

const portrait: Calls = async (world) => [
  ...(await picture('path', 'player')(world)),
  { path: { player: 'nobody' }, query: { size: 'large' } },
]

/** A picture of a texture, the same for a client that has it, one of an unknown texture, and a wrong height. */
const render: Calls = async (world) => {
  const { id } = await dressed(world)
  const { json } = await world.service.get(`/session/profile/${id}`)
  const { SKIN } = JSON.parse(Buffer.from(json.properties[0].value, 'base64').toString()).textures
  const path = { hash: `${new URL(SKIN.url).pathname.split('/').at(-1)}.png` }
  return [
    { path, query: { view: 'back', model: 'slim', height: '128' } },
    { path, headers: { 'if-none-match': '*' } },
    { path: { hash: nobody } },
    { path, query: { height: '200' } },
  ]
}

const texturesOf: Calls = async (world) => {
  const { username } = await dressed(world)
  return [{ path: { name: username } }, { path: { name: 'nobody' } }]
}

const textureFile: Calls = async (world) => {
  const { id } = await dressed(world)
  const { json } = await world.service.get(`/session/profile/${id}`)
  const { SKIN } = JSON.parse(Buffer.from(json.properties[0].value, 'base64').toString()).textures
  const path = { hash: new URL(SKIN.url).pathname.split('/').at(-1) ?? '' }
  return [{ path }, { path, headers: { 'if-none-match': '*' } }, { path: { hash: nobody } }]
}

const once: Calls = async () => [{}]

const bearing = (token: string) => ({ authorization: `Bearer ${token}` })

/** A signed-in player. */
const signedIn: Calls = async ({ player }) => [{ headers: bearing((await player()).accessToken) }]

const animation = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))

/** Files that are refused: not an image, an animation, an image of size zero, and two that are too large. */
const badFiles = [
  Buffer.from('no PNG'),
  makePng(64, 32, noise(6), [animation]),
  makePng(63, 64, noise(7)),
  Buffer.alloc(2 ** 20 + 1),
  Buffer.alloc(2_000_000),
]

/** A file in a form, and the reasons for which it can be refused. */
const sent = (headers: Record<string, string>, file: Buffer, more: object = {}): Call[] => [
  { headers, body: { file, ...more } },
  { headers, body: { file, variant: 'wide', model: 'wide' } },
  ...badFiles.map((bad) => ({ headers, body: { file: bad } })),
  { headers: { ...headers, 'content-encoding': 'br' }, body: { file } },
]

const upload =
  (file: Buffer): Calls =>
  async ({ player }) => {
    const { id, accessToken } = await player()
    const calls = sent(bearing(accessToken), file, { model: 'slim' })
    const own = calls.map((call) => ({ ...call, path: { uuid: id } }))
    const others = [nobody, 'no-uuid'].map((uuid) => ({ path: { uuid } }))
    return [...own, ...others.map((call) => ({ ...call, headers: bearing(accessToken), body: { file } }))]
  }

const takeOff: Calls = async ({ player }) => {
  const { id, accessToken } = await player()
  return [id, nobody, 'no-uuid'].map((uuid) => ({ path: { uuid }, headers: bearing(accessToken) }))
}

const root = '/authlib-injector'
const services = `${root}/minecraftservices`

/** And with the token of an application that may not write. */
const writing =
  (calls: Calls): Calls =>
  async (world) => {
    const { id, username } = await world.player()
    const { access_token: token } = await deviceTokens(world.service, { id }, 'game_server_session')
    return [...(await calls(world)), { path: { uuid: id, username }, headers: bearing(token), body: {} }]
  }

const atTheRoot: Record<string, Calls> = {
  [`get ${root}`]: once,
  [`get ${root}/discovery`]: once,
  [`post ${root}/authserver/authenticate`]: authenticate({}),
  [`post ${root}/authserver/refresh`]: async ({ player }) => {
    const { accessToken } = await player()
    return [{ body: { accessToken } }, { body: { accessToken, clientToken: 'another' } }]
  },
  [`post ${root}/authserver/validate`]: async ({ player }) => {
    const { accessToken } = await player()
    return [{ body: { accessToken } }, { body: { accessToken: 'rubbish' } }]
  },
  [`post ${root}/authserver/invalidate`]: async ({ player }) => {
    const { accessToken } = await player()
    return [{ body: { accessToken } }]
  },
  [`post ${root}/authserver/signout`]: async ({ player }) => {
    const { username, password } = await player()
    return [{ body: { username, password } }, { body: { username, password: 'wrong' } }]
  },
  [`post ${root}/sessionserver/session/{game}/join`]: join,
  [`get ${root}/sessionserver/session/{game}/hasJoined`]: hasJoined,
  [`get ${root}/sessionserver/session/{game}/profile/{uuid}`]: profile,
  [`get ${root}/api/users/profiles/{game}/{username}`]: byName,
  [`get ${root}/api/user/profiles/{uuid}/names`]: names,
  [`post ${root}/api/profiles/{game}`]: byNames,
  [`put ${root}/api/user/profile/{uuid}/skin`]: writing(upload(makePng(64, 64, noise(3)))),
  [`put ${root}/api/user/profile/{uuid}/cape`]: writing(upload(makePng(64, 32, noise(4)))),
  [`delete ${root}/api/user/profile/{uuid}/skin`]: writing(takeOff),
  [`delete ${root}/api/user/profile/{uuid}/cape`]: writing(takeOff),
  [`get ${services}/publickeys`]: once,
  [`get ${services}/player/attributes`]: signedIn,
  [`get ${services}/privileges`]: signedIn,
  [`get ${services}/privacy/blocklist`]: signedIn,
  [`post ${services}/player/certificates`]: signedIn,
  ...friendsAt(services, { bearing, nobody }),
  [`get ${services}/{game}/profile`]: signedIn,
  [`post ${services}/{game}/profile/skins`]: writing(async ({ player }) =>
    sent(bearing((await player()).accessToken), makePng(64, 64, noise(5)), { variant: 'classic' }),
  ),
  [`delete ${services}/{game}/profile/skins/active`]: writing(signedIn),
  [`delete ${services}/{game}/profile/capes/active`]: writing(signedIn),
  [`put ${services}/{game}/profile/capes/active`]: writing(async ({ service, player }) => {
    const { id, accessToken } = await player()
    await setTexture(service.context, operator, id, 'cape', makePng(64, 32, noise(6)))
    const cape = (await service.stored({ id })).textures.cape?.hash.slice(0, 32)
    const headers = bearing(accessToken)
    return [{ capeId: cape }, { capeId: nobody }, {}].map((body) => ({ headers, body }))
  }),
  [`get ${services}/{game}/profile/namechange`]: signedIn,
  [`get ${services}/{game}/profile/name/{username}/available`]: signedIn,
  [`put ${services}/{game}/profile/name/{username}`]: writing(async ({ service, player }) => {
    const { username, accessToken } = await player()
    const [other, gone] = [await player(), await player()]
    await deleteAccount(service.context, operator, await service.stored(gone))
    // The first name does not change anything.
    service.advance(1)
    const headers = bearing(accessToken)
    return [other.username, gone.username, 'admin', 'a b', `${username}_2`, `${username}_3`].map((name) => ({
      path: { username: name },
      headers,
    }))
  }),
  [`get ${services}/{game}/profile/lookup/name/{username}`]: byName,
  [`get ${services}/{game}/profile/lookup/{uuid}`]: names,
  [`post ${services}/{game}/profile/lookup/bulk/byname`]: byNames,
}

export const operations: Record<string, Calls> = {
  'post /auth/authenticate': authenticate({ clientToken: 'c' }),
  'post /auth/refresh': async ({ player }) => {
    const { accessToken } = await player()
    const clientToken = 'launcher'
    return [{ body: { accessToken, clientToken } }, { body: { accessToken, clientToken } }]
  },
  'post /auth/validate': async ({ player }) => {
    const { accessToken } = await player()
    return [{ body: { accessToken } }, { body: { accessToken: 'rubbish' } }]
  },
  'post /auth/signout': async ({ player }) => {
    const { username, password } = await player()
    return [{ body: { username, password } }, { body: { username, password: 'wrong' } }]
  },
  'post /auth/invalidate': async ({ player }) => {
    const { accessToken } = await player()
    return [{ body: { accessToken, clientToken: 'launcher' } }]
  },
  'post /session/join': join,
  'get /session/hasJoined': hasJoined,
  'get /session/profile/{uuid}': profile,
  'get /session/legacy/join': async ({ player }) => {
    const { id, username, accessToken } = await player()
    const sessionId = `token:${accessToken}:${id}`
    return [
      { query: { user: username, sessionId, serverId: 'x' } },
      { query: { user: 'nobody', sessionId, serverId: 'x' } },
      { query: { user: username, sessionId: `token:${accessToken}:${nobody}`, serverId: 'x' } },
      { query: { user: username, sessionId: 'rubbish', serverId: 'x' } },
      { query: { user: username, serverId: 'x' } },
    ]
  },
  'get /session/legacy/hasJoined': async (world) => [
    { query: { user: await joined(world), serverId: 'x' } },
    { query: { user: 'nobody', serverId: 'x' } },
    { query: { user: 'nobody' } },
  ],
  'get /api/users/profiles/{game}/{username}': byName,
  'get /api/user/profiles/{uuid}/names': names,
  'post /api/profiles/{game}': byNames,
  'post /session/{game}/join': join,
  'get /session/{game}/hasJoined': hasJoined,
  'get /session/{game}/profile/{uuid}': profile,
  'get /users/profiles/{game}/{username}': byName,
  'get /user/profiles/{uuid}/names': names,
  'post /profiles/{game}': byNames,
  ...Object.fromEntries(
    ['', '/api', `${root}/api`].flatMap((place) => [
      [`get ${place}/{game}/profile/lookup/name/{username}`, byName],
      [`get ${place}/{game}/profile/lookup/{uuid}`, names],
      [`post ${place}/{game}/profile/lookup/bulk/byname`, byNames],
    ]),
  ),
  'get /skinsystem/signature-verification-key.der': once,
  'get /skinsystem/signature-verification-key.pem': once,
  'get /skinsystem/skins/{name}': picture('path', 'name'),
  'get /skinsystem/skins': picture('query', 'name'),
  'get /skinsystem/cloaks/{name}': picture('path', 'name'),
  'get /skinsystem/cloaks': picture('query', 'name'),
  'get /skinsystem/textures/{name}': texturesOf,
  'get /skinsystem/textures/signed/{name}': texturesOf,
  'get /skinsystem/profile/{name}': texturesOf,
  'get /skinsystem/face/{player}': portrait,
  'get /skinsystem/bust/{player}': portrait,
  'get /skinsystem/render/{hash}': render,
  'get /textures/{hash}': textureFile,
  'get /csl/textures/{hash}': textureFile,
  'get /csl/{name}.json': async (world) => {
    const path = { name: (await dressed(world)).username }
    return [{ path }, { path, headers: { 'if-none-match': '*' } }, { path: { name: 'nobody' } }]
  },
  'get /csl/extra-list/norn.json': once,
  ...atTheRoot,
  'get /oauth2/jwks': once,
  'get /.well-known/openid-configuration': once,
  'get /.well-known/oauth-authorization-server': once,
  ...adminOperations,
  ...wardrobeOperations,
  ...bedrockLookups,
  'get /healthz': once,
  'get /healthz/address': once,
}
