import { DatabaseUnavailable } from './database-unavailable.ts'

/**
 * Thrown if the secrets in the database can't be decrypted with this process's NORN_SECRET, or without one. The message
 * is a single line for operators that tells what is wrong and what to do.
 */
export class SecretMismatch extends DatabaseUnavailable {
  override name = 'SecretMismatch'
}
