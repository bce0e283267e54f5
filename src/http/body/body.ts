import { createGunzip, type Gunzip } from 'node:zlib'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { Refused } from '../../model/errors/refusal.ts'
import type { Routes } from '../server/typed-fastify.ts'
import { readFields } from './fields.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type as sent. It may be missing, wrong or malformed: bodies are read all the same. */
    bodyType: string | undefined
  }
}

/** Turns the bytes of a body into the value that the route gets, or a promise of it. */
type BodyReader = (body: Buffer, contentType: string | undefined) => unknown

/** Returns false for a route without a body schema, which discards any body. */
const isRead = (request: FastifyRequest): boolean => request.getValidationFunction('body') !== undefined

/** Makes the routes of this scope accept a body of any Content-Type, gzipped or not. */
export function acceptAnyBody(app: Routes, read: BodyReader = readFields): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    // The framework refuses a malformed Content-Type before any parser sees it; without one it asks the parser.
    // (`undefined`, because an object from which something was deleted is slow.)
    if (headers['content-type'] !== undefined) {
      request.bodyType = headers['content-type']
      headers['content-type'] = undefined
    }
    if (!isRead(request)) {
      // With these headers, the framework would expect a body to read.
      if (headers['content-length'] !== undefined) delete headers['content-length']
      if (headers['transfer-encoding'] !== undefined) delete headers['transfer-encoding']
    }
    done()
  })
  app.addHook('onRoute', (route) => {
    if (route.schema?.body !== undefined) route.preParsing = unzip
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    const value = read(body, request.bodyType)
    if (value instanceof Promise) return value
    return done(null, value)
  })
}

const unzip: preParsingHookHandler = (request, reply, payload, done) => {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding === 'identity') return done(null, payload)
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return done(new Refused('encoding_unsupported'))
  const unzipped = payload.pipe(createGunzip())
  payload.on('error', (error) => unzipped.destroy(error))
  // The framework listens for errors only while it reads. After an empty body, or past the limit, an unhandled error
  // would end the process.
  unzipped.on('error', () => undefined)
  // Once a compression bomb is refused, there is no point in decompressing the rest.
  reply.raw.once('close', () => unzipped.destroy())
  countEncoded(payload, unzipped)
  done(null, unzipped)
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
