import type { FastifyRequest } from 'fastify'

/**
 * Returns true if another Norn asks on behalf of its own game servers. What its neighbours say is for these to ask, so it
 * is told about accounts alone; otherwise two services that name each other would ask in a circle.
 */
export const isOfNorn = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^norn\b/i.test(headers['user-agent'] ?? '')
