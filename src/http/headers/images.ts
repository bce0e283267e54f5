import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { matches } from './etag.ts'

export const PngAnswer = {
  description: 'A PNG image.',
  content: { 'image/png': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
}

/** The schema of the answer to a client that already has the picture. */
export const NotChanged = Type.Unsafe<undefined>({ type: 'null', description: 'It has not changed.' })

/** For texture files, whose content never changes. */
export const immutable = 'public, max-age=31536000, immutable'

/** For the textures that a player wears, which change. Clients ask every time, and mostly get 304. */
export const revalidate = 'no-cache'

/**
 * Answers with a PNG, or with 304 if the client has it (RFC 9110, section 13.1.2). `name` identifies the content.
 * Ranges are ignored, as section 14.2 allows, since the files are small. Pages of other sites may draw them.
 */
export async function sendPng(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: { name: string; caching: string; file: () => Promise<Buffer> },
): Promise<void> {
  const tag = `"${picture.name}"`
  reply.headers({
    etag: tag,
    'cache-control': picture.caching,
    'accept-ranges': 'none',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (matches(request.headers['if-none-match'], tag)) await reply.code(304).send()
  else await reply.type('image/png').send(await picture.file())
}
