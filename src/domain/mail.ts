import { type Account, isMailAddress } from '../model/account.ts'
import type { MailContent, MailKind, Notice, Recipient } from '../model/mail.ts'
import { Refused } from '../model/refusal.ts'
import type { Transaction } from '../storage/database.ts'
import { mailTokenPlace } from '../storage/encryption.ts'
import { insertMail } from '../storage/mail.ts'
import type { Context } from './context.ts'

const hourMs = 3_600_000

/** How long a link of each kind is good; what has no link is worth nothing to its reader after some days. */
export const mailLifetimeMs: Readonly<Record<MailKind, number>> = {
  register: 24 * hourMs,
  email: 24 * hourMs,
  recover: hourMs,
  registered: 24 * hourMs,
  notice: 72 * hourMs,
}

/** Mails that may wait, whoever asked for them; the rest is for notices, which nobody is to be kept from. */
const maxWaiting = { asked: 10_000, notices: 20_000 }

/**
 * Has a mail sent once the transaction has ended well, and not before (src/jobs/mail.ts). Refuses with `overloaded`
 * where too many wait; a notice is then left out, since what it tells of has to happen all the same.
 */
export async function sendMail(
  { clock, log, random, secrets }: Pick<Context, 'clock' | 'log' | 'random' | 'secrets'>,
  tx: Transaction,
  { email, language }: Recipient,
  content: MailContent,
): Promise<void> {
  const { token, ...told } = { token: undefined, ...content }
  if (token !== undefined) await secrets.hold(tx)
  const { kind } = content
  const id = random.uuid()
  const now = clock()
  const row = {
    id,
    kind,
    recipient: email,
    language,
    content: JSON.stringify(told),
    token: token === undefined ? null : secrets.seal(mailTokenPlace(id), token),
    created_at: now,
    expires_at: now + mailLifetimeMs[kind],
  }
  const isNotice = kind === 'notice'
  if (await insertMail(tx, row, isNotice ? maxWaiting.notices : maxWaiting.asked)) return
  if (!isNotice) throw new Refused('overloaded', { retryAfter: 60 })
  log.warn({ kind }, 'too many mails are waiting: this notice is not sent')
}

/** Tells an account of what was done to it, whoever did it. */
export async function tellOwner(
  context: Pick<Context, 'clock' | 'log' | 'random' | 'secrets'>,
  tx: Transaction,
  { email, language, username }: Pick<Account, 'email' | 'language' | 'username'>,
  notice: Notice,
): Promise<void> {
  // Of an account that was made before: what is no address of one mailbox is not written to.
  if (email !== undefined && isMailAddress(email))
    await sendMail(context, tx, { email, language }, { kind: 'notice', username, notice })
}
