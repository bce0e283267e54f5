// Another account service, as small as it can be: it has players, and answers for them as a test wants.
import { type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Behaviour, behaviours, type MockProfile, send } from './behaviours.ts'
import { neighbourKeys } from './keys.ts'

/** A request as the neighbour saw it. */
export interface SeenRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface MockNeighbour {
  url: string
  /** The root of its API for authlib-injector. */
  root: string
  seen: SeenRequest[]
  /** By name. Each player has joined every server. */
  players: Map<string, { id: string }>
  /** The keys that it says it signs with. */
  keys: { textures: KeyObject; chat: KeyObject[] }
  /** The textures of all its players, as a payload has them. */
  worn: Record<string, { url: string; metadata?: object }>
  /** Signs the payload. By default with the key that it says it signs with. */
  signs: (value: string) => string | undefined
  /** By path, below `url`. */
  pictures: Map<string, Buffer | Behaviour>
  /** Changes how it answers hasJoined. */
  behave(how: string | Behaviour): void
  /** Changes how it answers questions about names. Undefined for the usual way. */
  behaveForNames(how: string | Behaviour | undefined): void
  close(): Promise<void>
}

export interface MockOptions {
  players?: Iterable<readonly [string, { id: string }]>
  port?: number
  /** The host of its textures. */
  skinHost?: string
  /** Called for each request. */
  onRequest?: (request: SeenRequest) => void
}

/** Starts a neighbour on loopback. It answers below its address as the vendor's hosts do, and below `root`. */
export async function startNeighbour({
  players = [],
  port = 0,
  skinHost = 'textures.neighbour.test',
  onRequest,
}: MockOptions = {}): Promise<MockNeighbour> {
  let joinBehaviour: Behaviour = behaviourOf('good')
  let nameBehaviour: Behaviour | undefined
  const known = new Map(players)
  const seen: SeenRequest[] = []

  const profileOf = (name: string, id: string): MockProfile => {
    const payload = {
      timestamp: 1,
      profileId: id,
      profileName: name,
      textures: neighbour.worn,
    }
    const value = Buffer.from(JSON.stringify(payload)).toString('base64')
    const signature = neighbour.signs(value)
    return {
      id,
      name,
      properties: [{ name: 'textures', value, ...(signature !== undefined && { signature }) }],
    }
  }
  const found = (asked: string): { id: string; name: string } | undefined => {
    for (const [name, { id }] of known) if (name.toLowerCase() === asked.toLowerCase()) return { id, name }
    return undefined
  }

  const server = createServer(async (request, response) => {
    const entry = await read(request)
    seen.push(entry)
    onRequest?.(entry)
    const { pathname, searchParams } = new URL(entry.path, 'http://neighbour')
    const last = decodeURIComponent(pathname.split('/').at(-1) ?? '')
    const picture = neighbour.pictures.get(pathname)
    if (typeof picture === 'function') picture(response, { id: '', name: '', properties: [] }, neighbour.url)
    else if (picture) response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else if (pathname.endsWith('/hasJoined')) {
      const player = found(searchParams.get('username') ?? '')
      if (player) joinBehaviour(response, profileOf(player.name, player.id), neighbour.url)
      else response.writeHead(204).end()
    } else if (entry.method === 'POST' || pathname.includes('/users/profiles/')) {
      const names: string[] = entry.method === 'POST' ? JSON.parse(entry.body) : [last]
      const profiles = names.flatMap((name) => found(name) ?? [])
      const [first = { id: '', name: '' }] = profiles
      if (nameBehaviour) nameBehaviour(response, { ...first, properties: [] }, neighbour.url)
      else if (entry.method === 'POST') send(response, JSON.stringify(profiles))
      else if (profiles.length > 0) send(response, JSON.stringify(first))
      else send(response, '{}', 404)
    } else if (pathname.endsWith('/publickeys')) {
      const listed = (keys: KeyObject[]) =>
        keys.map((key) => ({ publicKey: key.export({ type: 'spki', format: 'der' }).toString('base64') }))
      const { textures, chat } = neighbour.keys
      send(
        response,
        JSON.stringify({ profilePropertyKeys: listed([textures]), playerCertificateKeys: listed(chat) }),
      )
    } else if (pathname.includes('/profile/')) {
      const [name, player] = Array.from(known).find(([, { id }]) => id === last) ?? []
      if (name && player) send(response, JSON.stringify(profileOf(name, player.id)))
      else response.writeHead(204).end()
    } else {
      const signaturePublickey = neighbour.keys.textures.export({ type: 'spki', format: 'pem' })
      send(response, JSON.stringify({ meta: {}, skinDomains: [skinHost], signaturePublickey }))
    }
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const neighbour: MockNeighbour = {
    url,
    root: `${url}/api/yggdrasil`,
    seen,
    players: known,
    keys: { textures: neighbourKeys.publicKey, chat: [] },
    worn: { SKIN: { url: `https://${skinHost}/skin.png` } },
    signs: (value) => signedWith(neighbourKeys.privateKey, value),
    pictures: new Map(),
    behave: (how) => {
      joinBehaviour = typeof how === 'string' ? behaviourOf(how) : how
    },
    behaveForNames: (how) => {
      nameBehaviour = typeof how === 'string' ? behaviourOf(how) : how
    },
    close: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
  }
  return neighbour
}

/** Returns the signature of a property's value, as services make it. */
export const signedWith = (key: KeyObject, value: string): string =>
  sign('RSA-SHA1', Buffer.from(value), key).toString('base64')

function behaviourOf(name: string): Behaviour {
  const behaviour = behaviours[name]
  if (!behaviour) throw new Error(`there is no behaviour "${name}"`)
  return behaviour
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: await text(request) }
}
