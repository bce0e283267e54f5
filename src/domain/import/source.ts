import type { AccountFields } from './fields.ts'
import type { LeftBehind, Remark } from './reasons.ts'

export interface SourcePlayer {
  fields: AccountFields
  remarks: Remark[]
}

/** Another program's accounts. */
export interface Source {
  /** How many players there are, as far as that is known. */
  total: number | undefined
  players: AsyncIterable<SourcePlayer>
  /** How many of what stays behind; complete once the players are read. */
  left: Map<LeftBehind, number>
}
