import { DatabaseError } from 'pg'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { UniqueViolation } from '../engine/database.ts'

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, authorization, missing database,
// read-only server, ended idle transaction, deadlock, resources, lock and statement timeouts, shutdown, system.
const unavailable = /^(08|28|3D000|25006|25P0[34]|40P01|40001|53|55P03|57014|57P0|58)/
// Error messages that pg itself produces.
const lost =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered|was closed)|Cannot use a pool)/

/** Translates an error thrown by pg into the errors that the rest of Norn knows. */
export function translate(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    // Without the cause, which quotes the row and would put email addresses into every log.
    if (error.code === '23505') return new UniqueViolation(keyOf(error))
    return unavailable.test(error.code ?? '') ? unreachable(error) : error
  }
  const isLost = error instanceof Error && ('syscall' in error || lost.test(error.message))
  return isLost ? unreachable(error) : error
}

export function unreachable(error: unknown): DatabaseUnavailable {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return new DatabaseUnavailable(first instanceof Error ? first.message : String(first), { cause: error })
}

/** The detail is `Key (a, b)=(1, 2) already exists.` in the server's language. */
function keyOf({ detail, table, constraint }: DatabaseError): string {
  const columns = /\(([^()]+)\)=\(/
    .exec(detail ?? '')?.[1]
    ?.replaceAll('"', '')
    .split(', ') ?? [constraint]
  return columns.map((column) => `${table}.${column}`).join(', ')
}

/** Returns true if a server was waited for in vain, and not only for a free connection. */
export function wasSilent(error: unknown): boolean {
  return error instanceof Error && error.message === 'Connection terminated due to connection timeout'
}

/** Returns true if a pooler between us and the server does not pass on session settings (PgBouncer by default). */
export function refusesSettings(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '08P01' && /startup parameter/.test(error.message)
}

/**
 * Returns true if a prepared statement's name was unknown, or belonged to another statement, where it arrived: behind a
 * pooler, each statement may reach another server connection. The statement was not executed.
 */
export function refusesNames(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '26000' || error.code === '42P05')
}

/** Returns true if a statement has waited for a lock for too long, so that nothing was written. */
export function waitedForLock(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01')
}

/** Returns true if the server has ended a transaction because it and another one waited for each other. */
export function metOthers(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  return cause instanceof DatabaseError && (cause.code === '40P01' || cause.code === '40001')
}

/** Returns true if a migration has changed the columns of a prepared statement, which was not executed. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
}
