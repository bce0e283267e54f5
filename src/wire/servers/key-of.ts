import type { FastifyRequest } from 'fastify'

/** The key in the path of a request below the root of a game server; empty where it is none. */
export function keyOf({ params }: Pick<FastifyRequest, 'params'>): string {
  const { key } = params as { key?: unknown }
  return typeof key === 'string' ? key : ''
}
