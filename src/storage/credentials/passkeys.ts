import { type Queries, reads, type Transaction } from '../engine/database.ts'
import type { PasskeyRow } from '../schema/schema.ts'

export function passkeyById(db: Queries, id: string): Promise<PasskeyRow | undefined> {
  return db.query.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The oldest first. */
export function passkeysOf(db: Queries, accountId: string): Promise<PasskeyRow[]> {
  return db.run(ofAccount, [accountId])
}

const ofAccount = reads<PasskeyRow>(
  'passkeys_of_account',
  'select * from passkey where account_id = $1 order by created_at, id',
)

/** Throws UniqueViolation for a passkey that is there already. */
export async function insertPasskey(tx: Transaction, row: PasskeyRow): Promise<void> {
  await tx.query.insertInto('passkey').values(row).execute()
}

/** Undefined where the account has no such passkey. */
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
