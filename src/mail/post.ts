import { join } from 'node:path'
import type { Config } from '../config/load.ts'
import { MailFiles } from './files.ts'
import type { Message } from './message.ts'
import { SmtpServer } from './smtp.ts'

/** Where mail goes: a mail server, or files. */
export interface Post {
  /** Answers where it is now. Throws MailNotSent. */
  send(message: Message): Promise<{ file: string } | { server: string }>
}

/** The folder of mail that no server sends. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

/** The sender is NORN_MAIL_FROM, or else of the base URL's host. */
export function openPost(
  { dataDir, mailFrom, serverName, smtpUrl }: Pick<Config, 'dataDir' | 'mailFrom' | 'serverName' | 'smtpUrl'>,
  baseUrl: () => string,
): Post {
  const from = () => ({
    name: mailFrom?.name ?? serverName,
    address: mailFrom?.address ?? `norn@${new URL(baseUrl()).hostname}`,
  })
  return smtpUrl === undefined ? new MailFiles(mailFolder(dataDir), from) : new SmtpServer(smtpUrl, from)
}
