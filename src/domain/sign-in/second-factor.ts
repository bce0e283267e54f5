import { newTotpSecret, totpUri } from '../../lib/totp.ts'
import type { Account } from '../../model/account.ts'
import { endCredentials, updateAccount } from '../../storage/accounts.ts'
import { totpSecretPlace } from '../../storage/encryption.ts'
import type { Context } from '../context.ts'

/**
 * Switches two-factor protection on with a new secret (Base32), and ends every token, grant and pending
 * join: none of them has proved the second factor.
 */
export async function enableSecondFactor(
  { config, db, random, secrets }: Pick<Context, 'config' | 'db' | 'random' | 'secrets'>,
  account: Account,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret(random.bytes)
  const totp_secret = secrets.seal(totpSecretPlace(account.id), secret)
  await db.transaction(async (tx) => {
    await secrets.hold(tx)
    await endCredentials(tx, account.id, { totp_secret })
  })
  return { secret, uri: totpUri(secret, account.username, config.serverName) }
}

export async function disableSecondFactor({ db }: Pick<Context, 'db'>, account: Account): Promise<void> {
  await updateAccount(db, account.id, { totp_secret: null })
}
