// Searches among a million accounts. docs/decisions/0047-account-search.md has the figures.
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../engine/database.ts'
import { hasTable } from '../engine/has-table.ts'
import { readsNumber } from '../engine/queries.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'

/** The folded text to search for in names and email addresses: anywhere in them, or at their beginning. */
export interface WantedText {
  text: string
  isBeginning: boolean
  /** True if email addresses are not searched. */
  isOfNames: boolean
}

/** The accounts that administrators look for most: few, each kind with an index of its own. */
export const accountStates = ['suspended', 'leaving', 'roles'] as const
export type AccountState = (typeof accountStates)[number]

interface SearchedPage {
  wanted?: WantedText | undefined
  /** Only accounts in this state. */
  state?: AccountState | undefined
  /** Only the characters of this account. */
  owner?: string | undefined
  now: number
  /** The account after which the page begins or, when going backwards, before which it ends. */
  from?: AccountPlace | undefined
  isBackwards: boolean
  limit: number
}

/** The place of an account in the order of the pages, the newest first. */
export interface AccountPlace {
  createdAt: number
  id: string
}

/** The trigram index can't find anything shorter. */
export const minPartLength = 3

/** Returns true if there is an index of parts. Without one (PostgreSQL may forbid it), only beginnings are searched. */
export const findsParts = async (db: Queries): Promise<boolean> =>
  db.dialect === 'sqlite' || hasTable(db, 'account_by_part')

/** Returns the accounts from the newest to the oldest, even when going backwards. */
export async function searchedAccounts(db: Queries, page: SearchedPage): Promise<AccountRow[]> {
  const { query } = db
  const { wanted, state, owner, from, isBackwards, limit } = page
  const direction = isBackwards ? ('asc' as const) : ('desc' as const)
  const all = query.selectFrom('account').selectAll('account')
  const behind = from
    ? all.where(
        sql<boolean>`(created_at, id) ${sql.raw(isBackwards ? '>' : '<')} (${from.createdAt}, ${from.id})`,
      )
    : all
  const inOrder = (found: typeof all) => found.orderBy('created_at', direction).orderBy('id', direction)
  // No index has the order of an expression, so the few that are found are sorted, and no others are scanned.
  const sorted = (found: typeof all) =>
    found
      .orderBy(sql`created_at + 0 ${sql.raw(direction)}`)
      .orderBy('id', direction)
      .limit(limit)
  const newestFirst = (rows: AccountRow[]) => (isBackwards ? rows.toReversed() : rows)

  if (state !== undefined || owner !== undefined) {
    const ofOwner = owner === undefined ? behind : behind.where('owner_id', '=', owner)
    const few = state === undefined ? ofOwner : ofOwner.where(inState(state, page.now))
    return newestFirst(await sorted(wanted ? few.where(has(wanted)) : few).execute())
  }
  if (!wanted) return newestFirst(await inOrder(behind).limit(limit).execute())
  const near = inOrder(behind)
    .clearSelect()
    .select(['id', 'created_at', 'username_folded', 'email_folded'])
    .limit(nearest[db.dialect])
    .as('near')
  const first = query
    .selectFrom(near)
    .select('id')
    .where(has(wanted))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
  const rows = await inOrder(all.where('id', 'in', first)).execute()
  if (rows.length === limit) return newestFirst(rows)
  const parts = db.dialect === 'sqlite' ? hasTrigrams(wanted) : hasParts(wanted)
  return newestFirst(await sorted(behind.where(parts).where(has(wanted))).execute())
}

/**
 * If a text is more frequent than this, a page of accounts that contain it is found among that many of the newest. If it
 * is less frequent, all of them can be sorted. PostgreSQL has names and addresses in the index of this order.
 */
const nearest = { postgres: 15_000, sqlite: 2000 }

/** Counts the accounts without their characters, up to a limit. */
export const countAccounts = readsNumber<[limit: number]>(
  'count_accounts',
  'select count(*) from (select 1 as one from account where owner_id is null limit $1) as counted',
)

function inState(state: AccountState, now: number): RawBuilder<boolean> {
  if (state === 'leaving') return sql`deletes_at is not null`
  if (state === 'roles') return sql`roles is not null`
  // A player is suspended with its account, too.
  const itself = (row: string) => isSuspended(row, now)
  return sql`id in (select id from account as itself where ${itself('itself')}
    union all select player.id from account as owner join account as player on player.owner_id = owner.id
    where ${itself('owner')})`
}

/** The condition for a suspended row of account, which has this alias, at an instant. */
export function isSuspended(alias: string, now: number): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(${column('suspended_at')} is not null
    and (${column('suspended_until')} is null or ${column('suspended_until')} > ${now}))`
}

/** Replaces characters as the index of parts does, because pg_trgm makes trigrams of letters and digits only. */
const likeLetters = (text: RawBuilder<unknown>) => sql`translate(${text}, '_.@-+', '00000')`

function hasParts({ text, ...how }: WantedText): RawBuilder<boolean> {
  const pattern = patternOf({ ...how, text: text.replaceAll(/[_.@+-]/g, '0') })
  const [username, email] = [likeLetters(sql.ref('username_folded')), likeLetters(sql.ref('email_folded'))]
  return sql<boolean>`(${username} like ${pattern} escape '!' or ${email} like ${pattern} escape '!')`
}

const hasTrigrams = (wanted: WantedText): RawBuilder<boolean> =>
  sql<boolean>`id in (select account_id from account_number where number in
    (select rowid from account_trigram where account_trigram match ${trigrams(wanted)}))`

const patternOf = ({ text, isBeginning }: WantedText): string =>
  `${isBeginning ? '' : '%'}${text.replaceAll(/[!%_]/g, '!$&')}%`

function has(wanted: WantedText): RawBuilder<boolean> {
  const pattern = patternOf(wanted)
  const isNamed = sql<boolean>`username_folded like ${pattern} escape '!'`
  return wanted.isOfNames ? isNamed : sql<boolean>`(${isNamed} or email_folded like ${pattern} escape '!')`
}

/** More trigrams would only cost time, because the accounts that are found are compared with the whole text. */
const maxTrigrams = 24

/** Precedes each name and address twice in SQLite's index, and occurs in none of them. */
const beginning = '\u0002'

/** Returns the query in the syntax of FTS5, with trigrams as in the index. */
function trigrams({ text, isBeginning }: WantedText): string {
  return matching(trigramsOf(isBeginning ? beginning.repeat(2) + text : text))
}

/** Returns up to 24 different trigrams of a text. */
export function trigramsOf(text: string): string[] {
  const characters = Array.from(text)
  const parts = characters.slice(2).map((_, at) => characters.slice(at, at + minPartLength).join(''))
  return [...new Set(parts)].slice(0, maxTrigrams)
}

/** Returns the query in the syntax of FTS5 for texts that have all of these trigrams. */
export const matching = (parts: readonly string[]): string =>
  parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ')
