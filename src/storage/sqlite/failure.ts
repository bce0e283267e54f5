import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { UniqueViolation } from '../engine/database.ts'

/** An error as data, which can be passed between threads. */
export interface Failure {
  readonly kind: 'unique' | 'busy' | 'unavailable' | 'other'
  readonly message: string
}

// https://sqlite.org/rescode.html. An extended code contains the primary one in its low byte.
const uniqueCodes = new Set([1555 /* CONSTRAINT_PRIMARYKEY */, 2067 /* CONSTRAINT_UNIQUE */])
const busyCodes = new Set([5 /* BUSY */, 6 /* LOCKED */])
const damagedCodes = new Set([11 /* CORRUPT */, 26 /* NOTADB */])
const fullCodes = new Set([13 /* FULL */])
const unavailableCodes = new Set([
  7 /* NOMEM */, 8 /* READONLY */, 10 /* IOERR */, 14 /* CANTOPEN */, 15 /* PROTOCOL */,
])

/** Describes a database error for operators, with what to do. */
export function failureOf(error: unknown, file: string): Failure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof DatabaseUnavailable) return { kind: 'unavailable', message }
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  if (uniqueCodes.has(code)) return { kind: 'unique', message }
  const primary = code & 0xff
  if (busyCodes.has(primary)) return { kind: 'busy', message: `${file}: ${message}` }
  if (damagedCodes.has(primary)) return { kind: 'unavailable', message: damaged(file, message) }
  if (fullCodes.has(primary)) return { kind: 'unavailable', message: `${file}: ${message}; make room for it` }
  if (unavailableCodes.has(primary)) return { kind: 'unavailable', message: `${file}: ${message}` }
  return { kind: 'other', message }
}

const damaged = (file: string, message: string): string =>
  `${file} is damaged (${message}); stop Norn, move ${file} and what begins with its name away, and restore a backup: norn restore FILE --verify`

export function errorOf({ kind, message }: Failure): Error {
  if (kind === 'unique') return new UniqueViolation(message.replace('UNIQUE constraint failed: ', ''))
  return kind === 'other' ? new Error(message) : new DatabaseUnavailable(message)
}
