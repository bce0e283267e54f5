import type { Body } from './bodies.ts'
import { smallBody } from './bodies.ts'
import type { Operation } from './document.ts'
import { heavyBody } from './heavy.ts'
import type { Random } from './random.ts'
import { type Good, text, value } from './values.ts'

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']

/** Makes a request with valid framing for one of the operations, and any content. */
export function wellFramed(random: Random, operations: readonly Operation[], good: Good): Buffer {
  const operation = random.pick(operations)
  const isGet = operation.method === 'GET'
  const method =
    isGet && random.chance(0.1) ? 'HEAD' : random.chance(0.03) ? random.pick(otherMethods) : operation.method
  const hasBody = operation.fields !== undefined || random.chance(0.06)
  const body = hasBody && !random.chance(0.03) ? smallBody(random, operation, good) : undefined
  return assemble(method, targetOf(random, operation, good), headersOf(random, operation, good), body)
}

/** Makes a request that costs as much as possible, within the limits of its route. */
export function heavy(random: Random, operations: readonly Operation[], good: Good): Buffer {
  const uploads = operations.filter(({ takesFile }) => takesFile)
  const readers = operations.filter(({ fields }) => fields !== undefined)
  const others = operations.filter(({ method }) => method !== 'GET')
  const operation = random.pick(random.pick([uploads, uploads, readers, readers, others]))
  return assemble(
    operation.method,
    targetOf(random, operation, good),
    headersOf(random, operation, good),
    heavyBody(random, operation),
  )
}

/** Makes long targets and headers, up to the limit of 16 KiB. */
export function heavyHead(random: Random, operations: readonly Operation[], good: Good): Buffer {
  const operation = random.pick(operations.filter(({ method }) => method === 'GET'))
  const repeated = random.pick([
    'a&',
    '&',
    'a=%',
    '%41',
    '/',
    '%2f',
    ';',
    'a=1&',
    '..%2f',
    '+',
    '__proto__=&',
  ])
  const long = repeated.repeat(Math.floor((15_000 - random.below(3)) / repeated.length))
  const path = targetOf(random, operation, good)
  const kind = random.below(4)
  if (kind === 0) return assemble('GET', `${path.replace(/\?.*/, '')}?${long}`, [], undefined)
  if (kind === 1) return assemble('GET', `/${long}`, [], undefined)
  if (kind === 2) return assemble('GET', path, Array(2000).fill('a: b'), undefined)
  const name = random.pick(['Authorization', 'X-Forwarded-For', 'If-None-Match', 'Cookie', 'Accept'])
  return assemble(
    'GET',
    path,
    [`${name}: ${random.pick(['Bearer ', '"', ',', '1.2.3.4, ', ' ']).repeat(900)}x`],
    undefined,
  )
}

/** Makes a request that is sent very often in one write. */
export function flood(random: Random, operations: readonly Operation[], good: Good): Buffer {
  const operation = random.pick(operations.filter(({ method }) => method === 'GET'))
  return assemble('GET', targetOf(random, operation, good), [], undefined)
}

function targetOf(random: Random, { template, query }: Operation, good: Good): string {
  const path = template.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => segment(name === 'game' ? word(random, good) : value(random, name, good)) || 'x',
  )
  const slash = random.chance(0.03) && !path.endsWith('/') ? '/' : ''
  const names = query.filter(() => random.chance(0.93))
  if (random.chance(0.05)) names.push(random.pick(['__proto__', 'unsigned', text(random, 5), ...query]))
  const pairs = names.map((name) => `${segment(name)}=${segment(value(random, name, good))}`)
  return `${path}${slash}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** Returns a game word, nearly always a valid one, so that most requests reach a route. */
const word = (random: Random, good: Good): string =>
  random.chance(0.95) ? random.pick(['game', 'minecraft', '3d-chess']) : value(random, 'game', good)

const segment = (any: string): string => encodeURIComponent(any.toWellFormed()).replaceAll("'", '%27')

export function headersOf(random: Random, { template, isPage }: Operation, good: Good): string[] {
  const headers: string[] = []
  if (/minecraftservices|user\/profile/.test(template) || random.chance(0.02)) {
    const bearer = random.pick([good.token, good.token, good.token, `${good.token}x`, 'x', ''])
    if (random.chance(0.95))
      headers.push(`Authorization: ${random.chance(0.97) ? 'Bearer' : 'Basic'} ${bearer}`)
  }
  if (template.startsWith('/api/v1/') && random.chance(0.9)) {
    // A rotated key or a banned network would ruin the whole run.
    const mayWrite = /^.api.v1.(accounts|clients|invites)/.test(template) && random.chance(0.5)
    headers.push(`Authorization: Bearer ${mayWrite ? good.writeToken : good.apiToken}`)
    if (random.chance(0.2)) headers.push(`Idempotency-Key: ${random.pick(['a', 'b', '"c"', ' '])}`)
  }
  if (/^.oauth2./.test(template) && random.chance(0.3)) {
    headers.push(
      `Authorization: ${random.pick([`Bearer ${good.token}`, 'Basic eDp5', 'Basic %', 'Basic eA=='])}`,
    )
  }
  if (good.cookie !== '' && isPage && random.chance(0.9)) headers.push(`Cookie: ${good.cookie}`)
  if (random.chance(0.05))
    headers.push(`If-None-Match: ${random.pick(['*', '"x"', 'W/"', `"${good.texture}"`])}`)
  if (random.chance(0.03)) headers.push(`X-Forwarded-For: ${random.pick(['1.2.3.4', '::1', ',', 'x:1'])}`)
  if (random.chance(0.03)) headers.push(`Accept: ${random.pick(['text/html', '*/*;q=', 'image/webp'])}`)
  if (random.chance(0.02)) headers.push(`Origin: ${random.pick(['null', 'https://example.test'])}`)
  if (random.chance(0.01)) headers.push('Expect: 100-continue')
  if (random.chance(0.01)) headers.push(`Range: bytes=${random.pick(['0-0', '-1', '5-1,'])}`)
  return headers
}

export function assemble(
  method: string,
  target: string,
  headers: readonly string[],
  body: Body | undefined,
): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: fuzz.example.test', ...headers]
  if (body) {
    if (body.type !== undefined) lines.push(`Content-Type: ${body.type}`)
    if (body.encoding !== undefined) lines.push(`Content-Encoding: ${body.encoding}`)
    lines.push(`Content-Length: ${body.bytes.length}`)
  }
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return body ? Buffer.concat([head, body.bytes]) : head
}
