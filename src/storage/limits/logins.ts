import { first, type Queries, reads } from '../engine/database.ts'
import type { AccountRow } from '../schema/schema.ts'
import { type GuessLevels, type GuessSource, guessLevels } from './guesses.ts'

/** An account, with the revision of the signing keys. */
export type CredentialsRow = AccountRow & { keys_revision: number }

/** The key by which a sign-in finds its account: a login, or the id from its first step. */
export interface LoginKey {
  column: 'username_folded' | 'email_folded' | 'id'
  value: string
}

const credentials = (name: string, column: LoginKey['column']) =>
  reads<(CredentialsRow | { id: null }) & GuessLevels>(
    name,
    `select account.*, (select max(created_at) from signing_key) as keys_revision,
       ${guessLevels({ network: 'cast($2 as text)', login: 'cast($3 as text)' })}
     from (select 1 as login) as asked left join account on account.${column} = $1`,
  )

const byColumn = {
  username_folded: credentials('credentials_by_username', 'username_folded'),
  email_folded: credentials('credentials_by_email', 'email_folded'),
  id: credentials('credentials_by_id', 'id'),
}

/**
 * Reads everything that a sign-in needs in one statement, which does the same work whether or not there is such an
 * account: the account, and the levels of the budgets of guesses.
 */
export async function credentialsByKey(
  db: Queries,
  key: LoginKey,
  { network, login }: GuessSource,
): Promise<{ row: CredentialsRow | undefined; levels: GuessLevels }> {
  const found = await first(db, byColumn[key.column], [key.value, network, login])
  if (!found) throw new Error('the query for a login returned no row')
  return { row: found.id === null ? undefined : found, levels: found }
}
