import { first, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import type { NameClaimRow } from '../schema/schema.ts'

const byKey = reads<NameClaimRow>('name_claim', 'select * from name_claim where name_key = $1')

/** Who owns a folded name; a hold may have ended. */
export const nameClaim = (db: Queries, key: string) => first(db, byKey, [key])

const insertHold = writes(
  'hold_name',
  `insert into name_claim (name_key, kind, account_id, until) values ($1, 'held', $2, $3)
   on conflict (name_key) do nothing`,
)

/** Holds a folded name for an account, or one that is gone. Changes nothing where the name has an owner. */
export async function insertNameHold(
  tx: Transaction,
  { key, accountId, until }: { key: string; accountId: string; until: number },
): Promise<void> {
  await tx.run(insertHold, [key, accountId, until])
}

// With `until` alone PostgreSQL may go through all names that are held.
const deleteEnded = writes(
  'delete_ended_holds',
  'delete from name_claim where name_key = any_of($1) and coalesce(until, cast($2 as bigint) + 1) <= $2',
)

/** Frees those folded names whose hold has expired. */
export async function deleteEndedHolds(db: Queries, keys: readonly string[], now: number): Promise<void> {
  await db.run(deleteEnded, [keys, now])
}

const byKeys = reads<NameClaimRow>('name_claims', 'select * from name_claim where name_key = any_of($1)')

/** The owners of those of the folded names that have one; holds may have ended. */
export const nameClaims = (db: Queries, keys: readonly string[]): Promise<NameClaimRow[]> =>
  db.run(byKeys, [keys])

const release = writes<{ account_id: string }>(
  'release_name',
  'delete from name_claim where name_key = $1 and until > $2 returning account_id',
)

/** Ends the hold of a folded name, and says for whom it was; undefined where the name is not held. */
export async function deleteNameHold(tx: Transaction, key: string, now: number): Promise<string | undefined> {
  return (await first(tx, release, [key, now]))?.account_id
}

const ofHolder = reads<{ name_key: string; until: number }>(
  'names_held_for',
  'select name_key, until from name_claim where account_id = $1 and until > $2 order by until, name_key',
)

/** The folded names that are held for an account, the one that ends first at the beginning. */
export function namesHeldFor(
  db: Queries,
  accountId: string,
  now: number,
): Promise<{ name_key: string; until: number }[]> {
  return db.run(ofHolder, [accountId, now])
}

/** Returns the folded names held for each of several accounts. */
export function namesHeldForAll(
  db: Queries,
  accountIds: readonly string[],
  now: number,
): Promise<{ name_key: string; account_id: string; until: number }[]> {
  return db.run(ofHolders, [accountIds, now])
}

const ofHolders = reads<{ name_key: string; account_id: string; until: number }>(
  'names_held_for_all',
  `select name_key, account_id, until from name_claim
   where account_id = any_of($1) and until > $2 order by account_id, until, name_key`,
)

/** Whether a violated key is that of a name, an account's or another owner's. */
export const isNameKey = (key: string): boolean =>
  key === 'account.username_folded' || key === 'name_claim.name_key'
