// The link in the email about a new factor, which removes it again (docs/decisions/0044-second-factor.md).
import { dayMs } from '../../lib/measure/units.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfLink } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { mailTokenPlace } from '../../storage/schema/encryption.ts'
import { deleteFactorUndo, factorToUndo, insertFactorUndo } from '../../storage/sign-in/factor-undos.ts'
import { deletePasskey } from '../../storage/sign-in/passkeys.ts'
import { replaceRecoveryCodes } from '../../storage/sign-in/recovery-codes.ts'
import { change } from '../change.ts'
import type { ChangeContext, Context, ReadContext } from '../context.ts'

const tokenBytes = 16
const lifetimeMs = dayMs

/** A factor that was added to an account: the authenticator app or a passkey. */
interface NewFactor {
  accountId: string
  /** Null for the authenticator app. */
  passkeyId: string | null
  /** Epoch milliseconds. */
  since: number
}

/** Makes a link that can undo the new factor. Returns a function that seals the link's token for the email. */
export async function offerUndo(
  { clock, random, secrets }: Pick<Context, 'clock' | 'random' | 'secrets'>,
  tx: Transaction,
  { accountId, passkeyId, since }: NewFactor,
): Promise<(mailId: string) => string> {
  await secrets.lock(tx)
  const token = random.bytes(tokenBytes).toString('base64url')
  await insertFactorUndo(tx, {
    digest: digestOfLink('undo', token),
    account_id: accountId,
    passkey_id: passkeyId,
    since,
    expires_at: clock() + lifetimeMs,
  })
  return (mailId) => secrets.seal(mailTokenPlace(mailId), token)
}

/** Returns the account and the factor that a link would remove, or undefined if the link is no longer valid. */
export async function undoable(
  { clock, db }: ReadContext,
  token: string,
): Promise<{ username: string; factor: 'app' | 'passkey' } | undefined> {
  const row = await factorToUndo(db, digestOfLink('undo', token), clock())
  return row && { username: row.username, factor: row.undone_passkey === null ? 'app' : 'passkey' }
}

/**
 * Removes the factor and ends all tokens, grants and pending joins, because the person who added the factor was signed in.
 * Throws Refused `link_dead`.
 */
export async function undoFactor(context: ChangeContext, token: string, address: string): Promise<void> {
  const { clock, db } = context
  const digest = digestOfLink('undo', token)
  const owner = await factorToUndo(db, digest, clock())
  if (!owner) throw new Refused('link_dead')
  await change(context, accountActor(owner, address), async (tx) => {
    await lockAccount(tx, owner.id)
    const row = await factorToUndo(tx, digest, clock())
    if (!row || !(await deleteFactorUndo(tx, digest))) throw new Refused('link_dead')
    const { id, undone_passkey: passkeyId } = row
    if (passkeyId === null) {
      await endCredentials(tx, id, { totp_secret: null, totp_since: null })
      await replaceRecoveryCodes(tx, id, [])
      return { events: [{ event: 'second_factor.disabled', account: id, details: {} }] }
    }
    await endCredentials(tx, id)
    const passkey = await deletePasskey(tx, id, passkeyId)
    const details = { name: passkey?.name ?? '' }
    return { events: [{ event: 'passkey.removed', account: id, details }] }
  })
}
