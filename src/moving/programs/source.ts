import { isNewUsername } from '../../model/accounts/account.ts'
import type { AccountFields } from '../import/fields.ts'
import type { Finding, Remark, SkippedData } from '../import/reasons.ts'

export interface SourcePlayer {
  fields: AccountFields
  remarks: Remark[]
  /** Identities at issuers of OpenID Connect, whose providers `linkIdentities` finds. */
  identities?: readonly { issuer: string; subject: string }[]
  /** The subject of some of the remarks: a place in a file, a method. */
  details?: Partial<Record<Remark, string>>
  /**
   * The user of a player that is not the user's only one. Players of one user follow each other. Each of them has what
   * the user has, so that the first one that can be imported becomes the account; if users are split, only one has it.
   */
  user?: string
}

/** Returns the player who keeps what a user has only once, if users are split: email address, role and identities. */
export function keeperOf<Player extends { name: string }>(players: readonly Player[]): Player | undefined {
  return players.find(({ name }) => isNewUsername(name)) ?? players[0]
}

/** Makes every player a member of these groups. */
export async function* inGroups(
  players: AsyncIterable<SourcePlayer>,
  groups: readonly string[],
): AsyncGenerator<SourcePlayer> {
  for await (const player of players) yield { ...player, fields: { ...player.fields, groups: [...groups] } }
}

/** The accounts of another program. */
export interface Source {
  /** The number of players, if it is known. */
  total: number | undefined
  players: AsyncIterable<SourcePlayer>
  /** The files and entries that were left out because they can't be read. */
  findings?: readonly Finding[]
  /** Counts of the data that can't be imported. Complete once the players have been read. */
  left: Map<SkippedData, number>
}
