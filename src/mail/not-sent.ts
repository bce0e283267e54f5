/** The error of a failed attempt. Its message has email addresses removed. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
  /** True if another attempt would fail, too. */
  readonly isFinal: boolean

  constructor(message: string, options: ErrorOptions & { isFinal?: boolean } = {}) {
    super(message.replaceAll(/[^\s<>"'(]+@[^\s<>"'):]+/g, '(address)'), options)
    this.isFinal = options.isFinal ?? false
  }
}
