import { mailFolder } from '../../../mail/transport.ts'
import { type MailProblem, mailServerProblem } from '../../../mail/try-server.ts'
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
  const problem = await mailServerProblem(smtpUrl)
  return problem
    ? finding(problem, where)
    : ok(`${where} accepts email${url.username ? ' from this user' : ''}`)
}

function finding({ about, reason, status: code }: MailProblem, where: string): Finding {
  const status = code === undefined ? '' : ` (${code})`
  switch (about) {
    case 'sign_in':
      return wrong(
        `${where} does not accept the user and the password${status}`,
        'correct them in NORN_SMTP_URL; characters such as @ and : are written %40 and %3A',
      )
    case 'no_tls':
      return wrong(
        `${where} offers no STARTTLS${status}`,
        'use smtps:// with its port (465), or another server',
      )
    case 'unnamed':
      return wrong(`the name in ${where} has no address`, 'correct NORN_SMTP_URL')
    case 'certificate':
      return wrong(
        `the certificate of ${where} is not accepted (${reason})`,
        'use the server name of the certificate in NORN_SMTP_URL, or renew the certificate',
      )
    case 'unencrypted':
      return warning(
        `email to ${where} crosses the network unencrypted, with its links: the server offers no STARTTLS`,
        'use smtps:// with its port (465), or another server',
      )
    case 'unusable':
      return wrong(
        `${where} cannot be used (${reason}${status})`,
        'correct NORN_SMTP_URL: smtps:// for port 465, smtp:// for 587 and 25; or let it through the firewall',
      )
    default:
      return about satisfies never
  }
}
