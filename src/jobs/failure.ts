import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../model/errors/database-unavailable.ts'
import { SecretMismatch } from '../model/errors/secret-mismatch.ts'

/**
 * Logs the failure of a job and returns true. Returns false for an unavailable database, which `DatabaseHealth`
 * reports once for all jobs and requests.
 */
export function logFailure(log: Logger, error: unknown, what: string): boolean {
  // Only the operator can end it, by a restart.
  if (error instanceof SecretMismatch) log.error({ cause: error.message }, what)
  else if (error instanceof DatabaseUnavailable) {
    log.debug({ cause: error.message }, what)
    return false
  } else log.warn({ err: error }, what)
  return true
}
