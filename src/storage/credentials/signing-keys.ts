import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsNumber } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { SigningKeyRow } from '../schema/rows/credentials.ts'

/** Returns all keys of all uses, the oldest first. There are only a few. */
export const signingKeys = readsAll<SigningKeyRow>(
  'signing_keys',
  'select * from signing_key order by use, generation',
)

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
  await insert(tx, row)
  if (retire) await retireKey(tx, retire.kid, retire.publishedUntil)
}

const insert = inserts('signing_key')

const retireKey = executes<[kid: string, publishedUntil: number], Transaction>(
  'retire_signing_key',
  'update signing_key set published_until = $2 where kid = $1',
)

/** Revokes the other keys of this use: signatures by them are no longer accepted, and they are no longer published. */
export const revokeOtherSigningKeys = executes<[use: string, kid: string, at: number], Transaction>(
  'revoke_other_signing_keys',
  `update signing_key set revoked_at = $3,
     published_until = case when published_until < $3 then published_until else cast($3 as bigint) end
   where use = $1 and kid <> $2 and revoked_at is null`,
)

/** Returns when the last of the stored credentials expires, or 0. */
export const lastTokenExpiry = readsNumber('last_credential_expiry', 'select max(expires_at) from credential')
