import { newTotpSecret, totpUri } from '../../lib/crypto/totp.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { updateAccount } from '../../storage/accounts/accounts.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import { totpSecretPlace } from '../../storage/schema/encryption.ts'
import { replaceRecoveryCodes } from '../../storage/sign-in/recovery-codes.ts'
import { change } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, SecretContext, SiteContext } from '../context.ts'

/**
 * Turns the second factor on with a new secret (Base32). Ends all tokens, grants and pending joins. Throws Refused
 * `account_only`, `account_unknown`.
 */
export async function enableSecondFactor(
  context: ChangeContext & SecretContext & SiteContext,
  by: Actor,
  account: Account,
): Promise<{ secret: string; uri: string }> {
  const { clock, random, secrets, settings } = context
  const { id, username } = account
  const secret = newTotpSecret(random.bytes)
  const totp_secret = secrets.seal(totpSecretPlace(id), secret)
  await change(context, by, async (tx) => {
    await secrets.lock(tx)
    await lockedOwner(tx, id)
    await endCredentials(tx, id, { totp_secret, totp_since: clock() })
    await replaceRecoveryCodes(tx, id, [])
    return { events: [{ event: 'second_factor.enabled', account: id, details: {} }] }
  })
  await settings.refresh()
  return { secret, uri: totpUri(secret, username, settings.serverName) }
}

/** Turns the second factor off. Does nothing if it is off. Throws Refused `account_only`, `account_unknown`. */
export async function disableSecondFactor(context: ChangeContext, by: Actor, { id }: Account): Promise<void> {
  await change(context, by, async (tx) => {
    const row = await lockedOwner(tx, id)
    if (row.totp_secret === null) return { events: [] }
    await updateAccount(tx, id, { totp_secret: null, totp_since: null })
    await replaceRecoveryCodes(tx, id, [])
    return { events: [{ event: 'second_factor.disabled', account: id, details: {} }] }
  })
}
