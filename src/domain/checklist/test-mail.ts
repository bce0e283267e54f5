import { minuteMs } from '../../lib/measure/units.ts'
import { inTime } from '../../lib/process/in-time.ts'
import { isMailAddress } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { resultOf, type SentTest } from '../../model/records/mail.ts'
import { takeAll } from '../../storage/limits/budgets.ts'
import { record } from '../audit/record.ts'
import { change } from '../change.ts'
import type { ChangeContext, OperationContext } from '../context.ts'

/** Each test sends something to another server. This is the budget of all administrators. */
export const mailTests = { size: 10, refillMs: minuteMs / 2 }

/** A mail server that takes longer is too slow to wait for. */
export const testMailMs = 15_000

/**
 * Sends a short email at once, without the queue, so that a failure shows here. Throws Refused `email_malformed` and
 * `overloaded`.
 */
export async function sendTestMail(
  context: ChangeContext & OperationContext,
  by: Actor,
  to: string,
  language: string = context.config.language,
): Promise<SentTest> {
  if (!isMailAddress(to)) throw new Refused('email_malformed')
  await change(context, by, async (tx) => {
    const waitMs = await takeAll(tx, context.clock(), [{ key: 'mail_test', budget: mailTests }])
    if (waitMs > 0) throw new Refused('overloaded', { retryAfter: Math.ceil(waitMs / 1000) })
    return { events: [] }
  })
  const answered = await inTime(context.sendTestMail(to, language), testMailMs)
  const sent = answered ?? { problem: `no answer within ${testMailMs / 1000} s` }
  const details = { result: resultOf(sent) }
  // Recorded even if the session or the token has ended meanwhile: the email is sent.
  await context.db.transaction((tx) =>
    record(context, tx, by, { event: 'mail.tested', account: null, details }),
  )
  return sent
}
