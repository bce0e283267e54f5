import type { FastifyRequest } from 'fastify'

/** Returns the key in the path of a request below the root of a game server; empty if it can't be a key. */
export function keyOf({ params }: Pick<FastifyRequest, 'params'>): string {
  const { key } = params as { key?: unknown }
  return typeof key === 'string' ? key : ''
}
