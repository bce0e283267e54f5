import { deflateSync, gzipSync } from 'node:zlib'
import { makePng, noise } from '../test/png.ts'
import type { Operation } from './document.ts'
import type { Random } from './random.ts'
import { type Good, json, text, value } from './values.ts'

export interface Body {
  bytes: Buffer
  type: string | undefined
  encoding: string | undefined
}

export const boundary = 'fuzz'
export const multipartType = `multipart/form-data; boundary=${boundary}`
const formType = 'application/x-www-form-urlencoded'

const types = [
  undefined,
  '',
  'application/json',
  'application/json; charset=utf-16',
  formType,
  `${formType}; charset=latin1`,
  multipartType,
  'multipart/form-data',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'text/plain',
  'x',
  ';;=',
]

/** Makes a small body for an operation: valid, nearly valid, or noise. */
export function smallBody(random: Random, { template, fields = [], takesFile }: Operation, good: Good): Body {
  const encoded = random.chance(0.08) ? encode(random, random.bytes(random.size(300)), undefined) : undefined
  if (encoded) return encoded
  const names = fields.length > 0 ? fields : ['']
  const chosen = names.filter(() => random.chance(0.92))
  if (random.chance(0.1)) chosen.push(random.pick(['__proto__', 'agent', text(random, 12), ...names]))
  const pairs = chosen.map((name): [string, string] => [
    name,
    value(random, template.endsWith('/bans') && name === 'ip' ? 'banned' : name, good),
  ])
  const how = takesFile ? 2 : random.below(3)
  if (how === 0) return encode(random, jsonOf(random, pairs), 'application/json')
  if (how === 1) {
    const form = new URLSearchParams(pairs.map(([name, one]): [string, string] => [name, one.toWellFormed()]))
    return encode(random, Buffer.from(form.toString()), formType)
  }
  const parts = pairs.map(([name, one]) =>
    part(name, name === 'file' ? file(random) : Buffer.from(one), random),
  )
  return encode(random, Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), multipartType)
}

function jsonOf(random: Random, pairs: [string, string][]): Buffer {
  const loose = pairs.map(([name, one]): [string, unknown] => [
    name,
    random.chance(0.06) ? json(random) : one,
  ])
  const whole =
    pairs[0]?.[0] === '' || random.chance(0.04)
      ? random.pick<unknown>([pairs.map(([, one]) => one), [good(pairs)], json(random)])
      : Object.fromEntries(loose)
  const written = JSON.stringify(whole)
  return Buffer.from(random.chance(0.03) ? `\ufeff${written}` : written)
}

const good = (pairs: [string, string][]): string => pairs[0]?.[1] ?? ''

function part(name: string, content: Buffer, random: Random): Buffer {
  const filename = name === 'file' || random.chance(0.05) ? '; filename="skin.png"' : ''
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}

function file(random: Random): Buffer {
  const png = makePng(random.pick([64, 64, 63, 128]), random.pick([64, 32, 0, 128]), noise(random.below(50)))
  if (random.chance(0.6)) return png
  if (random.chance(0.3)) return png.subarray(0, random.below(png.length))
  for (let i = random.below(4); i >= 0; i--) png[random.below(png.length)] = random.below(256)
  return png
}

/**
 * Encodes it mostly as declared; sometimes it is declared wrongly, gzipped, or falsely declared as gzipped.
 */
function encode(random: Random, bytes: Buffer, type: string | undefined): Body {
  const declaredType = random.chance(0.9) ? type : random.pick(types)
  const how = random.below(24)
  if (how === 0)
    return { bytes: gzipSync(bytes), type: declaredType, encoding: random.pick(['gzip', 'X-GZIP']) }
  if (how === 1) {
    const zipped = gzipSync(bytes)
    return { bytes: zipped.subarray(0, random.below(zipped.length)), type: declaredType, encoding: 'gzip' }
  }
  if (how === 2) {
    const encoding = random.pick(['br', 'deflate', 'gzip, gzip', 'identity', '', 'zstd', 'gzip'])
    return { bytes: random.chance(0.5) ? deflateSync(bytes) : bytes, type: declaredType, encoding }
  }
  return { bytes, type: declaredType, encoding: undefined }
}
