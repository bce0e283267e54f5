import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { UniqueViolation } from '../database.ts'

/** An error as data, so that it can cross a thread. */
export interface Failure {
  readonly kind: 'unique' | 'busy' | 'unavailable' | 'other'
  readonly message: string
}

// https://sqlite.org/rescode.html; an extended code holds the primary one in its low byte.
const uniqueCodes = new Set([1555 /* CONSTRAINT_PRIMARYKEY */, 2067 /* CONSTRAINT_UNIQUE */])
const busyCodes = new Set([5 /* BUSY */, 6 /* LOCKED */])
const unavailableCodes = new Set([
  7 /* NOMEM */, 8 /* READONLY */, 10 /* IOERR */, 11 /* CORRUPT */, 13 /* FULL */, 14 /* CANTOPEN */,
  15 /* PROTOCOL */, 26 /* NOTADB */,
])

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof DatabaseUnavailable) return { kind: 'unavailable', message }
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  if (uniqueCodes.has(code)) return { kind: 'unique', message }
  if (busyCodes.has(code & 0xff)) return { kind: 'busy', message }
  return { kind: unavailableCodes.has(code & 0xff) ? 'unavailable' : 'other', message }
}

export function errorOf({ kind, message }: Failure): Error {
  if (kind === 'unique') return new UniqueViolation(message.replace('UNIQUE constraint failed: ', ''))
  return kind === 'other' ? new Error(message) : new DatabaseUnavailable(message)
}
