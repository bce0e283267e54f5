import type { onRequestHookHandler } from 'fastify'
import type { Context, OperationContext } from '../../domain/context.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'

/** Counts a request for its client, and refuses a banned client before the body is read. */
export const limitLookups =
  ({ lookupLimiter }: OperationContext): onRequestHookHandler =>
  ({ ip }, _reply, done) => {
    const counting = lookupLimiter.countRequest(ip)
    if (!counting) return done()
    return counting
  }

/** Refuses banned clients for every request of this scope. */
export function refuseBannedClients(app: Routes, context: Context): void {
  app.addHook('onRequest', limitLookups(context))
}
