import { matchTotp } from '../../lib/totp.ts'
import { Refused } from '../../model/refusal.ts'
import { totpSecretPlace } from '../../storage/encryption.ts'
import {
  type Budget,
  chargeGuess,
  type GuessLevels,
  keysOfAccount,
  takeGuess,
} from '../../storage/guesses.ts'
import type { CredentialsRow } from '../../storage/logins.ts'
import { useTotpStep } from '../../storage/totp-steps.ts'
import type { Context } from '../context.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { waitMs } from './throttle.ts'

// Wrong codes behind a right password: few, and regained slowly. Of a million codes three are right at a time,
// and 10 and one each ten minutes find one of them in a year with a chance of a sixth.
const wrongCodes = 10
/** Against the refill of passwords. */
const codeRefill = 60

type Needed = Pick<Context, 'db' | 'clock' | 'config' | 'log' | 'random' | 'secrets'>

export function codeBudget({ config }: Pick<Context, 'config'>): Budget {
  const cost = config.guessRefill * codeRefill
  return { size: wrongCodes * cost, cost }
}

/** Where a code comes from. */
export interface CodeSource {
  network: string
  isKnown: boolean
  /** The client's. */
  address: string
}

/**
 * Whether the code is right: the app's, whose time step is used up by the sign-in that succeeds with it, or a recovery
 * code, which is used up. Both are refused from then on. All addresses that the account does not know share one budget of codes, charged before the code is
 * looked at; one that it knows has a budget of its own. Throws Refused `too_many_guesses` where it is spent.
 */
export async function checkCode(
  context: Needed,
  row: CredentialsRow & { totp_secret: string },
  code: string,
  levels: GuessLevels,
  { network, isKnown, address }: CodeSource,
): Promise<boolean> {
  const { db, clock, secrets } = context
  const now = clock()
  const budget = codeBudget(context)
  const keys = keysOfAccount(network, row)
  const spentMs = isKnown ? waitMs(levels.codes_of_address, now, budget) : 0
  if (spentMs > 0 || (!isKnown && !(await takeGuess(db, keys.codes, now, budget)))) {
    throw new Refused('too_many_guesses', {
      retryAfter: Math.ceil((spentMs || budget.cost) / 1000),
      about: row,
    })
  }
  const secret = await secrets.open(db, totpSecretPlace(row.id), row.totp_secret)
  const step = matchTotp(secret, code, now)
  if (step !== undefined && (await useTotpStep(db, row.id, step))) return true
  if (await spendRecoveryCode(context, row, secret, { code, address })) return true
  if (isKnown) await chargeGuess(db, keys.codesOfAddress, now, budget)
  return false
}
