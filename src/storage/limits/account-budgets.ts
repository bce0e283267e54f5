import { sql } from 'kysely'
import type { Queries } from '../engine/database.ts'
import type { GuessRow } from '../schema/schema.ts'
import { guessKeys, keysOfAccount, reserveKey } from './guesses.ts'

/** The budgets that refuse sign-ins. */
export type BudgetKind = 'addressAtLogin' | 'address' | 'login' | 'reserve' | 'codes'

const kinds: Readonly<Record<string, BudgetKind>> = {
  both: 'addressAtLogin',
  address: 'address',
  login: 'login',
  reserve: 'reserve',
  codes: 'codes',
}

export interface StoredBudget extends GuessRow {
  kind: BudgetKind
  /** Undefined for one that all networks share. */
  network: string | undefined
}

/** The budgets of an account's logins and codes, wherever the guesses came from; and a network's, where one is given. */
export async function budgetsOfAccount(
  db: Queries,
  { account, logins, network }: { account: string; logins: readonly string[]; network: string | undefined },
): Promise<StoredBudget[]> {
  const anywhere = '%'
  const { codes, codesOfAddress } = keysOfAccount(anywhere, { id: account, secrets_version: 0 })
  const ofLogins = logins.flatMap((login) => {
    const { addressAtLogin, login: ofLogin } = guessKeys({ network: anywhere, login })
    return [addressAtLogin, ofLogin, reserveKey(anywhere, login)]
  })
  const ofAccount = db.query
    .selectFrom('guess')
    .selectAll()
    .where(sql<string>`substr(key, length(key) - 31)`, 'in', [account, ...logins].map(endOfKey))
    .where((row) =>
      row.or([codes, codesOfAddress, ...ofLogins].map((pattern) => row('key', 'like', pattern))),
    )
  const { address } = guessKeys({ network: network ?? '', login: '' })
  const ofNetwork = db.query.selectFrom('guess').selectAll().where('key', '=', address)
  // A union, not `or`: each part is a search in its own index.
  const rows = await ofAccount.union(ofNetwork).orderBy('key').execute()
  return rows.flatMap((row) => {
    const [prefix = '', ...parts] = row.key.split(':')
    const kind = kinds[prefix]
    if (kind === undefined) return []
    // Behind the network stands what it guessed at; an IPv6 network has colons of its own.
    const from = kind === 'address' ? parts : parts.slice(0, -1)
    return [{ ...row, kind, network: from.join(':') || undefined }]
  })
}

/** Keys are indexed by their last 32 characters: the account's UUID, or the end of the login's digest. */
const endOfKey = (subject: string): string => subject.slice(-32)

/** Fills budgets. */
export async function deleteBudgets(db: Queries, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { query } = db
  if (db.dialect === 'postgres') {
    // In the order in which guesses lock them, so that neither waits for the other.
    const order = sql`key collate "C"`
    await query
      .selectFrom('guess')
      .select('key')
      .where('key', 'in', keys)
      .orderBy(order)
      .forUpdate()
      .execute()
  }
  await query.deleteFrom('guess').where('key', 'in', keys).execute()
}
