// Reads what browsers answer, as JSON (WebAuthn, section 5.1), just far enough for the library to continue.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { parseJson } from '../../http/body/fields.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasTexts = (value: unknown, names: readonly string[]): value is Record<string, string> =>
  isRecord(value) && names.every((name) => typeof value[name] === 'string')

const isAnswer = (value: unknown, names: readonly string[]): boolean =>
  isRecord(value) && hasTexts(value, ['id', 'rawId', 'type']) && hasTexts(value['response'], names)

const isRegistration = (value: unknown): value is RegistrationResponseJSON =>
  isAnswer(value, ['clientDataJSON', 'attestationObject'])

const isAuthentication = (value: unknown): value is AuthenticationResponseJSON =>
  isAnswer(value, ['clientDataJSON', 'authenticatorData', 'signature'])

/** Returns undefined for anything that is not a registration response. */
export function readRegistration(text: string): RegistrationResponseJSON | undefined {
  const value = parseJson(Buffer.from(text))
  return isRegistration(value) ? value : undefined
}

/** Returns undefined for anything that is not an authentication response. */
export function readAuthentication(text: string): AuthenticationResponseJSON | undefined {
  const value = parseJson(Buffer.from(text))
  return isAuthentication(value) ? value : undefined
}
