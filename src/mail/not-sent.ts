/** Says why in words that have no address in them. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
  /** Trying again would make no difference. */
  readonly isFinal: boolean

  constructor(message: string, options: ErrorOptions & { isFinal?: boolean } = {}) {
    super(message.replaceAll(/[^\s<>"'(]+@[^\s<>"'):]+/g, '(address)'), options)
    this.isFinal = options.isFinal ?? false
  }
}
