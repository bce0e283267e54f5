import { matchTotp } from '../../lib/crypto/totp.ts'
import { Refused } from '../../model/refusal.ts'
import { useTotpStep } from '../../storage/credentials/totp-steps.ts'
import { type Budget, giveBack, takeAll } from '../../storage/limits/budgets.ts'
import { keysOfAccount } from '../../storage/limits/guesses.ts'
import type { CredentialsRow } from '../../storage/limits/logins.ts'
import { totpSecretPlace } from '../../storage/schema/encryption.ts'
import type { Changing, Context } from '../context.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

// Wrong codes behind a right password: few, and regained slowly. Of a million codes three are right at a time,
// and 10 and one each ten minutes find one of them in a year with a chance of a sixth.
const wrongCodes = 10
/** Against the refill of passwords. */
const codeRefill = 60

type Needed = Changing & Pick<Context, 'config' | 'secrets'>

export function codeBudget({ config }: Pick<Context, 'config'>): Budget {
  return { size: wrongCodes, refillMs: config.guessRefill * codeRefill }
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
 * code, which is used up. Both are refused from then on. It is taken out of its budget before it is looked at, and
 * given back unless it is wrong. All addresses that the account does not know share one budget of codes; each one
 * that it knows has a budget of its own. Throws Refused `too_many_guesses` where it is spent.
 */
export async function checkCode(
  context: Needed,
  row: CredentialsRow & { totp_secret: string },
  code: string,
  { network, isKnown, address }: CodeSource,
): Promise<boolean> {
  const { db, clock } = context
  const { codes, codesOfAddress } = keysOfAccount(network, row)
  const takings = [{ key: isKnown ? codesOfAddress : codes, budget: codeBudget(context) }]
  const waitMs = await takeAll(db, clock(), takings)
  if (waitMs > 0) {
    throw new Refused('too_many_guesses', { retryAfter: Math.ceil(waitMs / 1000), about: row })
  }
  const isRight = await isRightCode(context, row, code, address).catch(async (error: unknown) => {
    await giveBack(db, clock(), takings).catch(() => undefined)
    throw error
  })
  if (isRight) await giveBack(db, clock(), takings)
  return isRight
}

async function isRightCode(
  context: Needed,
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
