import { STATUS_CODES } from 'node:http'

/** A refusal in the words of a protocol. Status 204 has no words and no body. */
export interface WireError {
  status: number
  error: string
  errorMessage: string
}

/** A refusal in the vendor's form: it begins with the request's path, which is filled in on sending. */
export interface PathError extends WireError {
  path: ''
}

export const withPath = ({ status, ...words }: WireError): PathError => ({ status, path: '', ...words })

/** A refusal of a protocol whose answers are one line of text. */
export interface LineError {
  status: number
  line: string
}

/** A refusal of a protocol whose clients read a message. */
export interface MessageError {
  status: number
  message: string
}

/** A refusal in the words of OAuth 2.0 (RFC 6749, section 5.2). */
export interface OauthError {
  status: number
  error: string
  error_description: string
}

/** A refusal as RFC 9457 defines it. `type` and `code`, the reason, are filled in on sending. */
interface Problem {
  status: number
  /** The status in words, as section 4.2.1 asks for problems without a type of their own. */
  title: string
  detail: string
}

export const problem = (status: number, detail: string): Problem => ({
  status,
  title: STATUS_CODES[status] ?? 'Error',
  detail,
})

export type ErrorWords = WireError | PathError | LineError | MessageError | OauthError | Problem

/** Words the refusal of an incomplete or malformed request. */
export const illegal = (errorMessage: string, status: 400 | 413 | 415 = 400): WireError => ({
  status,
  error: 'IllegalArgumentException',
  errorMessage,
})

/** Words the refusal of a request that is well-formed but not allowed. */
export const forbidden = (status: 401 | 403 | 429, errorMessage: string): WireError => ({
  status,
  error: 'ForbiddenOperationException',
  errorMessage,
})
