/** A refusal as a protocol words it. With status 204 there are no words, and no body. */
export interface WireError {
  status: number
  error: string
  errorMessage: string
}

/** A refusal as a protocol words it whose answers are one line of text. */
export interface LineError {
  status: number
  line: string
}

/** A refusal as OAuth 2.0 words it (RFC 6749, section 5.2). */
export interface OauthError {
  status: number
  error: string
  error_description: string
}

export type ErrorWords = WireError | LineError | OauthError

/** What was sent is incomplete or malformed. */
export const illegal = (errorMessage: string, status: 400 | 413 | 415 = 400): WireError => ({
  status,
  error: 'IllegalArgumentException',
  errorMessage,
})

/** What was sent is well-formed and not good enough. */
export const forbidden = (status: 401 | 403 | 429, errorMessage: string): WireError => ({
  status,
  error: 'ForbiddenOperationException',
  errorMessage,
})
