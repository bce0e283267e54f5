import { createTransport } from 'nodemailer'
import { isOnThisMachine } from '../../../mail/smtp.ts'
import { mailFolder } from '../../../mail/transport.ts'
import { askTimeoutMs, tlsReasonOf } from '../ask.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, warning, wrong } from '../finding.ts'

/** Checks if the mail server accepts email from this service: connection, encryption, sign-in. No email is sent. */
export async function mail({ config: { smtpUrl, dataDir } }: Examined): Promise<Findings> {
  if (smtpUrl === undefined)
    return warning(
      `no email is sent: each one is written to a file in ${mailFolder(dataDir)}`,
      'set NORN_SMTP_URL, so that players can reset their passwords',
    )
  const url = new URL(smtpUrl)
  const where = `${url.protocol}//${url.host}`
  const isCrossing = url.protocol === 'smtp:' && !isOnThisMachine(url)
  try {
    await tryServer(smtpUrl, isCrossing)
  } catch (error) {
    // nodemailer never sends a password in plain text, but does send email.
    if (!isCrossing || (error as SmtpError).code !== 'ETLS' || url.username !== '')
      return problemOf(error as SmtpError, where)
    try {
      await tryServer(smtpUrl, false)
    } catch (failure) {
      return problemOf(failure as SmtpError, where)
    }
    return warning(
      `email to ${where} crosses the network unencrypted, with its links: the server offers no STARTTLS`,
      'use smtps:// with its port (465), or another server',
    )
  }
  return ok(`${where} accepts email${url.username ? ' from this user' : ''}`)
}

/** Rejects with an SmtpError. */
async function tryServer(smtpUrl: string, requireTLS: boolean): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    requireTLS,
    connectionTimeout: askTimeoutMs,
    greetingTimeout: askTimeoutMs,
    socketTimeout: askTimeoutMs,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

interface SmtpError extends Error {
  /** The error code of nodemailer. */
  code?: string
  /** The status of the server's last answer. */
  responseCode?: number
}

/** Leaves out the server's answer to a wrong password, which may repeat the user's name. */
function problemOf({ code, responseCode, message }: SmtpError, where: string): Finding {
  const status = responseCode === undefined ? '' : ` (${responseCode})`
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return wrong(
        `${where} does not accept the user and the password${status}`,
        'correct them in NORN_SMTP_URL; characters such as @ and : are written %40 and %3A',
      )
    case 'ETLS':
      return wrong(
        `${where} offers no STARTTLS${status}`,
        'use smtps:// with its port (465), or another server',
      )
    case 'EDNS':
      return wrong(`the name in ${where} has no address`, 'correct NORN_SMTP_URL')
    default:
      if (/certificate/.test(message))
        return wrong(
          `the certificate of ${where} is not accepted (${message})`,
          'use the server name of the certificate in NORN_SMTP_URL, or renew the certificate',
        )
      return wrong(
        `${where} cannot be used (${tlsReasonOf({ code, message }) ?? message}${status})`,
        'correct NORN_SMTP_URL: smtps:// for port 465, smtp:// for 587 and 25; or let it through the firewall',
      )
  }
}
