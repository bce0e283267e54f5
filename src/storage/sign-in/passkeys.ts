import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsAny, readsFirst, writesFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { PasskeyRow } from '../schema/rows/sign-in.ts'

export const passkeyById = readsFirst<PasskeyRow, [id: string]>(
  'passkey',
  'select * from passkey where id = $1',
)

/** Returns true if any account has a passkey. */
export const isAnyPasskey = readsAny<[]>('any_passkey', 'select id from passkey limit 1')

/** Returns the account's passkeys, the oldest first. */
export const passkeysOf = readsAll<PasskeyRow, [accountId: string]>(
  'passkeys_of_account',
  'select * from passkey where account_id = $1 order by created_at, id',
)

/** Inserts a passkey. Throws UniqueViolation if it exists. */
export const insertPasskey = inserts('passkey')

/** Deletes a passkey. Returns undefined if the account does not have it. */
export const deletePasskey = writesFirst<PasskeyRow, [accountId: string, id: string], Transaction>(
  'delete_passkey',
  'delete from passkey where id = $2 and account_id = $1 returning *',
)

export const setPasskeyUsed = executes<[id: string, counter: number, at: number]>(
  'set_passkey_used',
  'update passkey set counter = $2, last_used_at = $3 where id = $1',
)
