import { type MailSender, mailSender } from '../../config/mail-sender.ts'
import type { TestResult } from '../../model/records/mail.ts'
import { listAudit } from '../audit/list.ts'
import type { ReadContext, SiteContext } from '../context.ts'

/** The way in which email leaves this service. */
export interface MailState {
  /** The mail server, without user and password; undefined if email goes to files. */
  server: string | undefined
  sender: MailSender
  /** The last test by an administrator on any instance, in epoch milliseconds. Those of `norn mail test` leave no trace. */
  lastTest: { at: number; result: TestResult } | undefined
}

export async function mailState(context: ReadContext & SiteContext): Promise<MailState> {
  const { baseUrl, config, settings } = context
  const url = config.smtpUrl === undefined ? undefined : new URL(config.smtpUrl)
  const [entry] = await listAudit(context, { event: 'mail.tested', limit: 1 })
  const result = results.find((each) => each === entry?.details['result'])
  return {
    server: url && `${url.protocol}//${url.host}`,
    sender: mailSender(config, baseUrl(), settings.serverName),
    lastTest: entry && result && { at: Date.parse(entry.at), result },
  }
}

const results: readonly TestResult[] = ['accepted', 'written', 'failed']
