// The required form of answers, byte for byte.
import assert from 'node:assert/strict'
import type { Answer } from '../service.ts'

const body = (error: string) => (errorMessage: string) => JSON.stringify({ error, errorMessage })
const forbidden = body('ForbiddenOperationException')
const illegal = body('IllegalArgumentException')

export const credentialsInvalid = [401, forbidden('Invalid credentials. Invalid email or password.')] as const
export const secondFactorRequired = [401, forbidden('Account protected with two factor auth.')] as const
export const accountSuspended = [401, forbidden('This account has been suspended.')] as const
export const tokenInvalid = [401, forbidden('Invalid token.')] as const
export const tokenExpired = [401, forbidden('Token expired.')] as const
export const parametersMissing = [400, illegal('credentials can not be null.')] as const
export const clientTokenTooLong = [400, illegal('clientToken is too long.')] as const
export const bodyUnreadable = [400, illegal('The request body could not be parsed.')] as const
export const uuidMalformed = [400, illegal('Invalid uuid format.')] as const
export const tooManyGuesses = [429, forbidden('Too many failed attempts. Try again later.')] as const
export const overloaded = [429, forbidden('Too many requests at once. Try again in a moment.')] as const
export const joinTokenInvalid = [401, forbidden('Invalid access_token.')] as const
export const joinTokenExpired = [401, forbidden('Expired access_token.')] as const
export const joinScopeMissing = [401, forbidden('The token does not have required scope.')] as const
export const joinProfileForeign = [401, forbidden('Wrong selected_profile.')] as const
export const joinNameForeign = [401, forbidden('Invalid credentials')] as const

/** A refusal of the launcher and session requests: status and body, and what all of them have in common. */
export function refused(answer: Answer, [status, text]: readonly [number, string], about?: string): void {
  assert.deepEqual([answer.status, answer.text], [status, text], about)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', about)
  assert.equal(answer.headers.get('cache-control'), 'no-store', about)
  assert.equal(answer.headers.get('www-authenticate'), null, about)
}

/** Empty success: 200, no body, no Content-Type. */
export function succeededEmpty(answer: Answer, about?: string): void {
  assert.deepEqual([answer.status, answer.text], [200, ''], about)
  assert.equal(answer.headers.get('content-type'), null, about)
  assert.equal(answer.headers.get('content-length'), '0', about)
  assert.equal(answer.headers.get('cache-control'), 'no-store', about)
}

/** A JSON answer that may not be cached. */
export function succeeded(answer: Answer, about?: string): void {
  assert.equal(answer.status, 200, about ?? answer.text)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', about)
  assert.equal(answer.headers.get('cache-control'), 'no-store', about)
}
