import { systemRandom } from '../../lib/crypto/random.ts'
import { Refused } from '../../model/errors/refusal.ts'

export const maxParts = 16
/** The most bytes of a part's head, from its boundary to the empty line. */
export const maxPartHeadBytes = 1024
/** The most occurrences of the boundary, including those inside pictures. A random boundary occurs nowhere else. */
const maxOccurrences = 1000
/** The most bytes after a delimiter: spaces that relays of mail may leave, and the line break. */
const maxPaddingBytes = 64

/** RFC 2046, section 5.1.1, allows at most 70 characters. */
const boundaryPattern = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s";]{1,70})(?=[\s;]|$))/i

/** Reads the fields of a multipart form (RFC 7578) in order. Throws Refused `body_unreadable` for anything else. */
export async function multipartFields(
  body: Buffer,
  contentType = '',
  random = systemRandom,
): Promise<Iterable<[string, string | Blob]>> {
  const [, quoted, bare] = boundaryPattern.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (!/^multipart\/form-data\b/i.test(contentType) || boundary === undefined) {
    throw new Refused('body_unreadable')
  }
  // The runtime's reader ends a part wherever the boundary occurs, even in the middle of a picture, so the parts
  // are joined with a new boundary.
  const own = random.uuid()
  const pieces = partsOf(body, boundary).flatMap((part) => [`--${own}\r\n`, part, '\r\n'])
  const rewritten = new Blob([...pieces, `--${own}--\r\n`])
  try {
    const headers = { 'content-type': `multipart/form-data; boundary="${own}"` }
    return await new Response(rewritten, { headers }).formData()
  } catch (cause) {
    throw new Refused('body_unreadable', { cause })
  }
}

/**
 * Returns the parts with their heads. The runtime's reader has no limits, and takes 20 ms for 64 KiB of headers, so
 * it only gets few parts with short heads.
 */
function partsOf(body: Buffer, boundary: string): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let start: number | undefined
  for (const { from, to, isLast } of delimitersIn(body, boundary)) {
    if (start !== undefined) {
      const part = new Uint8Array(body.subarray(start, Math.max(start, from)))
      if (parts.push(part) > maxParts || !hasShortHead(part)) break
    } else if (from > 0) break
    if (isLast) return parts
    start = to
  }
  throw new Refused('body_unreadable')
}

const hasShortHead = (part: Uint8Array): boolean =>
  Buffer.from(part.buffer, part.byteOffset, Math.min(part.length, maxPartHeadBytes)).includes('\r\n\r\n')

/**
 * Yields each delimiter, which has a line of its own (RFC 2046, section 5.1.1): `from` is the end of the line
 * before it, `to` the end of the delimiter.
 */
function* delimitersIn(body: Buffer, boundary: string) {
  const dashed = Buffer.from(`--${boundary}`, 'latin1')
  let found = 0
  for (let at = body.indexOf(dashed); at >= 0; at = body.indexOf(dashed, at + dashed.length)) {
    if (++found > maxOccurrences) return
    const isAtStart = at === 0 || body.toString('latin1', at - 2, at) === '\r\n'
    const end = at + dashed.length
    if (!isAtStart) continue
    const from = at === 0 ? 0 : at - 2
    if (body.toString('latin1', end, end + 2) === '--') yield { from, to: end + 2, isLast: true }
    const [padding] = /^[ \t]*\r\n/.exec(body.toString('latin1', end, end + maxPaddingBytes)) ?? []
    if (padding !== undefined) yield { from, to: end + padding.length, isLast: false }
  }
}
