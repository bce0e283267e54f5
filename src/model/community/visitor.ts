/** A player of a neighbour who has joined a game server here and is recognized by the UUID. */
export interface Visitor {
  /** The UUID as 32 lower-case hex digits. */
  id: string
  /** The name at the last join. */
  name: string
  /** The neighbour's id. The neighbour may have been removed since. */
  neighbour: string
  /** `until` is undefined for a suspension without an end. */
  suspension: { at: number; until: number | undefined; reason: string | undefined } | undefined
  firstSeenAt: number
  lastSeenAt: number
  joins: number
  /** The UUID of the account that the player is linked to. */
  account: string | undefined
}
