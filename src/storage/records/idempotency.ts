import { type Queries, writes } from '../engine/database.ts'
import { executes, readsFirst, writesAny } from '../engine/queries.ts'
import type { IdempotencyKeyRow } from '../schema/rows/records.ts'

/** A row whose work began so long ago that nobody can still be doing it is taken over. */
const begin = writes<{ digest: string }>(
  'begin_idempotent_request',
  `insert into idempotency_key (digest, token_id, request, started_at, expires_at)
   select cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as bigint), cast($5 as bigint)
   where (select count(*) from idempotency_key where token_id = cast($2 as text)) < cast($7 as bigint)
   on conflict (digest) do update set request = excluded.request, answer = null,
     started_at = excluded.started_at, expires_at = excluded.expires_at
   where idempotency_key.expires_at <= excluded.started_at
     or (idempotency_key.answer is null and idempotency_key.started_at <= cast($6 as bigint))
   returning digest`,
)

interface NewRequest {
  digest: string
  tokenId: string
  request: string
  now: number
  expiresAt: number
  /** Work that began at this instant or earlier is over, whatever its outcome. */
  abandonedAt: number
  /** The most rows of one token. */
  mostOfToken: number
}

/** Returns true if the caller should do the work. Of several concurrent callers, only one should. */
export async function beginRequest(db: Queries, asked: NewRequest): Promise<boolean> {
  const { digest, tokenId, request, now, expiresAt, abandonedAt, mostOfToken } = asked
  const values = [digest, tokenId, request, now, expiresAt, abandonedAt, mostOfToken]
  return (await db.run(begin, values)).length > 0
}

export const requestByDigest = readsFirst<IdempotencyKeyRow, [digest: string]>(
  'idempotent_request',
  'select * from idempotency_key where digest = $1',
)

/**
 * Stores the answer of the work that began at `startedAt`. Returns false if the row now belongs to another request or
 * no longer exists.
 */
export const putAnswer = writesAny<[digest: string, startedAt: number, answer: string]>(
  'put_idempotent_answer',
  'update idempotency_key set answer = $3 where digest = $1 and started_at = $2 returning digest',
)

/** Deletes the row of the work that began at `startedAt` and changed nothing. */
export const forgetRequest = executes<[digest: string, startedAt: number]>(
  'forget_idempotent_request',
  'delete from idempotency_key where digest = $1 and started_at = $2 and answer is null',
)
