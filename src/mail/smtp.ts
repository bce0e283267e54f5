import { createTransport, type Transporter } from 'nodemailer'
import { type Message, optionsOf, type Sender } from './message.ts'
import { MailNotSent } from './not-sent.ts'

/** A mail server that does not answer within these times (milliseconds) is tried again later. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** Returns whether the mail server runs on this machine. It is trusted with a plaintext password. */
export const isOnThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Sends emails by SMTP (RFC 5321). `smtps:` is TLS from the start, `smtp:` STARTTLS (RFC 3207) if offered. */
export class SmtpServer {
  readonly #transport: Transporter
  readonly #server: string
  readonly #from: () => Sender

  constructor(smtpUrl: string, from: () => Sender) {
    const url = new URL(smtpUrl)
    this.#transport = createTransport({
      url: smtpUrl,
      ...timeouts,
      requireTLS: url.username !== '' && !isOnThisMachine(url),
    })
    this.#server = url.host
    this.#from = from
  }

  async send(message: Message): Promise<{ server: string }> {
    try {
      await this.#transport.sendMail(optionsOf(message, this.#from(), 'smtp'))
      return { server: this.#server }
    } catch (cause) {
      const isFinal = isRefusedForGood(cause)
      const { command } = Object(cause) as { command?: unknown }
      const isOfRecipient = command === 'RCPT TO'
      throw new MailNotSent(cause instanceof Error ? cause.message : String(cause), {
        isFinal,
        isOfRecipient,
      })
    }
  }
}

/** Returns whether a 5xx refused the recipient or the message. A refused sign-in is not final: operators can fix it. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // Without a code, nodemailer itself refused it: it does not send malformed addresses to a server.
  return isOfMail && (typeof responseCode !== 'number' || responseCode >= 500)
}
