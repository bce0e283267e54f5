import { createGunzip, type Gunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { Refused } from '../../model/errors/refusal.ts'
import type { Routes } from '../server/typed-fastify.ts'
import { readFields } from './fields.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type as sent. It may be missing, wrong or malformed: bodies are read all the same. */
    bodyType: string | undefined
  }
}

/** Turns the bytes of a body into the value that the route gets. */
type BodyReader = (body: Buffer, contentType: string | undefined) => Promise<unknown>

/** Returns false for a route without a body schema, which discards any body. */
const isRead = ({ routeOptions }: FastifyRequest): boolean => routeOptions.schema?.body !== undefined

/** Makes the routes of this scope accept a body of any Content-Type, gzipped or not. */
export function acceptAnyBody(app: Routes, read: BodyReader = readFields): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, done) => {
    // The framework refuses a malformed Content-Type before any parser sees it; without one it asks the parser.
    request.bodyType = request.raw.headers['content-type']
    delete request.raw.headers['content-type']
    if (!isRead(request)) {
      // With these headers, the framework would expect a body to read.
      delete request.raw.headers['content-length']
      delete request.raw.headers['transfer-encoding']
    }
    done()
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
    if (encoding === 'identity' || !isRead(request)) return done(null, payload)
    if (encoding !== 'gzip' && encoding !== 'x-gzip') return done(new Refused('encoding_unsupported'))
    const unzipped = payload.pipe(createGunzip())
    payload.on('error', (error) => unzipped.destroy(error))
    // The framework listens for errors only while it reads. After an empty body, or past the limit, an unhandled
    // error would end the process.
    unzipped.on('error', () => undefined)
    // Once a compression bomb is refused, there is no point in decompressing the rest.
    reply.raw.once('close', () => unzipped.destroy())
    countEncoded(payload, unzipped)
    done(null, unzipped)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    read(body, request.bodyType),
  )
}

/** Counts encoded bytes: the framework compares the size as sent with Content-Length, and both sizes with the limit. */
function countEncoded(
  payload: NodeJS.ReadableStream,
  unzipped: Gunzip & { receivedEncodedLength?: number },
): void {
  unzipped.receivedEncodedLength = 0
  payload.on('data', (chunk: Buffer) => {
    unzipped.receivedEncodedLength = (unzipped.receivedEncodedLength ?? 0) + chunk.length
  })
}
