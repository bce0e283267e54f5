// Account services as their public sources answer: which fields, in which order, and what says "no".
import { sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { offlineUuid } from '../../src/lib/crypto/uuid.ts'
import type { NeighbourKind } from '../../src/model/fields/neighbour.ts'
import { neighbourKeys } from './keys.ts'

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

interface Player {
  id: string
  name: string
}

/** The habits of one service. */
interface Habits {
  kind: NeighbourKind
  /** The path of the root below its address. */
  root: string
  id: (name: string) => string
  /** Finds the player who has joined. */
  isSame: (asked: string, name: string) => boolean
  notJoined: Answer
  /** The payload of textures, and the properties that follow them. */
  payload: (player: Player, skin: string) => object
  more: object[]
  names: (asked: string[], find: (name: string) => Player | undefined) => Answer
  publicKeys: boolean
}

const fold = (name: string) => name.toLowerCase()
const isSame = (asked: string, name: string) => fold(asked) === fold(name)
const ok = (body: unknown): Answer => ({ status: 200, body })
const random = (name: string) => offlineUuid(name).replace(/^(.{12})./, '$14')
const signed = (value: string) =>
  sign('RSA-SHA1', Buffer.from(value), neighbourKeys.privateKey).toString('base64')
const isPlayer = (player: Player | undefined) => player !== undefined

export const services = {
  // sessionserver and api of the vendor.
  vendor: {
    kind: 'vendor',
    root: '',
    id: random,
    isSame,
    notJoined: { status: 204 },
    payload: ({ id, name }, url) => ({
      timestamp: 1_795_533_231_327,
      profileId: id,
      profileName: name,
      signatureRequired: true,
      textures: { SKIN: { url, metadata: { model: 'slim' } } },
    }),
    more: [],
    names: ([name = ''], find) => {
      const player = find(name)
      const missing = {
        path: `/users/profiles/minecraft/${name}`,
        errorMessage: `Couldn't find any profile with name ${name}`,
      }
      return player ? ok(player) : { status: 404, body: missing }
    },
    publicKeys: true,
  },
  // bs-community/blessing-skin-plugins, plugins/yggdrasil-api: derived UUIDs, a join that can be asked about for two
  // minutes, the name in a list as it was asked for, at most five of them.
  'Blessing Skin': {
    kind: 'authlib-injector',
    root: '/api/yggdrasil',
    id: offlineUuid,
    isSame: (asked, name) => asked === name,
    notJoined: { status: 204 },
    payload: ({ id, name }, url) => ({
      timestamp: 1_795_533_231_327,
      profileId: id,
      profileName: name,
      isPublic: true,
      textures: { SKIN: { url } },
      signatureRequired: true,
    }),
    more: [{ name: 'uploadableTextures', value: 'skin,cape', signature: signed('skin,cape') }],
    names: (asked, find) => {
      const unique = [...new Set(asked)]
      const tooMany = { error: 'ForbiddenOperationException', errorMessage: 'At most 5 players at once.' }
      if (unique.length > 5) return { status: 403, body: tooMany }
      return ok(unique.flatMap((name) => (find(name) ? [{ id: find(name)?.id, name }] : [])))
    },
    publicKeys: true,
  },
  // elyby/accounts and elyby/chrly: "no" is 401, joins are found in any letter case, keys are not served.
  'Ely.by': {
    kind: 'authlib-injector',
    root: '/authlib-injector',
    id: random,
    isSame,
    notJoined: {
      status: 401,
      body: { error: 'ForbiddenOperationException', errorMessage: 'Invalid token.' },
    },
    payload: ({ id, name }, url) => ({
      timestamp: 1_795_533_231_327,
      profileId: id,
      profileName: name,
      textures: { SKIN: { url } },
    }),
    more: [{ name: 'ely', signature: signed('but why are you asking?'), value: 'but why are you asking?' }],
    names: (asked, find) => ok(asked.map(find).filter(isPlayer)),
    publicKeys: false,
  },
  // unmojang/drasl: 403 without a body, no metadata of a skin, its timestamp in nanoseconds.
  drasl: {
    kind: 'authlib-injector',
    root: '/authlib-injector',
    id: random,
    isSame,
    notJoined: { status: 403 },
    payload: ({ id, name }) => ({
      timestamp: 1_795_533_231_327 * 1_000_000,
      profileId: id,
      profileName: name,
      textures: {},
    }),
    more: [],
    names: (asked, find) => ok(asked.map(find).filter(isPlayer)),
    publicKeys: true,
  },
  // Small services sign nothing, write UUIDs with hyphens, and answer "no" with an empty 200.
  'unsigned, with hyphens': {
    kind: 'authlib-injector',
    root: '/api',
    id: random,
    isSame: (asked, name) => asked === name,
    notJoined: { status: 200 },
    payload: ({ id, name }, url) => ({
      profileId: hyphenated(id),
      profileName: name,
      textures: { SKIN: { url } },
    }),
    more: [],
    names: (asked, find) => {
      const found = asked.map(find).filter(isPlayer)
      return found.length === 0
        ? { status: 204 }
        : ok(found.map((player) => ({ ...player, id: hyphenated(player?.id) })))
    },
    publicKeys: false,
  },
} satisfies Readonly<Record<string, Habits>>

export type ServiceName = keyof typeof services

const hyphenated = (id = ''): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export interface Service {
  /** The address that an operator adds. */
  address: string
  kind: NeighbourKind
  /** The host of its textures. */
  skinHost: string
  idOf(name: string): string
  close(): Promise<void>
}

/** Starts one of the services, whose players have joined every server. */
export async function startService(which: ServiceName, players: readonly string[]): Promise<Service> {
  const habits: Habits = services[which]
  const skinHost = 'textures.service.test'
  const skin = `https://${skinHost}/textures/2f0e`
  const all = players.map((name): Player => ({ id: habits.id(name), name }))
  const find = (asked: string) => all.find(({ name }) => isSame(asked, name))
  const isUnsigned = which === 'unsigned, with hyphens'
  const profile = (player: Player): Answer => {
    const value = Buffer.from(JSON.stringify(habits.payload(player, skin))).toString('base64')
    const textures = { name: 'textures', value, ...(!isUnsigned && { signature: signed(value) }) }
    const id = isUnsigned ? hyphenated(player.id) : player.id
    const more = which === 'vendor' ? { profileActions: [] } : {}
    return ok({ id, name: player.name, properties: [textures, ...habits.more], ...more })
  }
  const pem = neighbourKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const publicKey = pem.replaceAll(/-----[^-]+-----|\n/g, '')
  const metadata = {
    meta: { serverName: which, implementationName: which, implementationVersion: '1', links: {} },
    skinDomains: [skinHost, `.${skinHost}`],
    ...(!isUnsigned && { signaturePublickey: pem }),
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
    const body = await text(request)
    const last = decodeURIComponent(pathname.split('/').at(-1) ?? '')
    const headers = { 'x-authlib-injector-api-location': `${habits.root}/` }
    if (pathname.endsWith('/hasJoined')) {
      const player = all.find(({ name }) => habits.isSame(searchParams.get('username') ?? '', name))
      send(response, player ? profile(player) : habits.notJoined)
    } else if (pathname.includes('/users/profiles/')) send(response, habits.names([last], find))
    else if (request.method === 'POST') send(response, habits.names(JSON.parse(body), find))
    else if (pathname.endsWith('/publickeys') && habits.publicKeys) {
      send(response, ok({ profilePropertyKeys: [{ publicKey }], playerCertificateKeys: [{ publicKey }] }))
    } else if (pathname.includes('/profile/')) {
      const player = all.find(({ id }) => id === last)
      send(response, player ? profile(player) : { status: 204 })
    } else if (pathname === habits.root || pathname === `${habits.root}/`) send(response, ok(metadata))
    else if (pathname === '/')
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end('<html>')
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<html>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kind: habits.kind,
    skinHost,
    idOf: habits.id,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
