import { executes, readsFirst } from '../engine/queries.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import { isAlive } from './conditions.ts'

/** The kind of credential that a browser holds in a cookie. */
export const sessionKind = 'web'

type SessionRow = AccountRow & { session_issued_at: number; session_expires_at: number }

/** Returns the session with its account, if it is valid. */
export const sessionByDigest = readsFirst<SessionRow, [digest: string, now: number]>(
  'web_session',
  `select account.*, credential.issued_at as session_issued_at, credential.expires_at as session_expires_at
   from credential join account on account.id = credential.account_id
   where digest = $1 and kind = '${sessionKind}' and ${isAlive('$2')}`,
)

export const prolongSession = executes<[digest: string, expiresAt: number]>(
  'prolong_web_session',
  `update credential set expires_at = $2 where digest = $1 and kind = '${sessionKind}' and expires_at < $2`,
)
