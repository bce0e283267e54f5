import type { Config } from './options.ts'

/** The sender of every email. */
export interface MailSender {
  name: string
  address: string
}

/** Returns NORN_MAIL_FROM, or an address at the host of the base URL. */
export const mailSender = (
  { mailFrom }: Pick<Config, 'mailFrom'>,
  baseUrl: string,
  serverName: string,
): MailSender => ({
  name: mailFrom?.name ?? serverName,
  address: mailFrom?.address ?? `norn@${new URL(baseUrl).hostname}`,
})
