import { networkGroups } from '../lib/address.ts'
import { FairTurns } from '../lib/fair-turns.ts'
import type { Routes } from './typed-fastify.ts'

/** Has networks take turns at having their requests begun. Its hook is to be the first. */
export function takeTurns(app: Routes): void {
  const turns = new FairTurns()
  app.addHook('onRequest', (request, _reply, done) => {
    // A connection that its peer has reset has no address any more.
    const { ip = '' } = request
    turns.begin(networkGroups(ip), done)
  })
}
