import { sql } from 'kysely'
import type { Queries, Transaction } from '../engine/database.ts'
import { readsNumber } from '../engine/queries.ts'
import type { SigningKeyRow } from '../schema/schema.ts'

/** Returns all keys of all uses, the oldest first. There are only a few. */
export function signingKeys(db: Queries): Promise<SigningKeyRow[]> {
  return db.query.selectFrom('signing_key').selectAll().orderBy('use').orderBy('generation').execute()
}

/** Returns when the newest key was made, or 0 if there is none. */
export const keysRevision = readsNumber(
  'keys_revision',
  'select max(created_at) as revision from signing_key',
)

/** Inserts a key. Throws UniqueViolation if another process has made this generation. */
export async function insertSigningKey(
  tx: Transaction,
  row: SigningKeyRow,
  retire: { kid: string; publishedUntil: number } | undefined,
): Promise<void> {
  await tx.query.insertInto('signing_key').values(row).execute()
  if (!retire) return
  await tx.query
    .updateTable('signing_key')
    .set({ published_until: retire.publishedUntil })
    .where('kid', '=', retire.kid)
    .execute()
}

/** Revokes the other keys of this use: signatures by them are no longer accepted, and they are no longer published. */
export async function revokeOtherSigningKeys(
  tx: Transaction,
  { use, kid, created_at }: SigningKeyRow,
): Promise<void> {
  await tx.query
    .updateTable('signing_key')
    .set({
      revoked_at: created_at,
      published_until: sql<number>`case when published_until < ${created_at} then published_until
        else cast(${created_at} as bigint) end`,
    })
    .where('use', '=', use)
    .where('kid', '<>', kid)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Returns when the last of the stored credentials expires, or 0. */
export const lastTokenExpiry = readsNumber('last_credential_expiry', 'select max(expires_at) from credential')
