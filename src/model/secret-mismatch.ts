import { DatabaseUnavailable } from './database-unavailable.ts'

/**
 * The secrets in the database cannot be used with this process's NORN_SECRET, or with none. The message is
 * one line for operators: what is wrong and what to do.
 */
export class SecretMismatch extends DatabaseUnavailable {
  override name = 'SecretMismatch'
}
