import { minuteMs } from '../../lib/measure/units.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { takeAll } from '../../storage/limits/budgets.ts'
import { credentialsByKey } from '../../storage/limits/logins.ts'
import { deleteStepUp, stepUp, useStepUp } from '../../storage/sign-in/step-ups.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import { sendMail } from '../mail.ts'
import { chargeMail } from '../registration/limits.ts'
import { digestOfLogin } from '../sign-in/sign-in.ts'
import { evaluateGuess } from '../sign-in/throttle.ts'
import type { Asking } from './forms.ts'
import { digestOfStepUp, keepStepUp } from './kept.ts'

type Deps = ChangeContext & SecretContext

const kind = 'step-up-code'

/** The wrong codes after which a code has ended. The code has ended before another one is allowed. */
export const codeTries = { size: 5, refillMs: 20 * minuteMs }

/** The codes that are mailed for one account. */
export const codesPerAccount = { size: 3, refillMs: 20 * minuteMs }

/**
 * Sends a code of six digits for one form, which replaces an earlier one. Throws Refused `step_up_impossible` for an
 * account whose address nobody has confirmed, `too_many_mails`, `overloaded`, `session_ended`.
 */
export async function mailStepUpCode(context: Deps, asking: Asking): Promise<void> {
  const { clock, db, random } = context
  const { account, address } = asking
  const { email, id, language, username } = account
  if (email === undefined || !account.isEmailConfirmed) {
    throw new Refused('step_up_impossible', { about: account })
  }
  await chargeMail(context, address, { key: `step-up:${id}`, budget: codesPerAccount })
  const code = String(random.bytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')
  const stored = context.loginDigests.forRow(digested(asking, code))
  await db.transaction(async (tx) => {
    await keepStepUp({ clock, db: tx }, asking, kind, stored)
    await sendMail(context, tx, { email, language }, { kind: 'code', username, token: code })
  })
}

/** The address is part of it, so that a code ends with the address that it was sent to. */
const digested = ({ account }: Pick<Asking, 'account'>, code: string): string =>
  `step-up code:${account.id}:${account.email}:${code}`

/** Returns true if a code for the form was mailed and has not ended. */
export const isCodeAwaited = async ({ clock, db }: ReadContext, asking: Asking): Promise<boolean> =>
  (await stepUp(db, digestOfStepUp(kind, asking), kind, clock())) !== undefined

/**
 * Keeps that the mailed code was typed, for one form, once. A wrong one is charged like a wrong password, and a fifth ends
 * the code. Throws Refused `step_up_required` if no code is awaited any longer, `credentials_invalid`,
 * `too_many_guesses`, `session_ended`.
 */
export async function stepUpByMailedCode(context: Deps, asking: Asking, code: string): Promise<void> {
  const { clock, db, loginDigests } = context
  const { account, address } = asking
  const digest = digestOfStepUp(kind, asking)
  const none = new Refused('step_up_required', { about: account })
  const row = await stepUp(db, digest, kind, clock())
  if (!row) throw none
  const asked = { network: clientNetwork(address), login: digestOfLogin(context, account.username) }
  const { levels } = await credentialsByKey(db, { column: 'id', value: account.id }, asked)
  const guess = { address, login: asked.login, levels, about: account }
  await evaluateGuess(context, guess, async ({ take }) => {
    await take()
    if ((await takeAll(db, clock(), [{ key: `step-up-code:${row.code}`, budget: codeTries }])) > 0) {
      await deleteStepUp(db, digest, kind)
      throw none
    }
    if (!loginDigests.allForRows(digested(asking, code)).includes(row.code)) return undefined
    return (await useStepUp(db, digest, kind, clock())) || undefined
  })
  await keepStepUp(context, asking)
}
