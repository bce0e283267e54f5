// Discord, GitHub, Google and Microsoft, as they are documented, quirks included, behind TLS on loopback. What is from
// memory or from somebody else's code, and not from their documentation, is marked.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { scratch } from '../scratch.ts'
import { type Asked, type Person, type Played, quirks } from './quirks.ts'
import { type Turned, turn } from './turn.ts'

/** Their names. */
export const hosts = [
  'discord.com',
  'github.com',
  'api.github.com',
  'accounts.google.com',
  'oauth2.googleapis.com',
  'www.googleapis.com',
  'openidconnect.googleapis.com',
  'login.microsoftonline.com',
  'graph.microsoft.com',
]

/** The pages to which browsers are sent. */
const authorizing =
  /^(discord\.com\/oauth2\/authorize|github\.com\/login\/oauth\/authorize|accounts\.google\.com\/o\/oauth2\/v2\/auth|login\.microsoftonline\.com\/[^/]+\/oauth2\/v2\.0\/authorize)$/

export interface StandIns extends Played {
  /** The requests since the test cleared them. */
  asked: Asked[]
  /** Makes one answer in another way: `replaced['discord.com/api/v10/users/@me'] = (response) => …`. */
  replaced: Record<string, (response: ServerResponse) => unknown>
  /** The person who is signed in at all of them, and says yes at once. Browsers find no page if there is nobody. */
  visitor: Person | undefined
  /** Signs somebody in where a browser was sent, and returns the address to which it is sent back. */
  signIn(url: URL, person: Person): URL
  /** The port on 127.0.0.1 at which all of them are. */
  port: number
  /** Leads requests to them, in another process too (turned.ts). */
  turned: Turned
  /** Leads the requests of this process to them until the test ends. */
  turn(t: Pick<TestContext, 'mock'>): void
  close(): Promise<void>
}

/** Starts all four. */
export async function startStandIns(): Promise<StandIns> {
  const { key, cert } = await selfSigned()
  const server = createServer({ key, cert }, async (request, response) => {
    const host = String(request.headers.host)
    const { pathname, searchParams } = new URL(request.url ?? '', `https://${host}`)
    const form = new URLSearchParams(await text(request))
    const asked = { method: String(request.method), host, path: pathname, headers: request.headers, form }
    all.asked.push(asked)
    const place = `${host}${pathname}`
    const visitor = authorizing.test(place) ? all.visitor : undefined
    if (visitor) {
      const sentTo = all.signIn(new URL(`https://${host}${request.url}`), visitor)
      response.writeHead(302, { location: sentTo.href }).end()
      return
    }
    const other = all.replaced[place]
    if (other) other(response)
    else await quirks(all, asked, searchParams, response)
  }).listen(0, '127.0.0.1')
  // Browsers keep connections ready on which nothing has been asked, or shaken hands, yet.
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let count = 0
  const all: StandIns = {
    asked: [],
    codes: new Map(),
    tokens: new Map(),
    replaced: {},
    discord: { hasIdTokens: true },
    guild: { id: '80351110224678900', botToken: 'token-of-the-bot', roles: {} },
    claims: {},
    clock: Date.now,
    visitor: undefined,
    port,
    turned: { ports: Object.fromEntries(hosts.map((host) => [host, port])), authority: String(cert) },
    signIn: (url, person) => {
      const code = `code-${++count}`
      all.codes.set(code, { person, query: url.searchParams })
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      // From memory.
      if (url.hostname === 'accounts.google.com') back.searchParams.set('iss', 'https://accounts.google.com')
      return back
    },
    turn: (t) => turn(t, all.turned),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  return all
}

/** Returns a certificate for all hosts, which is trusted as its own authority. */
async function selfSigned(): Promise<{ key: Buffer; cert: Buffer }> {
  const directory = await mkdtemp(join(scratch(), 'stand-ins-'))
  const names = hosts.map((host) => `DNS:${host}`).join()
  const line = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=stand-ins -addext subjectAltName=${names} -keyout key.pem -out cert.pem`
  await promisify(execFile)('openssl', line.split(' '), { cwd: directory })
  const [key, cert] = await Promise.all(
    ['key.pem', 'cert.pem'].map((name) => readFile(join(directory, name))),
  )
  await rm(directory, { recursive: true })
  return { key: key as Buffer, cert: cert as Buffer }
}
