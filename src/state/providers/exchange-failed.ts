/** The reason why an answer proves nothing. */
export type ExchangeProblem = 'declined' | 'unproved' | 'unanswered'

/** Thrown if an answer proves nothing. The message and `cause` name no code, token or secret. */
export class ExchangeFailed extends Error {
  override name = 'ExchangeFailed'
  readonly problem: ExchangeProblem

  constructor(problem: ExchangeProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** Returns a failure without what the library attaches to its errors: the code, the tokens. */
export function failureOf(error: unknown): ExchangeFailed {
  if (error instanceof ExchangeFailed) return error
  const { status, cause } = Object(error) as { status?: unknown; cause?: unknown }
  const word = wordOf(error)
  if (word === 'access_denied') return new ExchangeFailed('declined', word)
  const answered = Number(status ?? (Object(cause) as { status?: unknown }).status)
  const isAway = answered >= 500
  return new ExchangeFailed(isAway ? 'unanswered' : 'unproved', word ?? nameOf(error))
}

/** Returns the code of the error that a server answered with (RFC 6749, sections 4.1.2.1 and 5.2). */
export function wordOf(error: unknown): string | undefined {
  const { error: said } = Object(error) as { error?: unknown }
  return typeof said === 'string' && /^[a-z_]{1,40}$/.test(said) ? said : undefined
}

export function nameOf(error: unknown): string {
  const { code, message, name } = Object(error) as { code?: unknown; message?: unknown; name?: unknown }
  return [code, name, message].find((text) => typeof text === 'string') ?? 'unknown'
}
