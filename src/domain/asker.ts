import { networkGroups } from '../lib/net/address.ts'
import { type Asker, ownWork } from '../lib/queue/fair-gate.ts'
import type { Actor } from '../model/actor.ts'

/** A stranger, or somebody who has not said yet who they are: networks take turns. */
export const askerAt = (address: string): Asker => ({ groups: networkGroups(address) })

/** The network that a request came from; commands and jobs share the turn of the process. */
export const askerOf = ({ address }: Actor): Asker => (address === undefined ? ownWork : askerAt(address))
