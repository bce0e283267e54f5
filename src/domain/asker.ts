import { networkGroups } from '../lib/net/address.ts'
import { type Asker, processAsker } from '../lib/queue/fair-gate.ts'
import type { Actor } from '../model/accounts/actor.ts'

/** Returns the asker for a client at this address who has not signed in, or not yet. Networks take turns. */
export const askerAt = (address: string): Asker => ({ groups: networkGroups(address) })

/** Returns the asker for the actor's network. Commands and jobs share the turn of the process. */
export const askerOf = ({ address }: Actor): Asker =>
  address === undefined ? processAsker : askerAt(address)
