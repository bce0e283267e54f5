import { type Transaction, writes } from '../engine/database.ts'
import { executes, readsAll, readsAny, readsFirst, readsNumber } from '../engine/queries.ts'

/** A credential that somebody has signed in for. */
export interface SignInRow {
  digest: string
  account_id: string
  /** The account of a character. The account itself for others. */
  owner_id: string
  user_agent: string | null
  address: string | null
  first_used_at: number
}

/** Returns the sign-ins from an instant on whose credentials are still valid, the oldest first. */
export const signInsSince = readsAll<SignInRow, [from: number, limit: number]>(
  'sign_ins_since',
  `select digest, account_id, user_agent, address, first_used_at,
     coalesce((select owner_id from account where account.id = account_id), account_id) as owner_id from credential
   where first_used_at >= $1 and kind in ('launcher', 'web') order by first_used_at limit cast($2 as bigint)`,
)

/**
 * Returns a device by one of its digests, and when it was last seen, up to a day late. Undefined if the account was
 * never signed in from it.
 */
export const knownDevice = readsFirst<
  { digest: string; seen_at: number },
  [accountId: string, digests: readonly string[]]
>(
  'known_device',
  'select digest, seen_at from known_device where account_id = $1 and digest = any_of($2) order by seen_at desc limit 1',
)

/** Records that a device was seen, and its newest digest, unless another process has. */
export const setDeviceSeen = executes<[accountId: string, digest: string, newest: string, now: number]>(
  'set_known_device_seen',
  `update known_device set seen_at = $4, digest = $3 where account_id = $1 and digest = $2
   and ($2 = $3 or not exists (select 1 from known_device where account_id = $1 and digest = $3))`,
)

/** The most devices that an account keeps. The one that was not seen for the longest time is deleted first. */
export const devicesPerAccount = 32

const insert = writes<{ digest: string }>(
  'insert_known_device',
  `insert into known_device (account_id, digest, seen_at)
   select id, cast($2 as text), cast($3 as bigint) from account where id = $1
   on conflict (account_id, digest) do nothing returning digest`,
)

const deleteSurplus = writes(
  'delete_surplus_known_devices',
  `delete from known_device where account_id = $1 and digest not in (
     select digest from known_device where account_id = $1
     order by seen_at desc, digest limit ${devicesPerAccount})`,
)

/** Adds a device and returns how many the account had before. Undefined if it had this one or is gone. */
export async function addKnownDevice(
  tx: Transaction,
  accountId: string,
  digest: string,
  now: number,
): Promise<number | undefined> {
  const added = await tx.run(insert, [accountId, digest, now])
  if (added.length === 0) return undefined
  const count = await countDevices(tx, accountId)
  if (count > devicesPerAccount) await tx.run(deleteSurplus, [accountId])
  return count - 1
}

const countDevices = readsNumber<[accountId: string]>(
  'count_known_devices',
  'select count(*) from known_device where account_id = $1',
)

/** Returns true if the account is, or was, signed in anywhere. */
export const hasSignedIn = readsAny<[accountId: string]>(
  'account_has_signed_in',
  `select account_id from known_device where account_id = $1
   union all select account_id from credential where account_id = $1 limit 1`,
)
