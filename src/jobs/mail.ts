import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeContext, SecretContext, SiteContext } from '../domain/context.ts'
import { discardedRecipient, mailLifetimeMs } from '../domain/mail.ts'
import { hourMs, minuteMs } from '../lib/measure/units.ts'
import { compose } from '../mail/compose.ts'
import { MailNotSent } from '../mail/not-sent.ts'
import type { MailTransport } from '../mail/transport.ts'
import { SecretMismatch } from '../model/errors/secret-mismatch.ts'
import type { MailContent } from '../model/records/mail.ts'
import { deleteMail, isMailDue, leaseMail, postponeMail } from '../storage/records/mail.ts'
import { mailTokenPlace } from '../storage/schema/encryption.ts'
import type { MailRow } from '../storage/schema/rows/records.ts'
import { every } from './beat.ts'
import { logFailure } from './failure.ts'

type Deps = ChangeContext & SecretContext & SiteContext

/** A lease lasts longer than any attempt takes. */
const leaseMs = 300_000
export const atOnce = 4

/** The pauses before the second attempt, the third and so on. The last one repeats until the email expires. */
const pausesMs = [10_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, hourMs]

/**
 * Sends some of the emails that are due, and schedules failed ones for later. Returns how many emails were attempted.
 * Throws SecretMismatch if this process can't decrypt the queue: another process may be able to, so the emails stay.
 */
export async function sendDueMail(context: Deps, transport: MailTransport): Promise<number> {
  const { clock, db, secrets } = context
  const now = clock()
  if (!(await isMailDue(db, now))) return 0
  await secrets.requireUnchanged(db)
  const rows = await leaseMail(db, now, now + leaseMs, atOnce)
  const sent = await Promise.allSettled(rows.map((row) => deliver(context, transport, row)))
  for (const each of sent) if (each.status === 'rejected') throw each.reason
  return rows.length
}

async function deliver(context: Deps, transport: MailTransport, row: MailRow): Promise<void> {
  const { baseUrl, config, db, log, secrets, settings } = context
  const { id, kind, created_at: at, language, recipient: to } = row
  const about = { mail: id, kind }
  if (to === discardedRecipient.email) return deleteMail(db, id)
  try {
    const content = await contentOf({ db, secrets }, row)
    const hours = mailLifetimeMs[content.kind] / hourMs
    await settings.refresh()
    const { accentColor, serverName } = settings
    const { passwordSignIn } = config
    const looks = { accentColor, language: config.language, passwordSignIn, serverName }
    const written = compose(looks, baseUrl(), language, content, hours)
    const place = await transport.send({ ...written, id, kind: content.kind, to, at })
    log.info({ ...about, ...place }, 'file' in place ? 'mail written to a file' : 'mail sent')
    await deleteMail(db, id)
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    await putOff(context, row, error)
  }
}

/** Throws MailNotSent if the row is damaged, so that the other emails do not wait for it. */
async function contentOf({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, row: MailRow): Promise<MailContent> {
  const { id, content } = row
  try {
    const token = row.token === null ? undefined : await secrets.open(db, mailTokenPlace(id), row.token)
    return { ...JSON.parse(content), token }
  } catch (error) {
    if (error instanceof SecretMismatch) throw new MailNotSent(error.message, { cause: error })
    if (error instanceof SyntaxError) throw new MailNotSent('its content in the database is damaged')
    throw error
  }
}

async function putOff(
  { clock, db, log }: Deps,
  { id, kind, tries, expires_at }: MailRow,
  { message: problem, isFinal, isOfRecipient }: MailNotSent,
): Promise<void> {
  const pauseMs = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? hourMs
  const dueAt = clock() + pauseMs
  if (isFinal || dueAt >= expires_at) {
    const level = isOfRecipient ? 'warn' : 'error'
    log[level]({ mail: id, kind, tries, problem }, 'mail not sent, and not tried again')
    await deleteMail(db, id)
  } else {
    log.warn({ mail: id, kind, tries, problem, retryAfter: pauseMs / 1000 }, 'mail not sent')
    await postponeMail(db, id, dueAt)
  }
}

/** After a database failure, no attempt is made for this long. */
const failurePauseMs = 10_000

/** At shutdown, emails being sent are waited for this long. Another process sends the rest again. */
const stopTimeoutMs = 5000

/**
 * Sends mail as it becomes due, checking every `intervalMs`. Returns a function that stops this and waits for the
 * emails being sent.
 */
export function startSendingMail(
  context: Deps,
  transport: MailTransport,
  intervalMs: number,
): () => Promise<void> {
  const stop = new AbortController()
  let isSending = false
  let isFailing = false
  /** The looks that a failure leaves out. */
  let pausedFor = 0
  const send = async () => {
    isSending = true
    try {
      while (!stop.signal.aborted && (await sendDueMail(context, transport)) > 0);
      isFailing = false
    } catch (error) {
      pausedFor = failurePauseMs / intervalMs
      isFailing ||= logFailure(context.log, error, 'sending mail failed')
    } finally {
      isSending = false
    }
  }
  let running = send()
  const stopLooking = every(intervalMs, () => {
    if (!isSending && pausedFor-- <= 0) running = send()
  })
  return async () => {
    stop.abort()
    stopLooking()
    await Promise.race([running, sleep(stopTimeoutMs, undefined, { ref: false })])
  }
}
