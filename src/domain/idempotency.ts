import { createHmac, hkdfSync } from 'node:crypto'
import { ValueCipher } from '../lib/crypto/value-cipher.ts'
import { dayMs, minuteMs } from '../lib/measure/units.ts'
import { DatabaseUnavailable } from '../model/errors/database-unavailable.ts'
import { Refused } from '../model/errors/refusal.ts'
import type { Queries, Transaction } from '../storage/engine/database.ts'
import { beginRequest, forgetRequest, putAnswer, requestByDigest } from '../storage/records/idempotency.ts'
import type { IdempotencyKeyRow } from '../storage/schema/rows/records.ts'
import type { ChangeContext, Context } from './context.ts'

/** A request that a client may repeat if it did not receive the first answer. */
interface RepeatableRequest {
  /** The id of the API token and the token itself, with which the stored answer is encrypted for its bearer alone. */
  tokenId: string
  token: string
  /** The client's idempotency key, a new one for each intended change. */
  key: string
  /** The complete request, for comparison. */
  asked: string
}

/** Stores the answer in the transaction of the change. */
export type StoreAnswer<Result> = (tx: Transaction, made: Result) => Promise<void>

/** A change that is made at most once. */
export interface Operation<Result, Answer> {
  /** Makes the change. Without `keep`, it may be made twice if the process dies before it answers. */
  make: (keep: StoreAnswer<Result>) => Promise<Result>
  shown: (made: Result, db: Queries) => Answer | Promise<Answer>
}

export const keptMs = dayMs
/** Longer than any request can take. */
const abandonedAfterMs = minuteMs
export const mostOfToken = 10_000

/**
 * Makes the change once and returns the same answer every time. The change and its answer are stored in one
 * transaction. A refused request has changed nothing and may be tried again. Throws Refused `idempotency_key_reused`,
 * `idempotency_key_in_use`, `idempotency_keys_too_many`.
 */
export async function answerOnce<Result, Answer extends object>(
  context: ChangeContext,
  { tokenId, token, key, asked }: RepeatableRequest,
  { make, shown }: Operation<Result, Answer>,
): Promise<{ answer: Answer; isRepeated: boolean }> {
  const { clock, db, random } = context
  const now = clock()
  const row = { digest: digestUnder(token, `key:${key}`), tokenId, request: digestUnder(token, asked), now }
  const until = { expiresAt: now + keptMs, abandonedAt: now - abandonedAfterMs, mostOfToken }
  const cipher = cipherOf(token, key, random.bytes)
  const repeated = (before: IdempotencyKeyRow) => {
    if (before.request !== row.request) throw new Refused('idempotency_key_reused')
    if (before.answer === null) throw new Refused('idempotency_key_in_use', { retryAfter: 1 })
    return { answer: JSON.parse(cipher.decrypt(before.answer, before.digest)), isRepeated: true }
  }
  if (!(await beginRequest(db, { ...row, ...until }))) {
    const before = await requestByDigest(db, row.digest)
    if (!before) throw new Refused('idempotency_keys_too_many', { retryAfter: 3600 })
    return repeated(before)
  }
  const put = async (queries: Queries, made: Result): Promise<Answer> => {
    const answer = await shown(made, queries)
    const isOurs = await putAnswer(
      queries,
      row.digest,
      now,
      cipher.encrypt(JSON.stringify(answer), row.digest),
    )
    // This took so long that another request has begun again.
    if (!isOurs) throw new Refused('idempotency_key_in_use', { retryAfter: 1 })
    return answer
  }
  try {
    const kept: Answer[] = []
    const made = await make(async (tx, each) => void kept.push(await put(tx, each)))
    return { answer: kept.at(-1) ?? (await put(db, made)), isRepeated: false }
  } catch (error) {
    // If the database failed, it is unknown what was written. Any other failure has rolled back.
    if (!(error instanceof DatabaseUnavailable)) await forgetRequest(db, row.digest, now)
    throw error
  }
}

/** Returns a digest that only the bearer of the token can compute: a request may contain a password. */
const digestUnder = (token: string, text: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', token, '', 'norn idempotent request', 32)))
    .update(text)
    .digest('hex')

/** Encrypts stored answers, because some contain a secret. Only the bearer of the token has the key. */
function cipherOf(token: string, key: string, bytes: Context['random']['bytes']): ValueCipher {
  return ValueCipher.of(Buffer.from(hkdfSync('sha256', token, key, 'norn idempotency', 32)), bytes)
}
