/** The error of a failed attempt. Its message has email addresses removed. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
  /** True if another attempt would fail, too. */
  readonly isFinal: boolean
  /** True if the mail server refuses the recipient, whom anybody may have typed. Others may get theirs. */
  readonly isOfRecipient: boolean

  constructor(message: string, options: ErrorOptions & { isFinal?: boolean; isOfRecipient?: boolean } = {}) {
    super(message.replaceAll(/[^\s<>"'(]+@[^\s<>"'):]+/g, '(address)'), options)
    this.isFinal = options.isFinal ?? false
    this.isOfRecipient = options.isOfRecipient ?? false
  }
}
