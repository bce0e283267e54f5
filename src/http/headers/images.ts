import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

/** An answer that is a PNG. */
export const PngAnswer = {
  description: 'A PNG image.',
  content: { 'image/png': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
}

/** For a client that has the picture already. */
export const NotChanged = Type.Unsafe<undefined>({ type: 'null', description: 'It has not changed.' })

/** For texture files: what a name means never changes. */
export const immutable = 'public, max-age=31536000, immutable'

/** For what a player wears, which changes: asked for every time, and most often the answer is 304. */
export const revalidate = 'no-cache'

/**
 * Answers a PNG, or 304 where the client has it (RFC 9110, section 13.1.2); `name` stands for what it shows.
 * A Range is ignored, as section 14.2 allows: the files are small. Pages elsewhere may draw them.
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

/** Weak comparison: for GET the mark of a weak tag does not count. */
function matches(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false
  return (
    condition.trim() === '*' || condition.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
  )
}
