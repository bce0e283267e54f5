import type { Services } from '../domain/services.ts'
import type { Routes } from './schema.ts'

/** Counts the requests of this scope against their clients, and refuses banned ones before their body is read. */
export function refuseBannedClients(app: Routes, { lookupClients }: Services): void {
  app.addHook('onRequest', (request) => lookupClients.admit(request.ip))
}
