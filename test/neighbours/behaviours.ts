// What a neighbour can do to those who ask it.
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A profile as the mock neighbour would answer it. */
export interface MockProfile {
  id: string
  name: string
  properties: { name: string; value: string; signature?: string }[]
}

/** Answers the question whether `profile` has joined; `url` is the neighbour's own address. */
export type Behaviour = (response: ServerResponse, profile: MockProfile, url: string) => void

export const send = (response: ServerResponse, body: string | Buffer, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

const json =
  (change: (profile: MockProfile) => unknown): Behaviour =>
  (response, profile) =>
    send(response, JSON.stringify(change(structuredClone(profile))))

const text =
  (make: (json: string, profile: MockProfile) => string): Behaviour =>
  (response, profile) =>
    send(response, make(JSON.stringify(profile), profile))

const padded = (bytes: number) => text((whole) => `${whole}${' '.repeat(bytes - Buffer.byteLength(whole))}`)

const encoded =
  (encoding: string, compress: (body: string) => Buffer): Behaviour =>
  (response, profile) => {
    response.writeHead(200, { 'content-encoding': encoding })
    response.end(compress(`${JSON.stringify(profile)}${' '.repeat(10_000_000)}`))
  }

/** Replaces the payload of the textures. */
const payload = (change: (payload: any) => unknown) =>
  json((profile) => ({
    ...profile,
    properties: profile.properties.map((property) => {
      const read = JSON.parse(Buffer.from(property.value, 'base64').toString())
      return { ...property, value: Buffer.from(JSON.stringify(change(read))).toString('base64') }
    }),
  }))

const skinAt = (url: string) => payload((read) => ({ ...read, textures: { SKIN: { url } } }))

/** Adds a member of JSON to the middle of a text that is readable as Base64 even so, since decoders ignore other characters. */
const spoiled = (field: 'value' | 'signature') =>
  json((profile) => ({
    ...profile,
    properties: profile.properties.map((property) => {
      const { value, signature = value } = property
      const whole = { value, signature }[field]
      return { ...property, signature, [field]: `${whole.slice(0, 8)}","!":"${whole.slice(8)}` }
    }),
  }))

const filler = { name: 'filler', value: 'x' }

export const behaviours: Readonly<Record<string, Behaviour>> = {
  good: json((profile) => profile),
  no: (response) => response.writeHead(204).end(),
  'empty-200': (response) => response.writeHead(200).end(),
  'status-401': (response) => send(response, '{}', 401),
  'status-403': (response) => send(response, '{}', 403),
  'status-404': (response) => send(response, '{}', 404),
  'status-400': (response) => send(response, '{}', 400),
  'status-418': (response) => send(response, '{}', 418),
  'status-500': (response) => send(response, '{}', 500),
  'status-202': (response, profile) => send(response, JSON.stringify(profile), 202),
  wait: (response) => response.writeHead(429, { 'retry-after': '30' }).end(),
  'wait-long': (response) => response.writeHead(429, { 'retry-after': '86400' }).end(),
  'redirect-self': (response, _profile, url) => response.writeHead(302, { location: `${url}/again` }).end(),
  'redirect-loopback': (response) => response.writeHead(307, { location: 'http://127.0.0.1/' }).end(),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
  'not-utf8': (response) => send(response, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  'full-64k': padded(64 * 1024),
  'large-64k': padded(64 * 1024 + 1),
  endless: (response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  },
  drip: (response, profile) => {
    const bytes = JSON.stringify(profile)
    let at = 0
    const timer = setInterval(() => response.write(bytes[at++ % bytes.length]), 50)
    response.on('close', () => clearInterval(timer))
  },
  dead: () => undefined,
  hangup: (response) => response.destroy(),
  gzip: encoded('gzip', gzipSync),
  brotli: encoded('br', brotliCompressSync),
  deep: text(
    (_whole, { id, name }) =>
      `{"id":"${id}","name":"${name}","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  ),
  'duplicate-id': text((whole) => whole.replace('{', `{"id":"${'1'.repeat(32)}",`)),
  'duplicate-escaped': text((whole) => whole.replace('{', '{"n\\u0061me":"Admin",')),
  'duplicate-deep': text((whole) => whole.replace('"name":"textures"', '"name":"other","name":"textures"')),
  'properties-16': json((profile) => ({
    ...profile,
    properties: [...profile.properties, ...Array.from({ length: 15 }, () => filler)],
  })),
  'properties-17': json((profile) => ({
    ...profile,
    properties: [...profile.properties, ...Array.from({ length: 16 }, () => filler)],
  })),
  'properties-object': json((profile) => ({ ...profile, properties: { 0: filler } })),
  'property-name-65': json((profile) => ({ ...profile, properties: [{ ...filler, name: 'n'.repeat(65) }] })),
  'value-32767': json((profile) => ({ ...profile, properties: [{ ...filler, value: 'x'.repeat(32_767) }] })),
  'value-32768': json((profile) => ({ ...profile, properties: [{ ...filler, value: 'x'.repeat(32_768) }] })),
  'signature-1025': json((profile) => ({
    ...profile,
    properties: [{ ...filler, signature: 'x'.repeat(1025) }],
  })),
  'signature-number': json((profile) => ({ ...profile, properties: [{ ...filler, signature: 7 }] })),
  'textures-twice': json((profile) => ({
    ...profile,
    properties: [...profile.properties, ...profile.properties],
  })),
  'textures-text': json((profile) => ({
    ...profile,
    properties: [{ name: 'textures', value: 'not Base64!' }],
  })),
  'textures-quote': spoiled('value'),
  'signature-quote': spoiled('signature'),
  'textures-of-another': payload((read) => ({ ...read, profileId: '9'.repeat(32) })),
  'textures-of-nobody': payload((read) => ({ ...read, profileId: undefined })),
  'skin-file': skinAt('file:///etc/passwd'),
  'skin-elsewhere': skinAt('https://elsewhere.example/skin.png'),
  'skin-private': skinAt('http://10.0.0.1/skin.png'),
  actions: json((profile) => ({ ...profile, profileActions: ['FORCED_NAME_CHANGE', 'USING_BANNED_SKIN'] })),
  'control-characters': json((profile) => ({ ...profile, name: `${profile.name}\u0000\u001b[2J` })),
  'other-name': json((profile) => ({ ...profile, name: 'Admin' })),
  'other-case': json((profile) => ({ ...profile, name: profile.name.toUpperCase() })),
  'id-upper': json((profile) => ({ ...profile, id: profile.id.toUpperCase() })),
  'id-hyphens': json((profile) => ({
    ...profile,
    id: profile.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  })),
  'id-nil': json((profile) => ({ ...profile, id: '0'.repeat(32), properties: [] })),
  'id-other-edition': json((profile) => ({
    ...profile,
    id: `${'0'.repeat(16)}0009f00dfeedbeef`,
    properties: [],
  })),
  'id-number': json((profile) => ({ ...profile, id: 7 })),
  list: json((profile) => [profile]),
  null: json(() => null),
}
