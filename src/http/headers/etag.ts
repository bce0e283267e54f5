import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Compares `If-None-Match` with a strong tag, quoted. Weakly: for GET, the mark of a weak tag does not matter. */
export function matches(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false
  return (
    condition.trim() === '*' || condition.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
  )
}

/** Tags an answer with a digest of `content`, which is JSON, and returns true if the client has it (RFC 9110, section 13.1.2). */
export function isKnown(request: FastifyRequest, reply: FastifyReply, content: string): boolean {
  const tag = `"${hash('sha256', content).slice(0, 32)}"`
  reply.header('etag', tag)
  return matches(request.headers['if-none-match'], tag)
}
