import type { Queries, Transaction } from '../engine/database.ts'
import { readsAll } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { PasskeyRow } from '../schema/schema.ts'

export function passkeyById(db: Queries, id: string): Promise<PasskeyRow | undefined> {
  return db.query.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns true if any account has a passkey. */
export async function isAnyPasskey(db: Queries): Promise<boolean> {
  return (await db.query.selectFrom('passkey').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Returns the account's passkeys, the oldest first. */
export const passkeysOf = readsAll<PasskeyRow, [accountId: string]>(
  'passkeys_of_account',
  'select * from passkey where account_id = $1 order by created_at, id',
)

/** Inserts a passkey. Throws UniqueViolation if it exists. */
export const insertPasskey = inserts('passkey')

/** Deletes a passkey. Returns undefined if the account does not have it. */
export async function deletePasskey(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<PasskeyRow | undefined> {
  return tx.query
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}

export async function setPasskeyUsed(
  db: Queries,
  id: string,
  used: Pick<PasskeyRow, 'counter' | 'last_used_at'>,
): Promise<void> {
  await db.query.updateTable('passkey').set(used).where('id', '=', id).execute()
}
