import { matchTotp } from '../../lib/crypto/totp.ts'
import type { About } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type Budget, giveBack, takeAll } from '../../storage/limits/budgets.ts'
import { codesOfNobody, keysOfAccount } from '../../storage/limits/guesses.ts'
import type { CredentialsRow } from '../../storage/limits/logins.ts'
import { totpSecretPlace } from '../../storage/schema/encryption.ts'
import { useTotpStep } from '../../storage/sign-in/totp-steps.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

// The budget of wrong codes after a right password is small and refills slowly. Three out of a million codes are right
// at a time, so 10 codes, and one more every ten minutes, find one within a year with a probability of one sixth.
export const wrongCodes = 10
/** The factor by which it refills slower than the budget of passwords. */
export const codeRefill = 60

type Deps = ChangeContext & SecretContext

export function codeBudget({ config }: ReadContext): Budget {
  return { size: wrongCodes, refillMs: config.guessRefill * codeRefill }
}

/** The account and the client that a code comes from. */
interface CodeSource {
  network: string
  isKnown: boolean
  /** The client's address. */
  address: string
  /** The player that is signing in. */
  about: About
}

/**
 * Returns true if the code is right: either the app's, whose time step is then used up, or a recovery code, which is
 * used up. Both are refused afterwards. The code is charged before it is checked, and refunded unless it is wrong. All
 * addresses that the account does not know share one budget, and each known address has its own. Throws Refused
 * `too_many_guesses` if the budget is spent.
 */
export async function checkCode(
  context: Deps,
  row: CredentialsRow & { totp_secret: string },
  code: string,
  { network, isKnown, address, about }: CodeSource,
): Promise<boolean> {
  const { db, clock } = context
  const { codes, codesOfAddress } = keysOfAccount(network, row)
  const takings = [{ key: isKnown ? codesOfAddress : codes, budget: codeBudget(context) }]
  const waitMs = await takeAll(db, clock(), takings)
  if (waitMs > 0) {
    throw new Refused('too_many_guesses', { retryAfter: Math.ceil(waitMs / 1000), about })
  }
  const isRight = await isRightCode(context, row, code, address).catch(async (error: unknown) => {
    await giveBack(db, clock(), takings).catch(() => undefined)
    throw error
  })
  if (isRight) await giveBack(db, clock(), takings)
  return isRight
}

/** Never spent, and full again at once: it is charged for the time that this takes. */
const budgetOfNobody: Budget = { size: 1_000_000, refillMs: 1 }

/**
 * Takes as long as a wrong code takes, where a login came with a code and there is none to check: a charge waits for the disk.
 * `login` is the digest of what was typed.
 */
export async function pretendToCheckCode({ db, clock }: ReadContext, login: string): Promise<void> {
  await takeAll(db, clock(), [{ key: codesOfNobody(login), budget: budgetOfNobody }])
}

async function isRightCode(
  context: Deps,
  row: CredentialsRow & { totp_secret: string },
  code: string,
  address: string,
): Promise<boolean> {
  const { db, clock, secrets } = context
  const secret = await secrets.open(db, totpSecretPlace(row.id), row.totp_secret)
  const step = matchTotp(secret, code, clock())
  if (step !== undefined && (await useTotpStep(db, row.id, step))) return true
  return spendRecoveryCode(context, row, secret, { code, address })
}
