// The link in the email about new recovery codes, which ends them (docs/decisions/0044-second-factor.md).
import type { AuditEvent } from '../../model/records/audit.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { deleteCodesUndos, insertChangeUndo } from '../../storage/sign-in/change-undos.ts'
import { replaceRecoveryCodes } from '../../storage/sign-in/recovery-codes.ts'
import { newUndoLink, type UndoDeps } from './undo-links.ts'

/**
 * Makes a link that can end the new recovery codes, in place of that for the codes before. Returns a function that
 * seals the link's token for the email.
 */
export async function offerCodesUndo(
  context: UndoDeps,
  tx: Transaction,
  account: string,
): Promise<(mailId: string) => string> {
  const { digest, expiresAt, sealToken } = await newUndoLink(context, tx)
  const codes = {
    email: null,
    neighbour_id: null,
    player_id: null,
    app_password_id: null,
    provider: null,
    since: context.clock(),
  }
  await deleteCodesUndos(tx, account)
  await insertChangeUndo(tx, { digest, account_id: account, ...codes, expires_at: expiresAt })
  return sealToken
}

/**
 * Ends the recovery codes and all tokens, grants and pending joins: the person who renewed the codes was signed in. The
 * former codes stay dead, because somebody who has only read the mailbox must not bring back what its owner has ended.
 */
export async function undoCodesIn(tx: Transaction, account: string): Promise<AuditEvent[]> {
  await endCredentials(tx, account)
  return removeCodes(tx, account)
}

export async function removeCodes(tx: Transaction, account: string): Promise<AuditEvent[]> {
  await replaceRecoveryCodes(tx, account, [])
  return [{ event: 'second_factor.recovery_removed', account, details: {} }]
}
