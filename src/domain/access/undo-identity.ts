// The link in the email about an account at a provider, which unlinks it again (docs/decisions/0101-what-gives-access.md).
import type { AuditEvent } from '../../model/records/audit.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { LinkedIdentityRow } from '../../storage/schema/rows/providers.ts'
import { insertChangeUndo } from '../../storage/sign-in/change-undos.ts'
import { unlinkIdentitiesIn } from '../identities/unlink.ts'
import { newUndoLink, type UndoDeps } from './undo-links.ts'

/** Makes a link that can unlink the provider. Returns a function that seals the link's token for the email. */
export async function offerIdentityUndo(
  context: UndoDeps,
  tx: Transaction,
  { account_id, provider, linked_at }: Pick<LinkedIdentityRow, 'account_id' | 'linked_at' | 'provider'>,
): Promise<(mailId: string) => string> {
  const { digest, expiresAt, sealToken } = await newUndoLink(context, tx)
  const change = { email: null, neighbour_id: null, player_id: null, app_password_id: null, provider }
  await insertChangeUndo(tx, { digest, account_id, ...change, since: linked_at, expires_at: expiresAt })
  return sealToken
}

/**
 * Unlinks the provider and ends all tokens, grants and pending joins: the person who linked it was signed in. It may be
 * the last way in, and the owner has the email address.
 */
export async function undoIdentityIn(
  tx: Transaction,
  account: string,
  provider: string,
): Promise<AuditEvent[]> {
  await endCredentials(tx, account)
  return unlinkIdentitiesIn(tx, { id: account }, [provider])
}
