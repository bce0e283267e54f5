// The owner of an account turns the second factor on and off in a browser (docs/decisions/0044-second-factor.md).
import { isNewTotpSecret, matchTotp } from '../../lib/crypto/totp.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey, setFirstTotpSecret } from '../../storage/accounts/accounts.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { totpSecretPlace } from '../../storage/schema/encryption.ts'
import { useTotpStep } from '../../storage/sign-in/totp-steps.ts'
import { offerCodesUndo } from '../access/undo-codes.ts'
import { offerFactorUndo } from '../access/undo-factor.ts'
import { change } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import { goodRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'

type Deps = ChangeContext & SecretContext

/** An authenticator app that is to be the second factor. */
export interface Proposal {
  /** The secret in Base32, as the page has shown it. */
  secret: string
  /** The code that the app shows now, which proves that it has the secret. */
  code: string
}

/** An app whose code was right. */
interface ProvenApp {
  secret: string
  /** The secret, encrypted for the account. */
  sealed: string
  step: number
}

/** Checks the code of a new app. Throws Refused `app_code_wrong`. */
export function provenApp(
  { clock, secrets }: ReadContext & SecretContext,
  id: string,
  { secret, code }: Proposal,
): ProvenApp {
  const step = isNewTotpSecret(secret) ? matchTotp(secret, code, clock()) : undefined
  if (step === undefined) throw new Refused('app_code_wrong', { about: { id } })
  return { secret, sealed: secrets.seal(totpSecretPlace(id), secret), step }
}

/**
 * Makes an app the second factor, and ends all other credentials of the account than `kept`, because they have not
 * proved it. Returns the recovery codes, and a function that seals the token of the link that undoes it.
 */
export async function setApp(
  context: Deps,
  tx: Transaction,
  accountId: string,
  { secret, sealed, step }: ProvenApp,
  kept?: string,
): Promise<{ codes: string[]; sealToken: (mailId: string) => string }> {
  const since = context.clock()
  await endCredentials(tx, accountId, { totp_secret: sealed, totp_since: since }, kept)
  await useTotpStep(tx, accountId, step)
  const codes = await makeRecoveryCodes(context, tx, accountId, secret)
  return { codes, sealToken: await offerFactorUndo(context, tx, { accountId, passkeyId: null, since }) }
}

/**
 * Turns the second factor on and returns the first recovery codes. The actor's session stays. Throws Refused
 * `app_code_wrong`, `second_factor_set`, `account_only`.
 */
export async function turnOnSecondFactor(
  context: Deps,
  by: Actor,
  account: Account,
  proposal: Proposal,
): Promise<string[]> {
  const { id } = account
  const app = provenApp(context, id, proposal)
  return change(context, by, async (tx) => {
    await context.secrets.lock(tx)
    await lockedOwner(tx, id)
    // If two windows turn it on, only one succeeds. The other would show a secret that is not in use.
    if (!(await setFirstTotpSecret(tx, id, app.sealed))) throw new Refused('second_factor_set')
    const { codes, sealToken } = await setApp(context, tx, id, app, by.session)
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
  const { secrets } = context
  const { id } = account
  return change(context, by, async (tx) => {
    await secrets.lock(tx)
    // Of two renewals at the same time, the second one replaces the codes of the first.
    const { totp_secret: sealed } = await lockedOwner(tx, id)
    if (sealed === null) return { events: [], result: undefined }
    const secret = await secrets.open(tx, totpSecretPlace(id), sealed)
    const codes = await makeRecoveryCodes(context, tx, id, secret)
    const sealToken = await offerCodesUndo(context, tx, id)
    return {
      events: [{ event: 'second_factor.recovery_renewed', account: id, details: {}, sealToken }],
      result: codes,
    }
  })
}

/** Returns those of the codes that can still be used. */
export async function stillGood(
  context: ReadContext & SecretContext,
  { id }: Account,
  codes: readonly string[],
): Promise<string[]> {
  const row = await accountByKey(context.db, { column: 'id', value: id })
  return row ? goodRecoveryCodes(context, row, codes) : []
}
