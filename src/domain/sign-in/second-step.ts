import { minuteMs } from '../../lib/measure/units.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import type { Account } from '../../model/accounts/account.ts'
import { digestOfPendingSignIn } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { isSet } from '../../storage/engine/flags.ts'
import { credentialsByKey } from '../../storage/limits/logins.ts'
import {
  deletePendingSignIn,
  insertPendingSignIn,
  pendingSignIn,
} from '../../storage/sign-in/pending-sign-ins.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { checkCode } from './codes.ts'
import {
  completeSignIn,
  digestOfLogin,
  type PasswordProved,
  type SignedIn,
  type SignInDeps,
} from './sign-in.ts'
import { evaluateGuess } from './throttle.ts'

/** The time for which a proved password waits for its second step. */
export const secondStepTimeoutMs = 10 * minuteMs

const tokenBytes = 32

/** Stores that the password was proved, and returns the secret that stands for it. */
export async function awaitSecondStep(
  { db, clock, random }: ChangeContext,
  { row, login }: PasswordProved,
): Promise<string> {
  const token = random.bytes(tokenBytes).toString('base64url')
  const now = clock()
  await insertPendingSignIn(db, {
    digest: digestOfPendingSignIn(token),
    account_id: row.id,
    credentials_version: row.credentials_version,
    login,
    issued_at: now,
    expires_at: now + secondStepTimeoutMs,
  })
  return token
}

/** Returns the username of the account whose password was proved, and whether it needs a code; or undefined. */
export async function waitingSignIn(
  { db, clock }: ReadContext,
  token: string,
): Promise<{ username: string; needsCode: boolean } | undefined> {
  const pending = await pendingSignIn(db, digestOfPendingSignIn(token), clock())
  return pending && { username: pending.username, needsCode: isSet(pending.needs_code) }
}

/**
 * Returns the account whose password was proved before, once, if that is enough: undefined if it needs a code, or if
 * the secret is no longer valid. Throws Refused `account_suspended`.
 */
export async function completeWithoutCode(
  context: SignInDeps,
  token: string,
  address: string,
): Promise<SignedIn | undefined> {
  const { clock, db } = context
  const pendingDigest = digestOfPendingSignIn(token)
  const pending = await pendingSignIn(db, pendingDigest, clock())
  if (!pending) return undefined
  const network = clientNetwork(address)
  const key = { column: 'id', value: pending.account_id } as const
  const { row, levels } = await credentialsByKey(db, key, { network, login: pending.login })
  if (row?.totp_secret !== null) return undefined
  // The account may have changed since the first statement.
  if (row.credentials_version !== pending.credentials_version) return undefined
  if (!(await deletePendingSignIn(db, pendingDigest))) return undefined
  await context.keys.upTo(row.keys_revision)
  return { account: await completeSignIn(context, row, levels, network), row, address }
}

/**
 * Returns the account whose password was proved before, if the code is right, too, and undefined if no code is awaited
 * any longer. A wrong code is charged as if both had been sent at once. Throws Refused `credentials_invalid`,
 * `too_many_guesses`, `account_suspended`.
 */
export async function proveCode(
  context: SignInDeps,
  token: string,
  code: string,
  address: string,
): Promise<SignedIn | undefined> {
  const { db } = context
  const pendingDigest = digestOfPendingSignIn(token)
  const pending = await pendingSignIn(db, pendingDigest, context.clock())
  if (!pending) return undefined
  const proved = await rightCode(context, pending.account_id, pending.login, code, address)
  if (!proved) return undefined
  await deletePendingSignIn(db, pendingDigest)
  const { row, levels, network } = proved
  return { account: await completeSignIn(context, row, levels, network), row, address }
}

/**
 * Checks that a signed-in user also has the second factor or a recovery code. A wrong code is charged as at a sign-in.
 * A factor that is newer than the session proves nothing, because the session may have added it. Throws Refused
 * `credentials_invalid`, `too_many_guesses`.
 */
export async function proveCurrentCode(
  context: SignInDeps,
  account: Account,
  code: string,
  { address, startedAt }: { address: string; startedAt: number },
): Promise<void> {
  if (!isOlderFactor(account, startedAt)) throw new Refused('credentials_invalid', { about: account })
  const login = digestOfLogin(context, account.username)
  const proved = await rightCode(context, account.id, login, code, address)
  if (!proved) throw new Refused('credentials_invalid', { about: account })
}

/** Returns true if the account had its second factor before this instant, at which a session began. */
export const isOlderFactor = (
  { hasSecondFactor, secondFactorSince = 0 }: Account,
  startedAt: number,
): boolean => hasSecondFactor && secondFactorSince < startedAt

/** Returns undefined for an account without a second factor. Throws the refusals of `proveCurrentCode`. */
async function rightCode(context: SignInDeps, account: string, login: string, code: string, address: string) {
  const network = clientNetwork(address)
  const asking = { network, login }
  const { row, levels } = await credentialsByKey(context.db, { column: 'id', value: account }, asking)
  const totpSecret = row?.totp_secret ?? null
  if (!row || totpSecret === null) return undefined
  const guess = { address, login, levels, about: row }
  await evaluateGuess(context, guess, async ({ isKnown, take }) => {
    await take()
    const source = { network, isKnown, address, about: row }
    const isRight = await checkCode(context, { ...row, totp_secret: totpSecret }, code, source)
    return isRight || undefined
  })
  await context.keys.upTo(row.keys_revision)
  return { row, levels, network }
}
