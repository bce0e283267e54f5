// Bodies up to their route's limit, made to cost as much as possible.
import { gzipSync } from 'node:zlib'
import { chunk, header, makePng, noise, pngOf } from '../test/png.ts'
import { type Body, boundary, multipartType } from './bodies.ts'
import type { Operation } from './document.ts'
import type { Random } from './random.ts'
import { text } from './values.ts'

const disposition = 'Content-Disposition: form-data; name="a"'

/** A beginning, a part that is repeated up to the size, and an end. */
type Pattern = readonly [before: string, repeated: string | ((index: number) => string), after: string]

const urlencoded: readonly Pattern[] = [
  ['', 'a&', ''],
  ['', '&', ''],
  ['', '=&', ''],
  ['', '%', ''],
  ['a=', '%zz', ''],
  ['a=', '%e2%82', ''],
  ['a=', '+', ''],
  ['', (index) => `${index.toString(36)}=&`, ''],
  ['', '__proto__=x&', ''],
]
const jsons: readonly Pattern[] = [
  ['', '[', ''],
  ['', '{"a":', ''],
  ['{', (index) => `"${index.toString(36)}":0,`, '"z":0}'],
  ['{', (index) => `"${index}":0,`, '"z":0}'],
  ['{', '"a":0,', '"z":0}'],
  ['{"username":"', '\\u0000', '"}'],
  ['{"accessToken":"', 'a.', '"}'],
  ['{"password":"', 'é', '"}'],
  ['[', '"a",', '"b"]'],
  ['[', '[],', '0]'],
  ['[', '1e999,', '1]'],
  ['', '9', ''],
  ['', ' ', '{}'],
  ['"', '\\ud800', '"'],
]
const multipart: readonly Pattern[] = [
  ['', `--${boundary}\r\n${disposition}\r\n\r\n\r\n`, `--${boundary}--\r\n`],
  ['', `--${boundary}\r\n\r\n\r\n`, ''],
  ['', `--${boundary}\r\n`, ''],
  ['', `\r\n--${boundary.slice(0, -1)}`, ''],
  [`--${boundary}\r\n${disposition}\r\n`, 'a:b\r\n', `\r\n\r\n--${boundary}--`],
  [`--${boundary}\r\n${disposition}; filename="`, '%22\\"', `"\r\n\r\n\r\n--${boundary}--`],
  [`--${boundary}\r\n${disposition}`, ';a=b', `\r\n\r\n\r\n--${boundary}--`],
  [`--${boundary}\r\n${disposition}\r\n\r\n`, '\r\n-', `\r\n--${boundary}--`],
  [`--${boundary}\r\n`, ' ', ''],
]

function fill([before, repeated, after]: Pattern, size: number): Buffer {
  if (typeof repeated === 'string') {
    const count = Math.max(0, Math.floor((size - before.length - after.length) / Buffer.byteLength(repeated)))
    return Buffer.from(before + repeated.repeat(count) + after)
  }
  const pieces = [before]
  let length = before.length + after.length
  for (let index = 0; length < size; index++) {
    const piece = repeated(index)
    pieces.push(piece)
    length += piece.length
  }
  return Buffer.from(pieces.join('') + after).subarray(0, size)
}

/** Makes files that are hard on a decoder. */
function heavyPng(random: Random, size: number): Buffer {
  const empty = chunk(random.pick(['tEXt', 'IDAT', 'tRNS', 'zTXt', 'abCd']))
  const many = Array.from({ length: Math.max(0, Math.floor((size - 20_000) / empty.length)) }, () => empty)
  const kind = random.below(4)
  if (kind === 0) return makePng(64, 64, noise(1), many)
  if (kind === 1) return pngOf(header(random.pick([64, 2 ** 31 - 1]), 64), ...many, chunk('IEND'))
  if (kind === 2) return makePng(64, 64, noise(1), [chunk('tEXt', Buffer.alloc(Math.max(0, size - 20_000)))])
  const data = chunk('IDAT', random.bytes(Math.min(size, 4096)))
  return pngOf(header(64, 64), data, chunk('IEND'))
}

function heavyFile(random: Random, size: number): Buffer {
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
  return Buffer.concat([Buffer.from(before), heavyPng(random, size), Buffer.from(`\r\n--${boundary}--\r\n`)])
}

/** Makes a large body: sometimes beyond the limit, half of the time gzipped. */
export function heavyBody(random: Random, { limit, takesFile }: Operation): Body {
  const size = random.chance(0.1) ? limit + 1 : random.size(limit)
  const kind = random.below(takesFile ? 6 : 5)
  const made: Body = { bytes: Buffer.alloc(0), type: undefined, encoding: undefined }
  if (kind === 0 || kind === 4) {
    made.bytes = fill(random.pick(urlencoded), size)
    made.type = 'application/x-www-form-urlencoded'
  } else if (kind === 1) {
    made.bytes = fill(random.pick(jsons), size)
    made.type = 'application/json'
  } else if (kind === 2) {
    made.bytes = fill(random.pick(multipart), size)
    made.type = multipartType
  } else if (kind === 3) {
    made.bytes = fill(['', random.pick([text(random, 8), '\0', '\xff', 'a']), ''], size)
    made.type = random.pick(['application/json', 'application/x-www-form-urlencoded', multipartType])
  } else {
    made.bytes = heavyFile(random, size)
    made.type = multipartType
  }
  if (random.chance(0.5)) {
    made.bytes = zipped(random, made.bytes, limit)
    made.encoding = 'gzip'
  }
  return made
}

/** Compresses it as one member, as many empty members, or as one that unpacks to far more than any limit. */
function zipped(random: Random, bytes: Buffer, limit: number): Buffer {
  const kind = random.below(8)
  if (kind === 0) {
    const empty = gzipSync(Buffer.alloc(0))
    return Buffer.concat(Array.from({ length: Math.floor(limit / empty.length) }, () => empty))
  }
  if (kind === 1) return bomb
  return gzipSync(bytes, { level: 9 })
}

const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024), { level: 9 })
