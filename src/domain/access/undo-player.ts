// The link in the email about a linked player, which unlinks it again (docs/decisions/0101-what-gives-access.md).
import type { AuditEvent } from '../../model/records/audit.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import type { NeighbourLinkRow } from '../../storage/schema/rows/neighbours.ts'
import { insertChangeUndo } from '../../storage/sign-in/change-undos.ts'
import { type PlayerKey, unlinkPlayersIn } from '../linking/unlink.ts'
import { newUndoLink, type UndoDeps } from './undo-links.ts'

/** Makes a link that can unlink the player. Returns a function that seals the link's token for the email. */
export async function offerPlayerUndo(
  context: UndoDeps,
  tx: Transaction,
  { account_id, neighbour_id, uuid, at }: NeighbourLinkRow,
): Promise<(mailId: string) => string> {
  const { digest, expiresAt, sealToken } = await newUndoLink(context, tx)
  const player = { neighbour_id, player_id: uuid, email: null, app_password_id: null, provider: null }
  await insertChangeUndo(tx, { digest, account_id, ...player, since: at, expires_at: expiresAt })
  return sealToken
}

/**
 * Unlinks the player and ends all tokens, grants and pending joins of the account, also if the player was linked to a
 * character: the person who linked it was signed in.
 */
export async function undoPlayerIn(
  tx: Transaction,
  { id, owner_id }: Pick<AccountRow, 'id' | 'owner_id'>,
  player: PlayerKey,
): Promise<AuditEvent[]> {
  await endCredentials(tx, owner_id ?? id)
  return unlinkPlayersIn(tx, { id }, [player])
}
