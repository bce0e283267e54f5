import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsColumn } from '../engine/queries.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'

/** The columns of an account that its characters depend on. */
export type OwnerRow = Pick<
  AccountRow,
  'id' | 'language' | 'group_names' | 'deletes_at' | 'owner_id' | 'primary_id'
>

const owners = (name: string, locking: string) =>
  readsAll<OwnerRow, [ids: readonly string[]]>(
    name,
    `select id, language, group_names, deletes_at, owner_id, primary_id from account where id = any_of($1)
     order by id ${locking}`,
  )

const read = owners('owners_of_characters', '')
const locked = owners('lock_owners_of_characters', 'for no key update')

/** Locks the accounts that characters are added to, in the order of their ids, and returns those that exist. */
export const lockOwners = (tx: Transaction, ids: readonly string[]): Promise<OwnerRow[]> =>
  (tx.dialect === 'sqlite' ? read : locked)(tx, ids)

/** Returns how many characters each account has. Those without any are left out. */
export const countsOfCharacters = readsAll<
  { owner_id: string; characters: number },
  [ownerIds: readonly string[]]
>(
  'counts_of_characters',
  `select owner_id, cast(count(*) as integer) as characters from account where owner_id = any_of($1)
   group by owner_id`,
)

/** Makes each of the characters the primary player of its account. */
export const makeAllPrimary = executes<[characterIds: readonly string[]], Transaction>(
  'make_all_primary',
  `update account set primary_id = character.id from account as character
   where character.id = any_of($1) and account.id = character.owner_id`,
)

/** Returns the UUIDs of all characters of all accounts. */
export const idsOfCharacters = readsColumn<string>(
  'ids_of_characters',
  'select id from account where owner_id is not null order by id',
)

/** Returns these accounts and characters, in the order of their UUIDs. */
export const accountsByIds = readsAll<AccountRow, [ids: readonly string[]]>(
  'accounts_by_ids',
  'select * from account where id = any_of($1) order by id',
)

/** Returns the players among these that are the primary one of their account. */
export const primariesAmong = readsColumn<string, [ids: readonly string[], ownerIds: readonly string[]]>(
  'primaries_among',
  'select primary_id from account where id = any_of($2) and primary_id = any_of($1)',
)

/** Returns the usernames of some characters whose account is not there, or is a character itself: nobody can sign in. */
export const charactersWithoutAccount = readsColumn<string>(
  'characters_without_account',
  `select username from account where owner_id is not null and not exists
     (select 1 from account as owner where owner.id = account.owner_id and owner.owner_id is null)
   order by username_folded limit 5`,
)

/** Returns the usernames of some accounts whose primary player is not there, or is another account's. */
export const accountsOfForeignPrimary = readsColumn<string>(
  'accounts_of_foreign_primary',
  `select username from account where primary_id is not null and primary_id <> id and not exists
     (select 1 from account as character
       where character.id = account.primary_id and character.owner_id = account.id)
   order by username_folded limit 5`,
)
