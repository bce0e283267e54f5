// Characters: the further players of an account (docs/decisions/0131-characters-are-accounts.md). What concerns several
// of them locks the account's row first, so that two such changes can't deadlock.
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsColumn, writesColumn } from '../engine/queries.ts'
import { changes } from '../engine/rows.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'

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

/**
 * The tables with what an account has, and a character has not. Tokens and grants end with its credentials, links to choose
 * a new password with the version of its secrets.
 */
const ofAccounts = [
  'change_undo',
  'deletion_part',
  'email_change',
  'factor_undo',
  'group_member',
  'known_device',
  'linked_identity',
  'oauth_artifact',
  'one_time_link',
  'passkey',
  'recovery_code',
  'used_totp_step',
] as const

const deletions = ofAccounts.map((table) =>
  executes<[accountId: string], Transaction>(
    `delete_of_joined_${table}`,
    `delete from ${table} where account_id = $1`,
  ),
)

const update = changes('account')

/** Makes an account whose credentials have ended a character of another one, and deletes what no character has. */
export async function becomeCharacter(
  tx: Transaction,
  id: string,
  { id: owner_id, language, group_names }: Pick<AccountRow, 'id' | 'language' | 'group_names'>,
): Promise<void> {
  for (const deleteRows of deletions) await deleteRows(tx, id)
  const email = { email: null, email_folded: null, email_confirmed: null }
  await update(tx, id, { ...email, owner_id, language, group_names, primary_id: null })
  await moveHolds(tx, id, owner_id)
}

const moveHolds = executes<[from: string, to: string], Transaction>(
  'move_name_holds',
  `update name_claim set account_id = $2 where account_id = $1 and until is not null`,
)

/**
 * Makes a character an account of its own, without a password or groups. Names that it was the last player of its
 * account to have are held for it from now on. Throws UniqueViolation if the email address is taken.
 */
export async function becomeAccount(
  tx: Transaction,
  { id, owner_id }: Pick<AccountRow, 'id' | 'owner_id'>,
  email: Pick<AccountRow, 'email' | 'email_folded'>,
): Promise<void> {
  if (owner_id === null) throw new Error('an account parts from nothing')
  await takeHolds(tx, owner_id, id)
  await update(tx, id, { ...email, owner_id: null, group_names: null })
  await dropPrimary(tx, owner_id, id)
}

const takeHolds = executes<[ownerId: string, id: string], Transaction>(
  'take_name_holds',
  `update name_claim set account_id = $2 where account_id = $1 and until is not null and $2 = (
     select player.id from username_history join account as player on player.id = username_history.account_id
     where lower(username_history.username) = name_key and (player.id = $1 or player.owner_id = $1)
     order by changed_at desc limit 1)`,
)
