import type { Right } from '../../model/accounts/credential.ts'

/**
 * The condition for an account that may act: it is not suspended, or its suspension is over at `now`. `account` is its
 * name in the statement.
 */
export const notSuspended = (now: string, account = 'account'): string =>
  `(${account}.suspended_at is null or ${account}.suspended_until <= ${now})`

/**
 * The condition for a valid credential: it has not expired, and its account may act and has not ended it since. The
 * statement contains both tables.
 */
export const isAlive = (now: string): string =>
  `credential.expires_at > ${now}
   and credential.credentials_version = account.credentials_version and ${notSuspended(now)}`

export const hasRight = (right: Right): string => `' ' || credential.rights || ' ' like '% ${right} %'`
