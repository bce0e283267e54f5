import { first, type Transaction, writes } from '../engine/database.ts'
import { executes, readsAll, readsFirst } from '../engine/queries.ts'
import type { NameClaimRow } from '../schema/rows/accounts.ts'

/** Returns the owner of a folded name. A hold may have ended. */
export const nameClaim = readsFirst<NameClaimRow, [key: string]>(
  'name_claim',
  'select * from name_claim where name_key = $1',
)

const insertHold = writes(
  'hold_name',
  `insert into name_claim (name_key, kind, account_id, until) values ($1, 'held', $2, $3)
   on conflict (name_key) do nothing`,
)

/** Holds a folded name for an account, which may be a deleted one. Does nothing if the name has an owner. */
export async function insertNameHold(
  tx: Transaction,
  { key, accountId, until }: { key: string; accountId: string; until: number },
): Promise<void> {
  await tx.run(insertHold, [key, accountId, until])
}

// With a condition on `until` only, PostgreSQL might scan all held names.
/** Frees those of the folded names whose hold has ended. */
export const deleteEndedHolds = executes<[keys: readonly string[], now: number]>(
  'delete_ended_holds',
  'delete from name_claim where name_key = any_of($1) and coalesce(until, cast($2 as bigint) + 1) <= $2',
)

/** Returns the owners of the folded names that have one. Holds may have ended. */
export const nameClaims = readsAll<NameClaimRow, [keys: readonly string[]]>(
  'name_claims',
  'select * from name_claim where name_key = any_of($1)',
)

const release = writes<{ account_id: string }>(
  'release_name',
  'delete from name_claim where name_key = $1 and until > $2 and account_id is not null returning account_id',
)

/** Ends the hold of a folded name and returns the account for which it was held, or undefined if it was not held. */
export async function deleteNameHold(tx: Transaction, key: string, now: number): Promise<string | undefined> {
  return (await first(tx, release, [key, now]))?.account_id
}

/** Returns the folded names that are held for an account, sorted by the end of the hold. */
export const namesHeldFor = readsAll<{ name_key: string; until: number }, [accountId: string, now: number]>(
  'names_held_for',
  'select name_key, until from name_claim where account_id = $1 and until > $2 order by until, name_key',
)

/** Returns the folded names held for each of several accounts. */
export const namesHeldForAll = readsAll<
  { name_key: string; account_id: string; until: number },
  [accountIds: readonly string[], now: number]
>(
  'names_held_for_all',
  `select name_key, account_id, until from name_claim
   where account_id = any_of($1) and until > $2 order by account_id, until, name_key`,
)

/** Returns true if a violated key is that of a name. */
export const isNameKey = (key: string): boolean =>
  key === 'account.username_folded' || key === 'name_claim.name_key'
