import { sql } from 'kysely'
import { type Queries, reads } from '../engine/database.ts'
import { executes } from '../engine/queries.ts'
import type { GuessRow } from '../schema/rows/limits.ts'
import { guessKeys, keysOfAccount, reserveKey } from './guesses.ts'

/** The budgets that can refuse a sign-in. */
export type BudgetKind = 'addressAtLogin' | 'address' | 'login' | 'reserve' | 'codes'

const kinds: Readonly<Record<string, BudgetKind>> = {
  both: 'addressAtLogin',
  address: 'address',
  login: 'login',
  reserve: 'reserve',
  codes: 'codes',
}

interface StoredBudget extends GuessRow {
  kind: BudgetKind
  /** Undefined for a budget that all networks share. */
  network: string | undefined
}

/** Returns the budgets of an account's logins and codes, from all networks, and those of a network if one is given. */
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
  // A union rather than `or`, so that each part is a search in its own index.
  const rows = await ofAccount.union(ofNetwork).orderBy('key').execute()
  return rows.flatMap((row) => {
    const [prefix = '', ...parts] = row.key.split(':')
    const kind = kinds[prefix]
    if (kind === undefined) return []
    // The key ends with what the network guessed at. An IPv6 network contains colons itself.
    const from = kind === 'address' ? parts : parts.slice(0, -1)
    return [{ ...row, kind, network: from.join(':') || undefined }]
  })
}

/** Returns the last 32 characters of a key, which are indexed: the account's UUID, or the end of the login's digest. */
const endOfKey = (subject: string): string => subject.slice(-32)

/** Refills budgets by deleting their rows. */
export async function deleteBudgets(db: Queries, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  // In the order in which guesses lock the rows, so that the two can't deadlock.
  if (db.dialect === 'postgres') await db.run(lock, [keys])
  await remove(db, keys)
}

const lock = reads(
  'lock_guesses',
  'select key from guess where key = any_of($1) order by key collate "C" for update',
)

const remove = executes<[keys: readonly string[]]>(
  'delete_guesses',
  'delete from guess where key = any_of($1)',
)
