import { DatabaseError } from 'pg'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { UniqueViolation } from '../engine/database.ts'

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, authorization, missing database,
// read-only server, ended idle transaction, deadlock, resources, lock and statement timeouts, shutdown, system.
const unavailable = /^(08|28|3D000|25006|25P0[34]|40P01|53|55P03|57014|57P0|58)/
// What pg says in words of its own.
const lost =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered|was closed)|Cannot use a pool)/

/** What pg has thrown, in the words that the rest of Norn knows. */
export function translate(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    // Without the cause: it quotes the row, and so people's addresses, to every log.
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

/** The detail reads `Key (a, b)=(1, 2) already exists.`, in the server's language. */
function keyOf({ detail, table, constraint }: DatabaseError): string {
  const columns = /\(([^()]+)\)=\(/
    .exec(detail ?? '')?.[1]
    ?.replaceAll('"', '')
    .split(', ') ?? [constraint]
  return columns.map((column) => `${table}.${column}`).join(', ')
}

/** A pooler between us and the server does not pass settings of a session on (PgBouncer, as it comes). */
export function refusesSettings(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '08P01' && /startup parameter/.test(error.message)
}

/**
 * The name of a prepared statement meant nothing, or something else, where the statement arrived: behind
 * a pooler each may reach another server connection. It was not carried out.
 */
export function refusesNames(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '26000' || error.code === '42P05')
}

/** A migration has changed what a prepared statement of this connection returns. It was not carried out. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
}
