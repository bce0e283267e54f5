import { reads, type Transactions, writes } from '../engine/database.ts'

/** The number of rows per statement. It is constant, so that the statement is prepared only once. */
export const usesAtOnce = 256

/** The time and address of a credential's use. */
interface CredentialUse {
  digest: string
  at: number
  address: string
}

const givenUse = (_: unknown, row: number): string =>
  `(cast($${3 * row + 1} as text), cast($${3 * row + 2} as bigint), cast($${3 * row + 3} as text))`

const use = writes(
  'use_credentials',
  `with given (digest, at, address) as (values ${Array.from({ length: usesAtOnce }, givenUse).join(', ')})
   update credential set last_used_at = given.at, address = given.address
   from given where credential.digest = given.digest
     -- By itself SQLite would go through all credentials.
     and credential.digest in (select digest from given)
     and last_used_at < given.at`,
)

const lock = reads(
  'lock_used_credentials',
  'select digest from credential where digest = any_of($1) order by digest for update',
)

/** Stores up to 256 uses of different credentials, unless a later use is already stored. */
export async function recordUses(db: Transactions, uses: readonly CredentialUse[]): Promise<void> {
  const rows = Array.from({ length: usesAtOnce }, (_, index) => uses[index])
  const values = rows.flatMap((row) => (row ? [row.digest, row.at, row.address] : [null, null, null]))
  await db.transaction(async (tx) => {
    // In a fixed order, so that two processes that write the same rows do not deadlock.
    if (tx.dialect === 'postgres') await tx.run(lock, [uses.map(({ digest }) => digest)])
    await tx.run(use, values)
  })
}
