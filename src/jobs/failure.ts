import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../model/database-unavailable.ts'

/**
 * Whether it was worth a warning: what the database fails is told by `DatabaseHealth`, once for all jobs and requests,
 * then as a number.
 */
export function logFailure(log: Logger, error: unknown, what: string): boolean {
  if (error instanceof DatabaseUnavailable) {
    log.debug({ cause: error.message }, what)
    return false
  }
  log.warn({ err: error }, what)
  return true
}
