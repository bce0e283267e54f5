import { networkGroups } from '../../lib/net/address.ts'
import { FairTurns } from '../../lib/queue/fair-turns.ts'
import type { Routes } from './typed-fastify.ts'

/** Lets networks take turns in having their requests started. Only the hook of the request log comes before. */
export function takeTurns(app: Routes): void {
  const turns = new FairTurns()
  app.addHook('onRequest', (request, _reply, done) => turns.begin(networkGroups(request.ip), done))
}
