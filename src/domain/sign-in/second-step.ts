import { clientNetwork, networkGroups } from '../../lib/address.ts'
import { digestOfPendingSignIn } from '../../model/credential.ts'
import { Refused } from '../../model/refusal.ts'
import { guessKeys, reserveKey } from '../../storage/guesses.ts'
import { credentialsByKey } from '../../storage/logins.ts'
import { deletePendingSignIn, insertPendingSignIn, pendingSignIn } from '../../storage/pending-sign-ins.ts'
import type { Context } from '../context.ts'
import { checkCode } from './codes.ts'
import { admit, type PasswordProved, type SignedIn, type SigningIn } from './sign-in.ts'
import { checkGuesses, countGuess } from './throttle.ts'

/** How long a proved password waits for its code. */
export const codeTimeoutMs = 10 * 60_000

const tokenBytes = 32

/** Keeps that the password was proved; answers the secret that stands for it. */
export async function awaitCode(
  { db, clock, random }: Pick<Context, 'db' | 'clock' | 'random'>,
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
    expires_at: now + codeTimeoutMs,
  })
  return token
}

/** Whether a code is still awaited. */
export async function isAwaited(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<boolean> {
  return (await pendingSignIn(db, digestOfPendingSignIn(token), clock())) !== undefined
}

/**
 * The account whose password was proved before, once the code is right too; undefined where nothing is awaited
 * any more. A wrong code is charged as it is to who sends both at once. Throws Refused `credentials_invalid`,
 * `too_many_guesses`, `account_suspended`.
 */
export async function proveCode(
  context: SigningIn,
  token: string,
  code: string,
  address: string,
): Promise<SignedIn | undefined> {
  const { db } = context
  const digest = digestOfPendingSignIn(token)
  const pending = await pendingSignIn(db, digest, context.clock())
  if (!pending) return undefined
  const network = clientNetwork(address)
  const asking = { network, login: pending.login }
  const { row, levels } = await credentialsByKey(db, { column: 'id', value: pending.account_id }, asking)
  const totpSecret = row?.totp_secret ?? null
  if (!row || totpSecret === null) return undefined
  const reserve = reserveKey(networkGroups(address)[0] ?? network, asking.login)
  const { isKnown } = await checkGuesses(context, reserve, levels, row)
  const source = { network, isKnown, address }
  if (!(await checkCode(context, { ...row, totp_secret: totpSecret }, code, levels, source))) {
    await countGuess(context, guessKeys(asking))
    throw new Refused('credentials_invalid', { about: row })
  }
  await context.keys.upTo(row.keys_revision)
  await deletePendingSignIn(db, digest)
  return { account: await admit(context, row, levels, network), row, address }
}
