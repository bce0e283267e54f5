import type { SendMailOptions } from 'nodemailer'
import type { MailKind } from '../model/records/mail.ts'
import type { RenderedMail } from './compose.ts'

/** An email on its way to one address. */
export interface Message extends RenderedMail {
  /** Each attempt has the same id, so that receivers recognise duplicates. */
  id: string
  kind: MailKind
  to: string
  /** The time at which it was requested, in epoch milliseconds. */
  at: number
}

export interface Sender {
  name: string
  address: string
}

/** Returns the message as nodemailer's options. Addresses are objects, since it parses a string as a list. */
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
    // Quoted-printable is readable as it is in all languages, though Base64 would be shorter in some.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** nodemailer counts columns across bare line feeds and would break a link that fits. */
const withCrlf = (text: string): string => text.replaceAll('\n', '\r\n')
