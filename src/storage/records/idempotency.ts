import { type Queries, writes } from '../engine/database.ts'
import type { IdempotencyKeyRow } from '../schema/schema.ts'

/** A row of before whose work was begun so long ago that nobody can be at it any more is taken over. */
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

export interface NewRequest {
  digest: string
  tokenId: string
  request: string
  now: number
  expiresAt: number
  /** Work that was begun at this instant or before is over, whatever became of it. */
  abandonedAt: number
  /** Rows that a token may have. */
  mostOfToken: number
}

/** True for who is to do the work: of several at once one is. */
export async function beginRequest(db: Queries, asked: NewRequest): Promise<boolean> {
  const { digest, tokenId, request, now, expiresAt, abandonedAt, mostOfToken } = asked
  const values = [digest, tokenId, request, now, expiresAt, abandonedAt, mostOfToken]
  return (await db.run(begin, values)).length > 0
}

export function requestByDigest(db: Queries, digest: string): Promise<IdempotencyKeyRow | undefined> {
  return db.query.selectFrom('idempotency_key').selectAll().where('digest', '=', digest).executeTakeFirst()
}

/** Of the work that was begun at `startedAt`. False where its row is another's by now, or gone. */
export async function putAnswer(
  db: Queries,
  digest: string,
  startedAt: number,
  answer: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db.query
    .updateTable('idempotency_key')
    .set({ answer })
    .where('digest', '=', digest)
    .where('started_at', '=', startedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The work that was begun at `startedAt` has changed nothing. */
export async function forgetRequest(db: Queries, digest: string, startedAt: number): Promise<void> {
  await db.query
    .deleteFrom('idempotency_key')
    .where('digest', '=', digest)
    .where('started_at', '=', startedAt)
    .where('answer', 'is', null)
    .execute()
}
