// A store that speaks as much S3 as Norn does, checks signatures by its own arithmetic, and misbehaves as told.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface StoredObject {
  body: Buffer
  type: string | undefined
  caching: string | undefined
}

export interface MemoryStore {
  /** Without a trailing slash. */
  endpoint: string
  /** By their names without the bucket. */
  objects: Map<string, StoredObject>
  /** The method and name of each request so far. */
  requests: string[]
  /** The settings of a service that keeps its textures here. */
  settings: Record<string, string>
  /** Answers in place of the store, if it returns true. */
  behave(instead?: (request: IncomingMessage, response: ServerResponse) => boolean): void
  /** Ends all connections, and accepts none until it is started again. */
  stop(): Promise<void>
  start(): Promise<void>
}

export const key = { id: 'GK31c2f218a2e44f485b94239e', secret: 'b892c0665f0ada8a4755dae98baa3b133590e11d' }
const bucket = 'textures'

/** Starts a store with one bucket. `now` is its clock. */
export async function startMemoryStore(now: () => number = Date.now): Promise<MemoryStore> {
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  let instead: Parameters<MemoryStore['behave']>[0]
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://store').pathname)
    requests.push(`${request.method} ${path}`)
    response.setHeader('date', new Date(now()).toUTCString())
    if (instead?.(request, response)) return
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    const code = request.headers.authorization === undefined ? undefined : refusal(request, body, now())
    const name = path.slice(bucket.length + 2)
    if (code !== undefined) return refuse(response, 403, code)
    if (!path.startsWith(`/${bucket}/`)) return refuse(response, 404, 'NoSuchBucket')
    const found = objects.get(name)
    if (request.method === 'GET' && found)
      return response.writeHead(200, { 'content-type': found.type ?? '' }).end(found.body)
    if (request.method === 'GET') return refuse(response, 404, 'NoSuchKey')
    if (request.headers.authorization === undefined) return refuse(response, 403, 'AccessDenied')
    if (request.method === 'PUT') {
      const { 'content-type': type, 'cache-control': caching } = request.headers
      objects.set(name, { body, type, caching })
      return response.writeHead(200).end()
    }
    objects.delete(name)
    return response.writeHead(204).end()
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    objects,
    requests,
    settings: {
      NORN_TEXTURES_URL: `s3://${bucket}/norn?endpoint=${endpoint}`,
      NORN_S3_KEY_ID: key.id,
      NORN_S3_SECRET: key.secret,
    },
    behave: (given) => {
      instead = given
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    start: () => listen(port),
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
  )
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (secret: Buffer | string, text: string) => createHmac('sha256', secret).update(text).digest()

/** Returns the code of the error in a signed request (AWS Signature Version 4), if there is one. */
function refusal({ headers, method, url }: IncomingMessage, body: Buffer, now: number): string | undefined {
  const read = /Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\S+)/.exec(
    headers.authorization ?? '',
  )
  const [, id, scope = '', signed = '', signature] = read ?? []
  if (id !== key.id) return 'InvalidAccessKeyId'
  const time = String(headers['x-amz-date'])
  const at = Date.parse(time.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (Math.abs(at - now) > 15 * 60_000) return 'RequestTimeTooSkewed'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const names = signed.split(';')
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = [method, url, '', lines, signed, headers['x-amz-content-sha256']].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signing = scope
    .split('/')
    .reduce<Buffer | string>((from, part) => hmac(from, part), `AWS4${key.secret}`)
  return hmac(signing, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
