import { newTotpSecret, totpUri } from '../lib/totp.ts'
import type { Account } from '../model/account.ts'
import { endCredentials, updateAccount } from '../storage/accounts.ts'
import type { Services } from './services.ts'

/** Switches two-factor protection on with a new secret (Base32); whoever holds a token must sign in again. */
export async function enableSecondFactor(
  services: Services,
  account: Account,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret(services.random.bytes)
  await services.db.transaction((tx) => endCredentials(tx, account.id, { totp_secret: secret }))
  return { secret, uri: totpUri(secret, account.username, 'Norn') }
}

export async function disableSecondFactor(services: Services, account: Account): Promise<void> {
  await updateAccount(services.db, account.id, { totp_secret: null })
}
