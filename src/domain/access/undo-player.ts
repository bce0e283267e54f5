// The link in the email about a linked player, which unlinks it again (docs/decisions/0101-what-gives-access.md).
import type { AuditEvent } from '../../model/records/audit.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { insertChangeUndo } from '../../storage/sign-in/change-undos.ts'
import { type PlayerKey, unlinkPlayersIn } from '../linking/unlink.ts'
import { newUndoLink, type UndoDeps } from './undo-links.ts'

/** A link to a player elsewhere that was just made. */
interface MadeLink {
  account: string
  /** Null for a player of Bedrock. */
  neighbour: string | null
  /** The UUID there, or the XUID. */
  id: string
  linkedAt: number
}

/** Makes a link that can unlink the player. Returns a function that seals the link's token for the email. */
export async function offerPlayerUndo(
  context: UndoDeps,
  tx: Transaction,
  { account: account_id, neighbour, id, linkedAt: since }: MadeLink,
): Promise<(mailId: string) => string> {
  const { digest, expiresAt, sealToken } = await newUndoLink(context, tx)
  const player = {
    neighbour_id: neighbour,
    player_id: id,
    email: null,
    app_password_id: null,
    provider: null,
  }
  await insertChangeUndo(tx, { digest, account_id, ...player, since, expires_at: expiresAt })
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
