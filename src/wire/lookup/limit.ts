import type { Context } from '../../domain/context.ts'
import type { Routes } from '../../http/typed-fastify.ts'

/** Counts the requests of this scope against their clients, and refuses banned ones before their body is read. */
export function refuseBannedClients(app: Routes, { lookupLimiter }: Context): void {
  app.addHook('onRequest', (request) => lookupLimiter.admit(request.ip))
}
