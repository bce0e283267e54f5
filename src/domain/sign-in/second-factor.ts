import { newTotpSecret, totpUri } from '../../lib/totp.ts'
import type { Account } from '../../model/account.ts'
import { endCredentials, updateAccount } from '../../storage/accounts.ts'
import type { Context } from '../context.ts'

/** Switches two-factor protection on with a new secret (Base32); whoever holds a token must sign in again. */
export async function enableSecondFactor(
  context: Context,
  account: Account,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret(context.random.bytes)
  await endCredentials(context.db, account.id, { totp_secret: secret })
  return { secret, uri: totpUri(secret, account.username, 'Norn') }
}

export async function disableSecondFactor(context: Context, account: Account): Promise<void> {
  await updateAccount(context.db, account.id, { totp_secret: null })
}
