import type { FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'

/** Counts a request against its client, and refuses a banned one before its body is read. */
export const limitLookups =
  ({ lookupLimiter }: Pick<Context, 'lookupLimiter'>) =>
  ({ ip }: FastifyRequest): Promise<void> =>
    lookupLimiter.countRequest(ip)

/** The same for every request of this scope. */
export function refuseBannedClients(app: Routes, context: Context): void {
  app.addHook('onRequest', limitLookups(context))
}
