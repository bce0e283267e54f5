import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import http from 'node:http'
import { isObject } from '../json.ts'
import { kit } from '../kit.ts'
import type { Chance } from '../random.ts'
import { gameWord } from '../words/vendor.ts'
import { spelled, wrapped, written } from './disguise.ts'
import { actions, join, mistakeIn, type Reply, texturesOf } from './launcher.ts'
import type { Profile, Store } from './store.ts'

interface Told {
  now: () => number
  /** Told each mistake of a client. */
  remark: (text: string) => void
}

/**
 * A server that does what the specification of the authlib-injector layout allows and launchers do not expect, another
 * thing each time, and that takes nothing but what the specification has.
 */
export function hostileServer(store: Store, chance: Chance, { now, remark }: Told): http.Server {
  const root = `/${chance.hex(6)}/${chance.hex(4)}`
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = wrapped(keys.publicKey.export({ format: 'pem', type: 'spki' }).toString(), chance)
  const metadata = {
    meta: {
      serverName: 'Hostile ☂ <b>server</b>',
      implementationName: kit.name,
      implementationVersion: kit.version,
      links: { homepage: 'https://example.com/', announcement: 'https://example.com/news' },
      'feature.non_email_login': false,
      [`feature.x_${chance.hex(4)}`]: 'unknown',
    },
    skinDomains: ['.example.com', 'textures.example.net'],
    signaturePublickey: pem,
  }
  return http.createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
      const reply = replyTo(request, path, body)
      if (reply.remark) remark(`${request.method} ${path}: ${reply.remark}`)
      send(response, reply, request.headers.host ?? '')
    })
  })

  function replyTo(request: http.IncomingMessage, path: string, body: string): Reply {
    if (path.includes('//')) return notFound('the path has two slashes: the root was joined carelessly')
    if (!path.startsWith(`${root}/`) && path !== root)
      return path === '/'
        ? { status: 200, json: 'a page for people' }
        : notFound('the path is not below the root of the header')
    if (chance.below(25) === 0)
      return { status: 503, json: { error: 'Service Unavailable', errorMessage: 'Later.' } }
    const below = path.slice(root.length).replace(/^\/$/, '')
    if (request.method === 'GET') return read(request, below)
    if (request.method !== 'POST')
      return { status: 405, json: { error: 'Method Not Allowed', errorMessage: '' } }
    return write(request, below, body)
  }

  function read(request: http.IncomingMessage, below: string): Reply {
    const session = `/sessionserver/session/${gameWord}`
    const query = new URLSearchParams((request.url ?? '').split('?')[1])
    if (below === '') return { status: 200, json: metadata }
    if (below === `${session}/hasJoined`)
      return shown(store.takeJoin(query.get('username') ?? '', query.get('serverId') ?? ''), keys.privateKey)
    if (below.startsWith(`${session}/profile/`))
      return shown(
        store.profile(below.split('/').at(-1) ?? ''),
        query.get('unsigned') === 'false' ? keys.privateKey : undefined,
      )
    return notFound(strayed(below))
  }

  function write(request: http.IncomingMessage, below: string, body: string): Reply {
    const action = below.replace(/^\/authserver\//, '')
    const isKnown = Object.hasOwn(actions, action) && below !== action
    const json = parsed(body)
    if (below === `/api/profiles/${gameWord}`)
      return Array.isArray(json)
        ? { status: 200, json: store.profilesNamed(json.map(String)) }
        : strict('the body is not an array')
    if (!isKnown && below !== `/sessionserver/session/${gameWord}/join`) return notFound(strayed(below))
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      return strict('Content-Type is not application/json')
    if (!isObject(json)) return strict('the body is not a JSON object')
    if (!isKnown) return join(json, store, chance)
    const mistake = mistakeIn(action, json)
    return mistake ? strict(mistake) : (actions[action]?.(json, store, chance) ?? notFound())
  }

  function shown(profile: Profile | undefined, key: KeyObject | undefined): Reply {
    if (!profile) return { status: 204 }
    const value = texturesOf(profile, now())
    const signature = key && sign('RSA-SHA1', Buffer.from(value), key).toString('base64')
    return {
      status: 200,
      json: { ...profile, properties: [{ name: 'textures', value, ...(signature && { signature }) }] },
    }
  }

  function send(response: http.ServerResponse, { status, json }: Reply, host: string): void {
    const location = chance.pick([root, `${root}/`, `http://${host}${root}/`])
    const text = json === undefined ? '' : written(json, chance)
    const headers: Record<string, string> = {
      'X-Authlib-Injector-API-Location': location,
      ...(text && {
        'Content-Type': chance.pick([
          'application/json',
          'application/json; charset=utf-8',
          'Application/JSON;charset=UTF-8',
        ]),
      }),
      ...(status === 503 && { 'Retry-After': '1' }),
      ...(chance.below(3) === 0 && { Connection: 'close' }),
    }
    response.writeHead(status, spelled(headers, chance))
    // In pieces, so that the length is not known ahead.
    for (const half of text ? [text.slice(0, text.length / 2), text.slice(text.length / 2)] : [])
      response.write(half)
    response.end()
  }
}

/** A remark about a path beneath those of the specification; newer services, which it does not have, may be asked for. */
const strayed = (below: string): string | undefined =>
  /^\/(?:authserver|sessionserver|api)(?:\/|$)/.test(below)
    ? 'the specification has no such path, or another method for it'
    : undefined

const notFound = (remark?: string): Reply => ({
  status: 404,
  json: { error: 'Not Found', errorMessage: 'There is nothing.' },
  ...(remark && { remark }),
})

const strict = (remark: string): Reply => ({
  status: 400,
  json: { error: 'IllegalArgumentException', errorMessage: remark },
  remark,
})

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
