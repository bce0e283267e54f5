import type { SendMailOptions } from 'nodemailer'
import type { MailKind } from '../model/mail.ts'
import type { Written } from './compose.ts'

/** A mail on its way to one address. */
export interface Message extends Written {
  /** The same at each try: what arrives twice is known by it. */
  id: string
  kind: MailKind
  to: string
  /** When it was asked for, in epoch milliseconds. */
  at: number
}

export interface Sender {
  name: string
  address: string
}

/** In the library's words. An address is never a string there: it would be read as a list of addresses. */
export function optionsOf(message: Message, from: Sender): SendMailOptions {
  return {
    from,
    to: { name: '', address: message.to },
    subject: message.subject,
    text: withCrlf(message.text),
    html: withCrlf(message.html),
    date: new Date(message.at),
    messageId: `<${message.id}@${from.address.replace(/^.*@/, '')}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Norn-Mail': message.kind },
    // Readable as it is, in all languages: Base64 would be shorter in some.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Without them the library counts its columns across lines, and would break a link that fits. */
const withCrlf = (text: string): string => text.replaceAll('\n', '\r\n')
