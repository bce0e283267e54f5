import { type Queries, reads, type Transaction } from './database.ts'
import type { AccountRow, UsernameHistoryRow } from './schema.ts'

/** Whatever holds one of the keys of an account that is to come. */
export type HolderRow = Pick<AccountRow, 'id' | 'username' | 'username_folded' | 'email' | 'email_folded'>

const columns = 'id, username, username_folded, email, email_folded'

// A union, not `or`: each part is a search in its own index.
const holders = reads<HolderRow>(
  'account_holders',
  `select ${columns} from account where id = any_of($1)
   union select ${columns} from account where username_folded = any_of($2)
   union select ${columns} from account where email_folded = any_of($3)`,
)

export function holdersOf(
  db: Queries,
  keys: { ids: readonly string[]; usernames: readonly string[]; emails: readonly string[] },
): Promise<HolderRow[]> {
  return db.run(holders, [keys.ids, keys.usernames, keys.emails])
}

/** More parameters than this a statement of SQLite can't have. */
const parameterLimit = 32_766

/**
 * Adds accounts with their names and tells the ids of those added: the others have an id, a username or an
 * e-mail address that is taken, among them perhaps.
 */
export async function insertAccounts(
  tx: Transaction,
  rows: readonly AccountRow[],
  names: readonly UsernameHistoryRow[],
): Promise<Set<string>> {
  const added = await tx.query
    .insertInto('account')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const ids = new Set(added.map(({ id }) => id))
  const taken = names.filter(({ account_id }) => ids.has(account_id))
  const perStatement = Math.floor(parameterLimit / 3)
  for (let start = 0; start < taken.length; start += perStatement) {
    await tx.query
      .insertInto('username_history')
      .values(taken.slice(start, start + perStatement))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return ids
}
