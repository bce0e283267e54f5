import type { Suspension } from '../accounts/account.ts'
import type { VisitRefusal } from '../errors/visit-refusal.ts'

/** A player of a neighbour who has joined a game server here and is recognized by the UUID. */
export interface Visitor {
  /** The UUID as 32 lower-case hex digits. */
  id: string
  /** The name at the last join. */
  name: string
  /** The neighbour's id. The neighbour may have been removed since. */
  neighbour: string
  /** `until` is undefined for a suspension without an end. */
  suspension: Suspension | undefined
  firstSeenAt: number
  lastSeenAt: number
  joins: number
  /** The UUID of the account that the player is linked to. */
  account: string | undefined
}

/** A player of a neighbour who was refused. With NORN_NEIGHBOURS=watch, one who would have been. */
export interface RefusedVisit {
  at: number
  /** The name of the game server. */
  server: string
  name: string
  reason: VisitRefusal
}

/** The most refusals that are kept and shown, of which a process writes so many a second. */
export const refusedVisitsKept = 50
