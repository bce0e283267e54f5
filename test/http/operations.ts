// What to send to each operation of the OpenAPI document, so that it answers all that it may answer.
import { wearTexture } from '../../src/domain/textures.ts'
import { makePng, noise } from '../png.ts'
import type { RunningService } from '../service.ts'

export interface Call {
  /** For the path: each stands in place of its `{name}`. */
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** In each encoding of the document. */
  body?: unknown
}

/** Who asks. Each call of these functions is a new player, since many answers are given once. */
export interface World {
  service: RunningService
  player(): Promise<{ id: string; username: string; password: string; accessToken: string }>
}

export function worldOf(service: RunningService): World {
  return {
    service,
    player: async () => {
      const account = await service.account()
      return { ...account, accessToken: await service.signIn(account) }
    },
  }
}

const nobody = 'ab'.repeat(16)

type Calls = (world: World) => Promise<Call[]>

async function joined({ service, player }: World) {
  const { id, username, accessToken } = await player()
  await service.post('/session/join', { accessToken, selectedProfile: id, serverId: 'x' })
  return username
}

const join: Calls = async ({ player }) => {
  const { id, accessToken } = await player()
  return [
    { body: { accessToken, selectedProfile: id, serverId: 'x' } },
    { body: { accessToken, selectedProfile: nobody, serverId: 'x' } },
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
  await wearTexture(service.services, someone.id, 'skin', makePng(64, 64, noise(1)))
  await wearTexture(service.services, someone.id, 'cape', makePng(64, 32, noise(2)))
  return someone
}

/** A picture, the same for who has it already, and none. */
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

const texturesOf: Calls = async (world) => {
  const { username } = await dressed(world)
  return [{ path: { name: username } }, { path: { name: 'nobody' } }]
}

const once: Calls = async () => [{}]

export const operations: Record<string, Calls> = {
  'post /auth/authenticate': async ({ player }) => {
    const { username, password } = await player()
    return [
      { body: { username, password, clientToken: 'c', requestUser: 'true' } },
      { body: { username, password: 'wrong', clientToken: 'c' } },
    ]
  },
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
      { query: { user: username, serverId: 'x' } },
    ]
  },
  'get /session/legacy/hasJoined': async (world) => [
    { query: { user: await joined(world), serverId: 'x' } },
    { query: { user: 'nobody', serverId: 'x' } },
    { query: { user: 'nobody' } },
  ],
  'get /api/users/profiles/game/{username}': byName,
  'get /api/user/profiles/{uuid}/names': names,
  'post /api/profiles/game': byNames,
  'post /session/game/join': join,
  'get /session/game/hasJoined': hasJoined,
  'get /session/game/profile/{uuid}': profile,
  'get /users/profiles/game/{username}': byName,
  'get /user/profiles/{uuid}/names': names,
  'post /profiles/game': byNames,
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
  'get /textures/{hash}': async (world) => {
    const { id } = await dressed(world)
    const { json } = await world.service.get(`/session/profile/${id}`)
    const { SKIN } = JSON.parse(Buffer.from(json.properties[0].value, 'base64').toString()).textures
    const path = { hash: new URL(SKIN.url).pathname.split('/').at(-1) ?? '' }
    return [{ path }, { path, headers: { 'if-none-match': '*' } }, { path: { hash: nobody } }]
  },
  'get /oauth2/jwks': once,
  'get /healthz': once,
}
