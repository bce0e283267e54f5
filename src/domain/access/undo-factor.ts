// The link in the email about a new factor, which removes it again (docs/decisions/0044-second-factor.md).
import type { AuditEvent } from '../../model/records/audit.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { deleteFactorUndo, factorToUndo, insertFactorUndo } from '../../storage/sign-in/factor-undos.ts'
import { deletePasskey } from '../../storage/sign-in/passkeys.ts'
import { replaceRecoveryCodes } from '../../storage/sign-in/recovery-codes.ts'
import { newUndoLink, type UndoDeps } from './undo-links.ts'

/** A factor that was added to an account: the authenticator app or a passkey. */
interface NewFactor {
  accountId: string
  /** Null for the authenticator app. */
  passkeyId: string | null
  /** Epoch milliseconds. */
  since: number
}

/** Makes a link that can undo the new factor. Returns a function that seals the link's token for the email. */
export async function offerFactorUndo(
  context: UndoDeps,
  tx: Transaction,
  { accountId, passkeyId, since }: NewFactor,
): Promise<(mailId: string) => string> {
  const { digest, expiresAt, sealToken } = await newUndoLink(context, tx)
  await insertFactorUndo(tx, {
    digest,
    account_id: accountId,
    passkey_id: passkeyId,
    since,
    expires_at: expiresAt,
  })
  return sealToken
}

/**
 * Removes the factor and ends all tokens, grants and pending joins, because the person who added the factor was signed
 * in. Returns undefined if the link is no longer valid.
 */
export async function undoFactorIn(
  tx: Transaction,
  digest: string,
  now: number,
): Promise<AuditEvent[] | undefined> {
  const row = await factorToUndo(tx, digest, now)
  if (!row || !(await deleteFactorUndo(tx, digest))) return undefined
  const { id, undone_passkey: passkeyId } = row
  if (passkeyId === null) return turnAppOff(tx, id)
  await endCredentials(tx, id)
  const passkey = await deletePasskey(tx, id, passkeyId)
  return [{ event: 'passkey.removed', account: id, details: { name: passkey?.name ?? '' } }]
}

/** Turns the authenticator app off and ends all tokens, grants and pending joins. */
export async function turnAppOff(tx: Transaction, account: string): Promise<AuditEvent[]> {
  await endCredentials(tx, account, { totp_secret: null, totp_since: null })
  await replaceRecoveryCodes(tx, account, [])
  return [{ event: 'second_factor.disabled', account, details: {} }]
}
