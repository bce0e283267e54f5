// What most checks expect of an answer.
import type { Answer } from '../http/exchange.ts'
import { isObject, shown, textAt } from '../json.ts'
import { Deviation } from '../outcome.ts'

/** @throws {Deviation} unless the rule holds */
export function expect(answer: Answer, holds: boolean, expected: string, observed = summary(answer)): void {
  if (!holds) throw new Deviation(expected, observed, answer)
}

/** Status and body in a few words. */
export function summary({ status, text, headers }: Answer): string {
  if (text === '') return `status ${status}, no body`
  const type = headers['content-type']?.split(';')[0] ?? 'no type'
  return `status ${status}, ${type}: ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`
}

/** A success has status 200 and an object, or an array, as JSON. */
export function expectJson(answer: Answer, what = 'status 200 with JSON'): void {
  expect(answer, answer.status === 200 && typeof answer.json === 'object' && answer.json !== null, what)
}

/** A success without anything to say has no body, not even an empty object. */
export function expectEmpty(answer: Answer): void {
  expect(answer, answer.status === 200 || answer.status === 204, 'a success, status 200 or 204')
  expect(answer, answer.text === '', 'no body')
}

/** A refusal has a status from 400 to 499 and a body that names the error. */
export function expectRefusal(answer: Answer, what = 'a refusal'): void {
  expect(answer, answer.status >= 400 && answer.status < 500, `${what}, status 400 to 499`)
  expect(
    answer,
    isObject(answer.json) &&
      Boolean(textAt(answer.json, 'error')) &&
      textAt(answer.json, 'errorMessage') !== undefined,
    `${what} with JSON that has "error" and "errorMessage"`,
  )
}

/** A refusal has a status from 400 to 499, and a body: some clients read an empty one as a success. */
export function expectTold(answer: Answer): void {
  expect(answer, answer.status >= 400 && answer.status < 500, 'a refusal, status 400 to 499')
  expect(answer, answer.text !== '', 'a refusal with a body')
}

/** Not an answer of success, whatever its form. */
export function expectNoSuccess(answer: Answer, what: string): void {
  expect(answer, answer.status >= 400 && answer.status < 500, what)
}

/** The answer does not say that the server broke. */
export function expectNoCrash(answer: Answer): void {
  expect(answer, answer.status < 500, 'a status below 500: what was sent is wrong, not the server')
}

/** 32 lower-case hexadecimal digits. */
export const isPlainUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)

/** `{id, name}` as every profile has them. */
export function expectProfile(answer: Answer, profile: unknown, where: string): void {
  expect(answer, isObject(profile), `${where} with an object {id, name}`, shown(profile))
  expect(
    answer,
    isPlainUuid(textAt(profile, 'id')),
    `${where}.id of 32 lower-case hex digits, without hyphens`,
    shown(profile),
  )
  expect(answer, Boolean(textAt(profile, 'name')), `${where}.name with the name`, shown(profile))
}
