import { hkdfSync } from 'node:crypto'
import { digest } from '../lib/crypto/digest.ts'
import { ValueCipher } from '../lib/crypto/value-cipher.ts'
import { dayMs, minuteMs } from '../lib/measure/units.ts'
import { DatabaseUnavailable } from '../model/database-unavailable.ts'
import { Refused } from '../model/refusal.ts'
import type { Queries, Transaction } from '../storage/engine/database.ts'
import { beginRequest, forgetRequest, putAnswer, requestByDigest } from '../storage/records/idempotency.ts'
import type { Context, Reading } from './context.ts'

/** A request that may come a second time, where the first answer was lost. */
export interface RepeatableRequest {
  /** The id of the API token, and the token itself: what is answered is kept so that nobody else can read it. */
  tokenId: string
  token: string
  /** The client's own, a new one for each thing that it wants. */
  key: string
  /** All that is asked for. */
  asked: string
}

/** Writes that this was made, in the transaction that makes it. */
export type Keep<Made> = (tx: Transaction, made: Made) => Promise<void>

/** What is made at most once. */
export interface Making<Made, Answer> {
  /** Who does not hand `keep` on may make it twice, where the process dies between it and its answer. */
  make: (keep: Keep<Made>) => Promise<Made>
  shown: (made: Made, db: Queries) => Answer | Promise<Answer>
}

const keptMs = dayMs
/** Longer than any request can take. */
const abandonedAfterMs = minuteMs
const mostOfToken = 10_000

/**
 * Makes it once and answers the same each time: thing and answer are there together. What was refused has changed
 * nothing, and is tried again. Throws Refused `idempotency_key_reused`, `idempotency_key_in_use`, `idempotency_keys_too_many`.
 */
export async function answerOnce<Made, Answer extends object>(
  context: Reading & Pick<Context, 'random'>,
  { tokenId, token, key, asked }: RepeatableRequest,
  { make, shown }: Making<Made, Answer>,
): Promise<{ answer: Answer; isRepeated: boolean }> {
  const { clock, db, random } = context
  const now = clock()
  const row = { digest: digest(`idempotency:${tokenId}:${key}`), tokenId, request: digest(asked), now }
  const until = { expiresAt: now + keptMs, abandonedAt: now - abandonedAfterMs, mostOfToken }
  const cipher = cipherOf(token, key, random.bytes)
  if (!(await beginRequest(db, { ...row, ...until }))) {
    const before = await requestByDigest(db, row.digest)
    if (!before) throw new Refused('idempotency_keys_too_many', { retryAfter: 3600 })
    if (before.request !== row.request) throw new Refused('idempotency_key_reused')
    if (before.answer === null) throw new Refused('idempotency_key_in_use', { retryAfter: 1 })
    return { answer: JSON.parse(cipher.decrypt(before.answer, row.digest)), isRepeated: true }
  }
  const put = async (queries: Queries, made: Made): Promise<Answer> => {
    const answer = await shown(made, queries)
    const isOurs = await putAnswer(
      queries,
      row.digest,
      now,
      cipher.encrypt(JSON.stringify(answer), row.digest),
    )
    // It has taken so long that somebody else has begun anew.
    if (!isOurs) throw new Refused('idempotency_key_in_use', { retryAfter: 1 })
    return answer
  }
  try {
    const kept: Answer[] = []
    const made = await make(async (tx, each) => void kept.push(await put(tx, each)))
    return { answer: kept.at(-1) ?? (await put(db, made)), isRepeated: false }
  } catch (error) {
    // Without the database nobody knows what was written; any other failure has undone its work.
    if (!(error instanceof DatabaseUnavailable)) await forgetRequest(db, row.digest, now)
    throw error
  }
}

/** Some answers have a secret in them that the store must not have: the bearer of the token has the key alone. */
function cipherOf(token: string, key: string, bytes: Context['random']['bytes']): ValueCipher {
  return ValueCipher.of(Buffer.from(hkdfSync('sha256', token, key, 'norn idempotency', 32)), bytes)
}
