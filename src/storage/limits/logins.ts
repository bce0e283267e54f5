import { first, type Queries, reads } from '../engine/database.ts'
import type { AccountRow, AppPasswordRow } from '../schema/schema.ts'
import { type GuessLevels, type GuessSource, guessLevels } from './guesses.ts'

/** An account, with the revision of the signing keys. */
export type CredentialsRow = AccountRow & { keys_revision: number }

/** The key by which a sign-in finds its account: a login, or the id from its first step. */
export interface LoginKey {
  column: 'username_folded' | 'email_folded' | 'id'
  value: string
}

/** The app password that was typed. */
export type TypedAppPassword = Pick<AppPasswordRow, 'id' | 'digest' | 'last_used_at'>

interface TypedColumns {
  typed_id: string | null
  typed_digest: string
  typed_used_at: number | null
}

const credentials = (name: string, column: LoginKey['column']) =>
  reads<(CredentialsRow | { id: null }) & GuessLevels & TypedColumns>(
    name,
    `select account.*, (select max(created_at) from signing_key) as keys_revision,
       ${guessLevels({ network: 'cast($2 as text)', login: 'cast($3 as text)' })},
       typed.id as typed_id, typed.digest as typed_digest, typed.last_used_at as typed_used_at
     from (select 1 as login) as asked left join account on account.${column} = $1
       left join app_password as typed on typed.account_id = account.id and typed.digest = any_of($4)`,
  )

const byColumn = {
  username_folded: credentials('credentials_by_username', 'username_folded'),
  email_folded: credentials('credentials_by_email', 'email_folded'),
  id: credentials('credentials_by_id', 'id'),
}

/**
 * Reads everything that a sign-in needs in one statement, which does the same work whether or not there is such an
 * account: the account, the levels of the budgets of guesses, and which of its app passwords has one of the digests.
 */
export async function credentialsByKey(
  db: Queries,
  key: LoginKey,
  { network, login }: GuessSource,
  appPasswordDigests: readonly string[] = [],
): Promise<{
  row: CredentialsRow | undefined
  levels: GuessLevels
  appPassword: TypedAppPassword | undefined
}> {
  const values = [key.value, network, login, appPasswordDigests]
  const found = await first(db, byColumn[key.column], values)
  if (!found) throw new Error('the query for a login returned no row')
  const { typed_id: id, typed_digest: digest, typed_used_at: last_used_at } = found
  return {
    row: found.id === null ? undefined : found,
    levels: found,
    appPassword: id === null ? undefined : { id, digest, last_used_at },
  }
}
