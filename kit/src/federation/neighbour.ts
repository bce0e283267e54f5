// Another account service, which a target asks about players that it does not know.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { UsageError } from '../outcome.ts'
import { type Behaviour, joins } from './behaviours.ts'

/** A question as the neighbour saw it. */
export interface Question {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A player of a neighbour. */
export interface Player {
  id: string
  /** The answer to hasJoined. */
  behaves: Behaviour
}

/** The host of its textures, which nobody has. */
export const textureHost = 'textures.neighbour.invalid'

/** A target that sends more is not read, and its oldest questions are forgotten. */
const mostRead = 100_000
const mostSeen = 10_000

/** Listens on this machine alone, and answers as authlib-injector and the vendor's hosts define it. */
export class Neighbour {
  readonly #seen: Question[] = []
  readonly #server: Server
  readonly #keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  /** By name in lower case. */
  readonly #players = new Map<string, Player & { name: string }>()

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response).catch(() => response.destroy())
    })
  }

  /** @throws {UsageError} where the port is in use */
  static async open(port: number): Promise<Neighbour> {
    const neighbour = new Neighbour()
    neighbour.#server.listen(port, '127.0.0.1')
    try {
      await once(neighbour.#server, 'listening')
    } catch (error) {
      throw new UsageError(`--neighbours: ${error instanceof Error ? error.message : String(error)}`)
    }
    return neighbour
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Gives it a player, or another answer about one. By default the player has joined every game server. */
  has(name: string, id: string, behaves = joins): void {
    this.#players.set(name.toLowerCase(), { name, id, behaves })
  }

  forget(name: string): void {
    this.#players.delete(name.toLowerCase())
  }

  /** The questions in which a text occurs. */
  asked(about: string): Question[] {
    return this.#seen.filter(({ path, body }) =>
      `${decoded(path)}${body}`.toLowerCase().includes(about.toLowerCase()),
    )
  }

  /** A signature that its key verifies, as services make it. */
  signed(value: string): string {
    return sign('RSA-SHA1', Buffer.from(value), createPrivateKey(this.#keys.privateKey)).toString('base64')
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request
    const body = await bodyOf(request)
    if (this.#seen.push({ method, path, headers, body }) > mostSeen) this.#seen.shift()
    const { pathname, searchParams } = new URL(path, this.url)
    const json = (value: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (pathname.endsWith('/hasJoined')) {
      const player = this.#players.get((searchParams.get('username') ?? '').toLowerCase())
      if (player) player.behaves(response, this.#profileOf(player), this.url)
      else response.writeHead(204).end()
    } else if (method === 'POST') json(this.#named(JSON.parse(body)))
    else if (/\/users\/profiles\//.test(pathname)) {
      const [found] = this.#named([decoded(pathname.split('/').at(-1) ?? '')])
      if (found) json(found)
      else response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    } else if (pathname.includes('/profile/')) {
      const player = [...this.#players.values()].find(({ id }) => id === pathname.split('/').at(-1))
      if (player) json(this.#profileOf(player))
      else response.writeHead(204).end()
    } else if (pathname.endsWith('.png')) response.writeHead(404).end()
    else json({ meta: {}, skinDomains: [textureHost], signaturePublickey: this.#keys.publicKey })
  }

  #named(names: unknown): { id: string; name: string }[] {
    if (!Array.isArray(names)) return []
    return names.flatMap((each) => {
      const player = this.#players.get(String(each).toLowerCase())
      return player ? [{ id: player.id, name: player.name }] : []
    })
  }

  #profileOf({ id, name }: Player & { name: string }) {
    const url = `https://${textureHost}/skin.png`
    const payload = { timestamp: 1, profileId: id, profileName: name, textures: { SKIN: { url } } }
    const value = Buffer.from(JSON.stringify(payload)).toString('base64')
    return { id, name, properties: [{ name: 'textures', value, signature: this.signed(value) }] }
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostRead) throw new Error('a question is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
