import { networkGroups } from '../../lib/net/address.ts'
import { FairTurns } from '../../lib/queue/fair-turns.ts'
import type { Routes } from './typed-fastify.ts'

/** A connection that its peer has reset has no address, although the framework's type says otherwise. */
const groupsOf = ({ ip }: { ip?: string }): string[] => networkGroups(ip ?? '')

/** Lets networks take turns in having their requests started. Only the hook of the request log comes before. */
export function takeTurns(app: Routes): void {
  const turns = new FairTurns()
  app.addHook('onRequest', (request, _reply, done) => turns.begin(groupsOf(request), done))
}
