import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../model/database-unavailable.ts'
import { SecretMismatch } from '../model/secret-mismatch.ts'

/**
 * Logs what a job failed with; false where that is left to others: `DatabaseHealth` reports a database that is away,
 * once for all jobs and requests, then as a number.
 */
export function logFailure(log: Logger, error: unknown, what: string): boolean {
  // Nobody but the operator can end it, by a restart.
  if (error instanceof SecretMismatch) log.error({ cause: error.message }, what)
  else if (error instanceof DatabaseUnavailable) {
    log.debug({ cause: error.message }, what)
    return false
  } else log.warn({ err: error }, what)
  return true
}
