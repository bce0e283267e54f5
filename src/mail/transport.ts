import { join } from 'node:path'
import type { Config } from '../config/load.ts'
import { mailSender } from '../config/mail-sender.ts'
import { onceLoaded } from '../lib/process/once-loaded.ts'
import type { Message } from './message.ts'

/** Delivers emails to a mail server or to files. */
export interface MailTransport {
  /** Sends one email and returns where it is now. Throws MailNotSent. */
  send(message: Message): Promise<{ file: string } | { server: string }>
}

/** The folder for emails if there is no mail server. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

/**
 * Returns the configured transport, which is loaded with the first email: its library takes 6 MB. The sender is
 * NORN_MAIL_FROM, or an address at the host of the base URL.
 */
export function openMailTransport(
  { dataDir, mailFrom, smtpUrl }: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl'>,
  baseUrl: () => string,
  serverName: () => string,
): MailTransport {
  const from = () => mailSender({ mailFrom }, baseUrl(), serverName())
  const transport = onceLoaded(
    async (): Promise<MailTransport> =>
      smtpUrl === undefined
        ? new (await import('./files.ts')).MailFiles(mailFolder(dataDir), from)
        : new (await import('./smtp.ts')).SmtpServer(smtpUrl, from),
  )
  return { send: async (message) => (await transport()).send(message) }
}
