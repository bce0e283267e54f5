import { newTotpSecret, totpUri } from '../../lib/totp.ts'
import type { Account } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { endCredentials, updateAccount } from '../../storage/accounts.ts'
import { totpSecretPlace } from '../../storage/encryption.ts'
import { replaceRecoveryCodes } from '../../storage/recovery-codes.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { tellOwner } from '../mail.ts'

/**
 * Switches two-factor protection on with a new secret (Base32), and ends every token, grant and pending
 * join: none of them has proved the second factor.
 */
export async function enableSecondFactor(
  context: Pick<Context, 'config' | 'db' | 'clock' | 'log' | 'random' | 'secrets'>,
  by: Actor,
  account: Account,
): Promise<{ secret: string; uri: string }> {
  const { config, db, random, secrets } = context
  const { id, username } = account
  const secret = newTotpSecret(random.bytes)
  const totp_secret = secrets.seal(totpSecretPlace(id), secret)
  await db.transaction(async (tx) => {
    await secrets.hold(tx)
    if ((await endCredentials(tx, id, { totp_secret })) === undefined) throw new Refused('account_unknown')
    await replaceRecoveryCodes(tx, id, [])
    await record(context, tx, by, { event: 'second_factor.enabled', account: id, details: {} })
    await tellOwner(context, tx, account, { about: 'second_factor_enabled' })
  })
  return { secret, uri: totpUri(secret, username, config.serverName) }
}

export async function disableSecondFactor(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'random' | 'secrets'>,
  by: Actor,
  account: Account,
): Promise<void> {
  const { id } = account
  await context.db.transaction(async (tx) => {
    if (!(await updateAccount(tx, id, { totp_secret: null }))) throw new Refused('account_unknown')
    await replaceRecoveryCodes(tx, id, [])
    await record(context, tx, by, { event: 'second_factor.disabled', account: id, details: {} })
    await tellOwner(context, tx, account, { about: 'second_factor_disabled' })
  })
}
