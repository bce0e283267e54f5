import { dayMs, hourMs, minuteMs } from '../lib/measure/units.ts'
import { isMailAddress } from '../model/accounts/account.ts'
import { Refused } from '../model/errors/refusal.ts'
import type { Owner } from '../model/records/audit.ts'
import type { MailContent, MailKind, Notice, Recipient } from '../model/records/mail.ts'
import type { Transaction } from '../storage/engine/database.ts'
import { insertMail, insertMails, type NewMailRow } from '../storage/records/mail.ts'
import { mailTokenPlace } from '../storage/schema/encryption.ts'
import type { ChangeContext, SecretContext } from './context.ts'

/** The time for which a link of each kind is valid. An email without a link expires after some days, too. */
export const mailLifetimeMs: Readonly<Record<MailKind, number>> = {
  register: dayMs,
  email: dayMs,
  recover: hourMs,
  code: 10 * minuteMs,
  registered: dayMs,
  notice: 72 * hourMs,
}

/** The most emails that may wait. Those above `asked` are notices only, because what they report has happened. */
export const maxWaiting = { asked: 10_000, notices: 20_000 }

/** A recipient whose email is not sent, so that an unknown address takes as long as a known one. */
export const discardedRecipient = { email: '', language: 'en', username: '' }

/**
 * Queues an email, which is sent after the transaction has been committed (src/jobs/mail.ts). Throws Refused
 * `overloaded` if too many are waiting.
 */
export async function sendMail(
  context: ChangeContext & SecretContext,
  tx: Transaction,
  to: Recipient,
  content: Exclude<MailContent, { kind: 'notice' }>,
): Promise<void> {
  const { secrets } = context
  const { token, ...told } = { token: undefined, ...content }
  // Called even without a token (the address is already registered), so that both cases take the same time.
  await secrets.lock(tx)
  const row = mailRow(context, to, told)
  const sealed = token === undefined ? null : secrets.seal(mailTokenPlace(row.id), token)
  if (await insertMail(tx, { ...row, token: sealed }, maxWaiting.asked)) return
  throw new Refused('overloaded', { retryAfter: 60 })
}

function mailRow(
  { clock, random }: ChangeContext,
  { email, language }: Pick<Recipient, 'email' | 'language'>,
  content: { kind: MailKind } & Partial<Omit<Extract<MailContent, { kind: 'notice' }>, 'kind'>>,
): NewMailRow {
  const now = clock()
  return {
    id: random.uuid(),
    kind: content.kind,
    recipient: email,
    language,
    content: JSON.stringify(content),
    token: null,
    created_at: now,
    expires_at: now + mailLifetimeMs[content.kind],
  }
}

/**
 * Notifies many owners, some hundred at once, by few statements. Owners without an address are left out, and so are the last ones if
 * too many emails are waiting.
 */
export async function notifyAll(
  context: ChangeContext,
  tx: Transaction,
  all: readonly { owner: Owner; notice: Notice }[],
): Promise<void> {
  const rows = all.flatMap(({ owner: { email, language, username }, notice }) => {
    if (email === undefined || !isMailAddress(email)) return []
    return mailRow(context, { email, language }, { kind: 'notice', username, notice })
  })
  const written = await insertMails(tx, rows, maxWaiting.notices)
  if (written === rows.length) return
  context.log.warn({ kind: 'notice' }, 'too many emails are waiting: some notices are not sent')
}

/** Notifies the owner of an account, if it has an email address. `sealToken` is given if the notice has a link. */
export async function notifyOwner(
  context: ChangeContext,
  tx: Transaction,
  { email, language, username }: Owner,
  notice: Notice,
  sealToken?: (mailId: string) => string,
): Promise<void> {
  // Some accounts have no address, or an old one that does not name a single mailbox.
  if (email === undefined || !isMailAddress(email)) return
  const content = { kind: 'notice', username, notice } as const
  const row = mailRow(context, { email, language }, content)
  const token = sealToken ? sealToken(row.id) : null
  const isWritten = await insertMail(tx, { ...row, token }, maxWaiting.notices)
  if (!isWritten) context.log.warn({ kind: 'notice' }, 'too many emails are waiting: this notice is not sent')
}
