import { first, type Queries, reads } from '../engine/database.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import type { AppPasswordRow } from '../schema/rows/credentials.ts'
import { type GuessLevels, type GuessSource, guessLevels } from './guesses.ts'

/** An account, with the revision of the signing keys. */
export type CredentialsRow = AccountRow & { keys_revision: number }

/** The columns that a character has of its own. */
const ownColumns = [
  'id',
  'username',
  'username_folded',
  'credentials_version',
  'skin_hash',
  'skin_model',
  'cape_hash',
  'hidden_cape',
  'suspended_at',
  'suspended_until',
  'suspension_reason',
  'suspended_by',
  'created_at',
  'deletes_at',
  'owner_id',
] as const satisfies (keyof AccountRow)[]

/** The columns of a character that belong to its account. */
const noColumns = {
  email: null,
  email_folded: null,
  email_confirmed: null,
  roles: null,
  primary_id: null,
}

type PlayerColumns = {
  [Column in (typeof ownColumns)[number] as `player_${Column}`]: AccountRow[Column] | null
}

/** The key by which a sign-in finds its account: a login, or the id from its first step. */
export interface LoginKey {
  column: 'username_folded' | 'email_folded' | 'id'
  value: string
}

/** The app password that was typed. */
export type TypedAppPassword = Pick<AppPasswordRow, 'id' | 'player_id' | 'digest' | 'last_used_at'>

interface TypedColumns {
  typed_id: string | null
  typed_player: string | null
  typed_digest: string
  typed_used_at: number | null
}

/** A username names a player, whose account proves it. The others name an account, and its primary player. */
const playerAndAccount: Readonly<Record<LoginKey['column'], string>> = {
  username_folded: `left join account as player on player.username_folded = $1
    left join account on account.id = coalesce(player.owner_id, player.id)`,
  email_folded: `left join account on account.email_folded = $1
    left join account as player on player.id = coalesce(account.primary_id, account.id)`,
  id: `left join account on account.id = $1
    left join account as player on player.id = coalesce(account.primary_id, account.id)`,
}

const credentials = (name: string, column: LoginKey['column']) =>
  reads<((CredentialsRow & PlayerColumns) | { id: null }) & GuessLevels & TypedColumns>(
    name,
    `select account.*, (select max(created_at) from signing_key) as keys_revision,
       ${guessLevels({ network: 'cast($2 as text)', login: 'cast($3 as text)' })},
       typed.id as typed_id, typed.player_id as typed_player, typed.digest as typed_digest, typed.last_used_at as typed_used_at,
       ${ownColumns.map((own) => `player.${own} as player_${own}`).join(', ')}
     from (select 1 as login) as asked ${playerAndAccount[column]}
       left join app_password as typed on typed.account_id = account.id and typed.digest = any_of($4)`,
  )

const byColumn = {
  username_folded: credentials('credentials_by_username', 'username_folded'),
  email_folded: credentials('credentials_by_email', 'email_folded'),
  id: credentials('credentials_by_id', 'id'),
}

/**
 * Reads everything that a sign-in needs in one statement, which does the same work whether or not there is such an
 * account: the account that proves the player, the player that the login names, the levels of the budgets of guesses, and
 * which of the account's app passwords has one of the digests. The player is the account's own one or a character.
 */
export async function credentialsByKey(
  db: Queries,
  key: LoginKey,
  { network, login }: GuessSource,
  appPasswordDigests: readonly string[] = [],
): Promise<{
  row: CredentialsRow | undefined
  player: AccountRow | undefined
  levels: GuessLevels
  appPassword: TypedAppPassword | undefined
}> {
  const values = [key.value, network, login, appPasswordDigests]
  const found = await first(db, byColumn[key.column], values)
  if (!found) throw new Error('the query for a login returned no row')
  const { typed_id: id, typed_player: player_id, typed_digest: digest, typed_used_at: last_used_at } = found
  return {
    row: found.id === null ? undefined : found,
    player: found.id === null ? undefined : playerOf(found),
    levels: found,
    appPassword: id === null ? undefined : { id, player_id, digest, last_used_at },
  }
}

function playerOf(found: CredentialsRow & PlayerColumns): AccountRow {
  // A primary character that is gone leaves the account's own player.
  if (found.player_id === found.id || found.player_id === null) return found
  const own = ownColumns.map((column) => [column, found[`player_${column}`]])
  return { ...found, ...noColumns, ...(Object.fromEntries(own) as Partial<AccountRow>) }
}
