// Searches among a million accounts. docs/decisions/0047-account-search.md has the figures.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queries } from '../engine/database.ts'
import type { AccountRow, Schema } from '../schema/schema.ts'

/** The folded text to search for in names and email addresses: anywhere in them, or at their beginning. */
export interface WantedText {
  text: string
  isBeginning: boolean
  /** True if email addresses are not searched. */
  isOfNames: boolean
}

interface SearchedPage {
  wanted?: WantedText | undefined
  /** Only accounts that are suspended at this instant. */
  suspendedAt?: number | undefined
  /** The `place` of the account after which the page begins or, when going backwards, before which it ends. */
  from?: string | undefined
  isBackwards: boolean
  limit: number
}

/** An account and its place in the order of the pages, which is a number on SQLite and the id on PostgreSQL. */
type SearchedRow = AccountRow & { place: string }

/** The trigram index can't find anything shorter. */
export const minPartLength = 3

/** Returns true if there is an index of parts. Without one (PostgreSQL may forbid it), only beginnings are searched. */
export async function findsParts(db: Queries): Promise<boolean> {
  if (db.dialect === 'sqlite') return true
  const found = sql<{ isThere: boolean }>`select to_regclass('account_by_part') is not null as "isThere"`
  return (await found.execute(db.query)).rows[0]?.isThere === true
}

/** Returns the accounts in the order of their places, even when going backwards. */
export async function searchedAccounts(db: Queries, page: SearchedPage): Promise<SearchedRow[]> {
  const rows = db.dialect === 'sqlite' ? await shown(numbered(db, page), page) : await inOrderOfIds(db, page)
  return page.isBackwards ? rows.toReversed() : rows
}

type Query = SelectQueryBuilder<Schema, 'account', SearchedRow>

function shown(found: Query, { wanted, suspendedAt, limit }: SearchedPage): Promise<SearchedRow[]> {
  let query = wanted ? found.where(has(wanted)) : found
  if (suspendedAt !== undefined) {
    query = query
      .where('suspended_at', 'is not', null)
      .where((row) => row.or([row('suspended_until', 'is', null), row('suspended_until', '>', suspendedAt)]))
  }
  return query.limit(limit).execute()
}

/**
 * If a text is more frequent than this, a page of accounts that contain it is found among that many ids. If it is less
 * frequent, all of them can be sorted.
 */
const nearIds = 15_000

/**
 * The planner does not know how rare a text is whose trigrams occur together, and would scan the ids for too long or
 * sort too many rows. So a limited number of ids is scanned, in an index that contains names and addresses, and only if
 * they are not enough, all accounts that contain the text are looked up.
 */
async function inOrderOfIds({ query }: Queries, page: SearchedPage): Promise<SearchedRow[]> {
  const { wanted, suspendedAt, from, isBackwards, limit } = page
  const direction = isBackwards ? 'desc' : 'asc'
  const all = query.selectFrom('account').selectAll('account').select('id as place')
  const behind = from === undefined ? all : all.where('id', isBackwards ? '<' : '>', from)
  if (!wanted || suspendedAt !== undefined) return shown(behind.orderBy('id', direction), page)
  const near = behind
    .clearSelect()
    .select(['id', 'username_folded', 'email_folded'])
    .orderBy('id', direction)
    .limit(nearIds)
    .as('near')
  const first = query.selectFrom(near).select('id').where(has(wanted)).orderBy('id', direction).limit(limit)
  const rows = await all.where('id', 'in', first).orderBy('id', direction).execute()
  if (rows.length === limit) return rows
  // No index has the order of an expression, so the ids are not scanned again.
  return shown(behind.where(hasParts(wanted)).orderBy(sql`id || ''`, direction), page)
}

/** Replaces characters as the index of parts does, because pg_trgm makes trigrams of letters and digits only. */
const likeLetters = (text: RawBuilder<unknown>) => sql`translate(${text}, '_.@-+', '00000')`

function hasParts({ text, ...how }: WantedText): RawBuilder<boolean> {
  const pattern = patternOf({ ...how, text: text.replaceAll(/[_.@+-]/g, '0') })
  const [username, email] = [likeLetters(sql.ref('username_folded')), likeLetters(sql.ref('email_folded'))]
  return sql<boolean>`(${username} like ${pattern} escape '!' or ${email} like ${pattern} escape '!')`
}

/** The index returns its rows in this order, so no more are read than are shown, however many there are. */
function numbered({ query }: Queries, { wanted, suspendedAt, from, isBackwards }: SearchedPage): Query {
  // Few accounts are suspended, and those have an index of their own. The unary plus keeps SQLite from scanning all
  // numbers.
  const isOfFew = suspendedAt !== undefined
  const number = isOfFew ? sql`+number` : sql.ref(wanted ? 'account_trigram.rowid' : 'number')
  const direction = sql.raw(isBackwards ? 'desc' : 'asc')
  let all = query
    .selectFrom('account')
    .innerJoin(sql<{ account_id: string }>`account_number`.as('numbered'), 'account_id', 'id')
    .selectAll('account')
    .select(sql<string>`cast(number as text)`.as('place'))
    .orderBy(sql`${number} ${direction}`)
  if (wanted && !isOfFew) {
    all = all
      .innerJoin(sql<object>`account_trigram`.as('account_trigram'), (join) =>
        join.on(sql<boolean>`account_trigram.rowid = number`),
      )
      .where(sql<boolean>`account_trigram match ${trigrams(wanted)}`)
  }
  if (from !== undefined) {
    all = all.where(
      sql<boolean>`${number} ${sql.raw(isBackwards ? '<' : '>')} ${/^\d{1,15}$/.test(from) ? Number(from) : 0}`,
    )
  }
  return all
}

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
  const characters = Array.from(isBeginning ? beginning.repeat(2) + text : text)
  const parts = characters.slice(2).map((_, at) => characters.slice(at, at + minPartLength).join(''))
  const quoted = [...new Set(parts)].slice(0, maxTrigrams).map((part) => `"${part.replaceAll('"', '""')}"`)
  return quoted.join(' AND ')
}
