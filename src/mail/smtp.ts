import { createTransport, type Transporter } from 'nodemailer'
import { type Message, optionsOf, type Sender } from './message.ts'
import { MailNotSent } from './not-sent.ts'

/** A mail server that says nothing for so long is tried again later. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** A mail server here is trusted with a password in clear: it often has no certificate. */
export const isOnThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** A mail server by SMTP (RFC 5321): `smtps:` is TLS from the start, `smtp:` STARTTLS (RFC 3207) where it is offered. */
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
      await this.#transport.sendMail(optionsOf(message, this.#from()))
      return { server: this.#server }
    } catch (cause) {
      const isFinal = isRefusedForGood(cause)
      throw new MailNotSent(cause instanceof Error ? cause.message : String(cause), { isFinal })
    }
  }
}

/** The recipient, or the message itself, is refused with a 5xx; a refused sign-in is for the operator to put right. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // Without a code the library itself has refused it: what is no address is not sent to a server.
  return isOfMail && (typeof responseCode !== 'number' || responseCode >= 500)
}
