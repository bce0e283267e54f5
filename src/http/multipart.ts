import { Refused } from '../model/refusal.ts'

const maxParts = 16
/** Of one part, from its boundary to the empty line. */
const maxPartHeadBytes = 1024

/** RFC 2046, section 5.1.1: at most 70 characters. */
const boundaryPattern = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s";]{1,70})(?=[\s;]|$))/i

/** The fields of a multipart form (RFC 7578) in their order. Throws Refused `body_unreadable` for anything else. */
export async function multipartFields(
  body: Buffer,
  contentType = '',
): Promise<Iterable<[string, string | Blob]>> {
  const [, quoted, bare] = boundaryPattern.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (!/^multipart\/form-data\b/i.test(contentType) || boundary === undefined || !isBounded(body, boundary)) {
    throw new Refused('body_unreadable')
  }
  try {
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
    return await new Response(new Uint8Array(body), { headers }).formData()
  } catch (cause) {
    throw new Refused('body_unreadable', { cause })
  }
}

/**
 * The runtime's reader has no limits, and takes 20 ms for 64 KiB of headers: what it is given has few parts,
 * and little before the content of each.
 */
function isBounded(body: Buffer, boundary: string): boolean {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  let parts = 0
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    const head = body.subarray(at + delimiter.length, at + delimiter.length + maxPartHeadBytes)
    if (head.toString('latin1', 0, 2) === '--') continue
    if (++parts > maxParts || !head.includes('\r\n\r\n')) return false
  }
  return true
}
