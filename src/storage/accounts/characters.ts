// Characters: the further players of an account (docs/decisions/0131-characters-are-accounts.md). What concerns several
// of them locks the account's row first, so that two such changes can't deadlock.
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsColumn, writesColumn } from '../engine/queries.ts'
import type { AccountRow } from '../schema/schema.ts'

/** The UUID of the account that signs in a player, by the player's row in the statement. */
export const accountOf = (player: string): string => `coalesce(${player}.owner_id, ${player}.id)`

/** The UUID of the account that signs in the player with a UUID. */
export const accountOfPlayer = (id: string): string =>
  `(select ${accountOf('player')} from account as player where player.id = ${id})`

/** The condition that a player, whose row the statement reads, is the primary one of the account. */
export const isPrimary = (player: string): string =>
  `case when ${player}.owner_id is null then coalesce(${player}.primary_id, ${player}.id)
     else (select its.primary_id from account as its where its.id = ${player}.owner_id) end = ${player}.id`

/** Returns the UUIDs of all players of these accounts. */
export const playersOfAccounts = readsColumn<string, [accountIds: readonly string[]]>(
  'players_of_accounts',
  `select id from account where id = any_of($1)
   union all select id from account where owner_id = any_of($1)`,
)

/** Returns the characters of an account, in the order of their UUIDs. */
export const charactersOf = readsAll<AccountRow, [ownerId: string]>(
  'characters_of_account',
  'select * from account where owner_id = $1 order by id',
)

type Relative = Pick<
  AccountRow,
  'id' | 'username' | 'owner_id' | 'primary_id' | 'suspended_at' | 'suspended_until'
>

const relativeColumns = 'id, username, owner_id, primary_id, suspended_at, suspended_until'

/** Returns several accounts and all their characters, in the order of their UUIDs. */
export const familiesOf = readsAll<Relative, [ownerIds: readonly string[]]>(
  'families_of_accounts',
  `select ${relativeColumns} from account where id = any_of($1)
   union all select ${relativeColumns} from account where owner_id = any_of($1) order by id`,
)

/** Ends every credential of all characters of an account, and returns their UUIDs. */
export const raiseVersionsOfCharacters = writesColumn<string, [ownerId: string]>(
  'raise_versions_of_characters',
  'update account set credentials_version = credentials_version + 1 where owner_id = $1 returning id',
)

/** Schedules the deletion of the characters of an account, but for those that wait for theirs already. */
export const deleteCharactersLater = executes<[ownerId: string, deletesAt: number], Transaction>(
  'delete_characters_later',
  'update account set deletes_at = $2 where owner_id = $1 and deletes_at is null',
)

/** Cancels the deletion of those characters that were to go with their account. */
export const keepCharacters = executes<[ownerId: string, deletesAt: number], Transaction>(
  'keep_characters',
  'update account set deletes_at = null where owner_id = $1 and deletes_at = $2',
)

/** Makes the account's own player the primary one, if this character is. */
export const dropPrimary = executes<[ownerId: string, characterId: string], Transaction>(
  'drop_primary',
  'update account set primary_id = null where id = $1 and primary_id = $2',
)

/** Makes a character the primary player of an account, or the account's own player with null. */
export const setPrimary = executes<[ownerId: string, primaryId: string | null], Transaction>(
  'set_primary',
  'update account set primary_id = $2 where id = $1',
)
