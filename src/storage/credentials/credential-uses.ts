import { type Transactions, writes } from '../engine/database.ts'

/** Rows per statement: always the same number, so that it is prepared once. */
export const usesAtOnce = 256

/** When and from where a credential was used. */
export interface CredentialUse {
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
     and (last_used_at is null or last_used_at < given.at)`,
)

/** Keeps up to 256 uses, no two of one credential, unless a later one is known. */
export async function recordUses(db: Transactions, uses: readonly CredentialUse[]): Promise<void> {
  const rows = Array.from({ length: usesAtOnce }, (_, index) => uses[index])
  const values = rows.flatMap((row) => (row ? [row.digest, row.at, row.address] : [null, null, null]))
  await db.transaction(async (tx) => {
    // In one order: two processes that write the same rows must not wait for one another.
    if (tx.dialect === 'postgres')
      await tx.query
        .selectFrom('credential')
        .select('digest')
        .where('digest', 'in', rows.map((row) => row?.digest ?? null) as string[])
        .orderBy('digest')
        .forUpdate()
        .execute()
    await tx.run(use, values)
  })
}
