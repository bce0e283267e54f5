import type { SendMailOptions } from 'nodemailer'
import type { MailKind } from '../model/records/mail.ts'
import type { RenderedMail } from './compose.ts'
import { partOf } from './part.ts'

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

/**
 * Returns the message as nodemailer's options. Addresses are objects, since it parses a string as a list. A file takes
 * 8bit, and people read it; a mail server may have no 8BITMIME (RFC 6152).
 */
export function optionsOf(message: Message, from: Sender, way: 'file' | 'smtp'): SendMailOptions {
  const takes8bit = way === 'file'
  return {
    from,
    to: { name: '', address: message.to },
    subject: message.subject,
    // As parts, because nodemailer would encode them as quoted-printable.
    alternatives: [
      { raw: partOf('text/plain', message.text, { takes8bit }) },
      { raw: partOf('text/html', message.html, { takes8bit }) },
    ],
    date: new Date(message.at),
    messageId: `<${message.id}@${from.address.replace(/^.*@/, '')}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Norn-Mail': message.kind },
    // Of the subject and names.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
