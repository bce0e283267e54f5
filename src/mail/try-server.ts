import { createTransport } from 'nodemailer'
import { askTimeoutMs, tlsReasonOf } from '../lib/net/ask.ts'
import { isOnThisMachine } from './smtp.ts'

/** Why a mail server takes no email from this service, or only unencrypted. `status` is that of its last answer. */
export interface MailProblem {
  readonly about: 'sign_in' | 'no_tls' | 'unnamed' | 'certificate' | 'unencrypted' | 'unusable'
  readonly reason: string
  readonly status: number | undefined
}

/** Tries connection, encryption and sign-in, but sends nothing. Returns undefined if email is accepted. */
export async function mailServerProblem(smtpUrl: string): Promise<MailProblem | undefined> {
  const url = new URL(smtpUrl)
  const isCrossing = url.protocol === 'smtp:' && !isOnThisMachine(url)
  try {
    await tryServer(smtpUrl, isCrossing)
    return undefined
  } catch (error) {
    // nodemailer never sends a password in plain text, but does send email.
    if (!isCrossing || (error as SmtpError).code !== 'ETLS' || url.username !== '')
      return problemOf(error as SmtpError)
    try {
      await tryServer(smtpUrl, false)
      return { about: 'unencrypted', reason: '', status: undefined }
    } catch (failure) {
      return problemOf(failure as SmtpError)
    }
  }
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

const byCode: Readonly<Record<string, MailProblem['about']>> = {
  EAUTH: 'sign_in',
  ENOAUTH: 'sign_in',
  ETLS: 'no_tls',
  EDNS: 'unnamed',
}

/** Leaves out the server's answer to a wrong password, which may repeat the user's name. */
function problemOf({ code = '', responseCode: status, message }: SmtpError): MailProblem {
  const known = byCode[code]
  if (known) return { about: known, reason: '', status }
  if (/certificate/.test(message)) return { about: 'certificate', reason: message, status }
  return { about: 'unusable', reason: tlsReasonOf({ code, message }) ?? message, status }
}
