import type { Right } from '../../model/credential.ts'

/** An account that may act now: not suspended, or its suspension is over at `now`. */
export const notSuspended = (now: string): string =>
  `(account.suspended_at is null or account.suspended_until <= ${now})`

/** A credential that is not past its expiry, of an account that may act and has ended none since. Both are in the statement. */
export const isAlive = (now: string): string =>
  `credential.expires_at > ${now}
   and credential.credentials_version = account.credentials_version and ${notSuspended(now)}`

export const hasRight = (right: Right): string => `' ' || credential.rights || ' ' like '% ${right} %'`
