// The link in the email about an app password, which ends it again (docs/decisions/0101-what-gives-access.md).
import type { AuditEvent } from '../../model/records/audit.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AppPasswordRow } from '../../storage/schema/rows/credentials.ts'
import { insertChangeUndo } from '../../storage/sign-in/change-undos.ts'
import { newUndoLink, type UndoDeps } from './undo-links.ts'

/** Makes a link that can end the app password. Returns a function that seals the link's token for the email. */
export async function offerAppPasswordUndo(
  context: UndoDeps,
  tx: Transaction,
  { id, account_id, created_at }: Pick<AppPasswordRow, 'id' | 'account_id' | 'created_at'>,
): Promise<(mailId: string) => string> {
  const { digest, expiresAt, sealToken } = await newUndoLink(context, tx)
  const change = { email: null, neighbour_id: null, player_id: null, app_password_id: id, provider: null }
  await insertChangeUndo(tx, { digest, account_id, ...change, since: created_at, expires_at: expiresAt })
  return sealToken
}

/** Ends the app password along with everything else: the person who created it was signed in. */
export async function undoAppPasswordIn(
  tx: Transaction,
  account: string,
  { id, name }: Pick<AppPasswordRow, 'id' | 'name'>,
): Promise<AuditEvent[]> {
  await endCredentials(tx, account)
  return [{ event: 'app_password.deleted', account, details: { id, name } }]
}
