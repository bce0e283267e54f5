// Requests to a store that speaks S3, signed by aws4fetch (AWS Signature Version 4).
import { hash as digest } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { ObjectStoreAddress } from '../../config/object-store.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { askGuarded } from '../../lib/net/outgoing.ts'
import { isPublicAddress } from '../../lib/net/reach.ts'
import { maxTextureBytes } from '../../model/game/texture.ts'

export interface S3Settings {
  address: ObjectStoreAddress
  keyId: string
  secret: string
}

export interface S3Request {
  method: 'DELETE' | 'GET' | 'PUT'
  /** The name of the object after the prefix. */
  name: string
  /** The file of a PUT, and its SHA-256 in hex. */
  file?: { png: Buffer; sha256: string } | undefined
  signal: AbortSignal
}

export interface S3Answer {
  status: number
  body: Buffer
  /** The instant that the store says, in milliseconds since the epoch. Undefined if it says none. */
  date: number | undefined
}

/** Large enough for a texture, and for the text of an error. */
const maxAnswerBytes = maxTextureBytes

const ofFiles = { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': 'image/png' }

const nothing = digest('sha256', '', 'hex')

/** Returns the URL of an object. */
export function objectUrl({ endpoint, bucket, prefix, style }: ObjectStoreAddress, name: string): string {
  if (style === 'path') return `${endpoint}/${bucket}/${prefix}${name}`
  const { host, pathname, protocol } = new URL(endpoint)
  return `${protocol}//${bucket}.${host}${pathname.replace(/\/$/, '')}/${prefix}${name}`
}

/** Returns the URL and the headers of a signed request. */
export async function signedRequest(
  { address, keyId, secret }: S3Settings,
  { method, name, file }: Omit<S3Request, 'signal'>,
  now: number,
): Promise<{ url: string; headers: Record<string, string> }> {
  const signer = new AwsV4Signer({
    method,
    url: objectUrl(address, name),
    headers: { 'x-amz-content-sha256': file?.sha256 ?? nothing },
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region: address.region,
    datetime: new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
  })
  const { url, headers } = await signer.sign()
  // Not signed, since proxies may change them; the vendor's SDK leaves them out as well.
  return { url: url.href, headers: { ...Object.fromEntries(headers), ...(file && ofFiles) } }
}

/**
 * Sends a request for one object, and returns what the store answers, whatever that is. A plain http: endpoint is only
 * asked at an address that is not public. Throws what `askGuarded` throws.
 */
export async function askS3(settings: S3Settings, request: S3Request, clock: Clock): Promise<S3Answer> {
  const { url, headers } = await signedRequest(settings, request, clock())
  const isPlain = url.startsWith('http:')
  const answer = await askGuarded(url, {
    method: request.method,
    headers,
    body: request.file?.png,
    maxBytes: maxAnswerBytes,
    signal: request.signal,
    accepts: (address) => !isPlain || !isPublicAddress(address),
  })
  const date = Date.parse(answer.headers.date ?? '')
  return { status: answer.status, body: answer.body, date: Number.isNaN(date) ? undefined : date }
}

/** Returns the code of an error of S3, such as `NoSuchBucket`; undefined if there is none. */
export const s3Code = ({ body }: Pick<S3Answer, 'body'>): string | undefined =>
  /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(body.subarray(0, 4096).toString('latin1'))?.[1]
