// Answers of a neighbour to hasJoined.
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

export interface Property {
  name: string
  value: string
  signature?: string
}

export interface Profile {
  id: string
  name: string
  properties: readonly Property[]
}

/** Answers that the player has joined; `url` is the neighbour's address. */
export type Behaviour = (response: ServerResponse, profile: Profile, url: string) => void

const send = (
  response: ServerResponse,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
}

/** Answers with another profile, or with something else. */
export const changed =
  (change: (profile: Profile, url: string) => unknown): Behaviour =>
  (response, profile, url) =>
    send(response, JSON.stringify(change(profile, url)))

/** Answers with another text. */
export const rewritten =
  (change: (json: string) => string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (response, profile) =>
    send(response, change(JSON.stringify(profile)), headers)

export const joins: Behaviour = changed((profile) => profile)

export const hasNotJoined: Behaviour = (response) => {
  response.writeHead(204).end()
}

export const fails: Behaviour = (response) => {
  response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
}

export const silent: Behaviour = () => undefined

/** Sends a byte of its answer now and then, without an end. */
export const drips: Behaviour = (response, profile) => {
  const json = JSON.stringify(profile)
  response.writeHead(200, { 'content-type': 'application/json' })
  let at = 0
  const timer = setInterval(() => response.write(json[at++] ?? ' '), 200)
  response.on('close', () => clearInterval(timer))
}

export const redirects: Behaviour = (response, { name }, url) => {
  response.writeHead(302, { location: `${url}/elsewhere/${name}/hasJoined?username=${name}` }).end()
}

const filler = { name: 'filler', value: 'x' }
const texturesOf = ({ properties }: Profile): Property => properties[0] ?? filler

/** Answers that are not a profile. */
export const malformed: Readonly<Record<string, Behaviour>> = {
  'a page': rewritten(() => '<html>Welcome</html>', { 'content-type': 'text/html' }),
  'half of an object': rewritten((json) => json.slice(0, json.length / 2)),
  'an array': changed((profile) => [profile]),
  'an id that is a number': changed((profile) => ({ ...profile, id: 7 })),
  'an id that is too short': changed((profile) => ({ ...profile, id: profile.id.slice(1) })),
  'no name': changed(({ id }) => ({ id })),
}

/** Answers that two readers understand in two ways. */
export const ambiguous: Readonly<Record<string, Behaviour>> = {
  'two ids': rewritten((json) => json.replace('{', `{"id":"${'1'.repeat(32)}",`)),
  'two names, one of them escaped': rewritten((json) => json.replace('{', '{"n\\u0061me":"Admin",')),
  'two textures': changed((profile) => ({
    ...profile,
    properties: [...profile.properties, ...profile.properties],
  })),
  'textures of another UUID': changed((profile) => {
    const other = { profileId: '9'.repeat(32), textures: {} }
    const value = Buffer.from(JSON.stringify(other)).toString('base64')
    return { ...profile, properties: [{ ...texturesOf(profile), value }] }
  }),
}

/** Properties that the game's network codec does not read. */
export const beyondCodec: Readonly<Record<string, Behaviour>> = {
  'seventeen properties': changed((profile) => ({
    ...profile,
    properties: Array.from({ length: 17 }, () => filler),
  })),
  'a value of 32,768 characters': changed((profile) => ({
    ...profile,
    properties: [{ ...filler, value: 'x'.repeat(32_768) }],
  })),
  'a signature of 1,025 characters': changed((profile) => ({
    ...profile,
    properties: [{ ...filler, signature: 'x'.repeat(1025) }],
  })),
}

const spaces = ' '.repeat(8_000_000)

/** Answers that cost their reader memory. */
export const large: Readonly<Record<string, Behaviour>> = {
  'eight megabytes': rewritten((json) => json + spaces),
  'a gzip bomb': rewritten((json) => gzipSync(json + spaces), { 'content-encoding': 'gzip' }),
}
