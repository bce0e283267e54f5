import { STATUS_CODES } from 'node:http'

/** A refusal as a protocol words it. With status 204 there are no words, and no body. */
export interface WireError {
  status: number
  error: string
  errorMessage: string
}

/** A refusal in the vendor's form: it begins with the path of the request, which is filled in as it is sent. */
export interface PathError extends WireError {
  path: ''
}

export const withPath = ({ status, ...words }: WireError): PathError => ({ status, path: '', ...words })

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

/** A refusal as RFC 9457 words it: `type` and `code`, the reason, are filled in as it is sent. */
export interface Problem {
  status: number
  /** The status in words, as section 4.2.1 wants it of what has no page of its own. */
  title: string
  detail: string
}

export const problem = (status: number, detail: string): Problem => ({
  status,
  title: STATUS_CODES[status] ?? 'Error',
  detail,
})

export type ErrorWords = WireError | PathError | LineError | OauthError | Problem

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
