// The owner of an account turns the second factor on and off in a browser (docs/decisions/0044-second-factor.md).
import { isNewTotpSecret, matchTotp } from '../../lib/crypto/totp.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey, setFirstTotpSecret } from '../../storage/accounts/accounts.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import { totpSecretPlace } from '../../storage/schema/encryption.ts'
import { useTotpStep } from '../../storage/sign-in/totp-steps.ts'
import { change } from '../change.ts'
import type { ChangeContext, Context } from '../context.ts'
import { goodRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { offerUndo } from './undo-factor.ts'

type Deps = ChangeContext & Pick<Context, 'secrets'>

/** An authenticator app that is to be the second factor. */
export interface Proposal {
  /** The secret in Base32, as the page has shown it. */
  secret: string
  /** The code that the app shows now, which proves that it has the secret. */
  code: string
}

/**
 * Turns the second factor on and returns the first recovery codes, or undefined if the code is wrong. The actor's
 * session stays. All other credentials of the account end, because they have not proved the second factor. Throws
 * Refused `second_factor_set`.
 */
export async function turnOnSecondFactor(
  context: Deps,
  by: Actor,
  account: Account,
  { secret, code }: Proposal,
): Promise<string[] | undefined> {
  const { clock, secrets } = context
  const { id } = account
  const step = isNewTotpSecret(secret) ? matchTotp(secret, code, clock()) : undefined
  if (step === undefined) return undefined
  const totp_secret = secrets.seal(totpSecretPlace(id), secret)
  return change(context, by, async (tx) => {
    await secrets.lock(tx)
    // If two windows turn it on, only one succeeds. The other would show a secret that is not in use.
    if (!(await setFirstTotpSecret(tx, id, totp_secret))) throw new Refused('second_factor_set')
    const since = clock()
    await endCredentials(tx, id, { totp_secret, totp_since: since }, by.session)
    await useTotpStep(tx, id, step)
    const codes = await makeRecoveryCodes(context, tx, id, secret)
    const sealToken = await offerUndo(context, tx, { accountId: id, passkeyId: null, since })
    return {
      events: [{ event: 'second_factor.enabled', account: id, details: {}, sealToken }],
      result: codes,
    }
  })
}

/** Replaces the recovery codes. Returns undefined if the second factor is off. */
export async function renewRecoveryCodes(
  context: Deps,
  by: Actor,
  account: Account,
): Promise<string[] | undefined> {
  const { db, secrets } = context
  const { id } = account
  const row = await accountByKey(db, { column: 'id', value: id })
  const sealed = row?.totp_secret ?? null
  if (sealed === null) return undefined
  const secret = await secrets.open(db, totpSecretPlace(id), sealed)
  return change(context, by, async (tx) => {
    const codes = await makeRecoveryCodes(context, tx, id, secret)
    return { events: [{ event: 'second_factor.recovery_renewed', account: id, details: {} }], result: codes }
  })
}

/** Returns those of the codes that can still be used. */
export async function stillGood(
  context: Pick<Context, 'db' | 'secrets'>,
  { id }: Account,
  codes: readonly string[],
): Promise<string[]> {
  const row = await accountByKey(context.db, { column: 'id', value: id })
  return row ? goodRecoveryCodes(context, row, codes) : []
}
