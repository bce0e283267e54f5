import { isNewUsername } from '../../model/account.ts'
import type { AccountFields } from '../import/fields.ts'
import type { LeftBehind, Remark } from '../import/reasons.ts'

export interface SourcePlayer {
  fields: AccountFields
  remarks: Remark[]
  /** Of a user with several players, who follow each other; the mail to him tells of those that arrive. */
  user?: string
}

/** The player that keeps what a user has once: the e-mail address, and his role. */
export function keeperOf<Player extends { name: string }>(players: readonly Player[]): Player | undefined {
  return players.find(({ name }) => isNewUsername(name)) ?? players[0]
}

/** Another program's accounts. */
export interface Source {
  /** How many players there are, as far as that is known. */
  total: number | undefined
  players: AsyncIterable<SourcePlayer>
  /** How many of what stays behind; complete once the players are read. */
  left: Map<LeftBehind, number>
}
