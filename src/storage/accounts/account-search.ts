// Searching among a million accounts: docs/decisions/0047-account-search.md has the figures.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queries } from '../engine/database.ts'
import type { AccountRow, Schema } from '../schema/schema.ts'

/** What names and e-mail addresses are to have, folded: in them, or at their beginning. */
export interface WantedText {
  text: string
  isBeginning: boolean
}

export interface SearchedPage {
  wanted?: WantedText | undefined
  /** Only those that are suspended at this instant. */
  suspendedAt?: number | undefined
  /** The `place` of the account that the page begins behind; going backwards, of the one that it ends before. */
  from?: string | undefined
  isBackwards: boolean
  limit: number
}

/** An account and its place in the order of the pages: by number on SQLite, by id on PostgreSQL. */
export type SearchedRow = AccountRow & { place: string }

/** The trigram index tells nothing of less. */
export const minPartLength = 3

/** Whether there is an index of parts. PostgreSQL may not have let us make one: then only beginnings are searched. */
export async function findsParts(db: Queries): Promise<boolean> {
  if (db.dialect === 'sqlite') return true
  const found = sql<{ isThere: boolean }>`select to_regclass('account_by_part') is not null as "isThere"`
  return (await found.execute(db.query)).rows[0]?.isThere === true
}

/** In the order of their places, also when going backwards. */
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

/** Of a text that more have, as many as are shown are among so many; of one that less have, all can be sorted. */
const nearIds = 15_000

/**
 * The planner does not know how rare a text is where its trigrams go together, and would go through the ids for
 * too long, or sort too many. So a bounded number of ids is gone through, in an index that has names and
 * addresses, and all that have the text are looked for only where these were too few.
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
  // The order of an expression is in no index: the ids are not gone through again.
  return shown(behind.where(hasParts(wanted)).orderBy(sql`id || ''`, direction), page)
}

/** As the index of parts has them: to pg_trgm only letters and digits make trigrams. */
const likeLetters = (text: RawBuilder<unknown>) => sql`translate(${text}, '_.@-+', '00000')`

function hasParts({ text, isBeginning }: WantedText): RawBuilder<boolean> {
  const pattern = patternOf({ text: text.replaceAll(/[_.@+-]/g, '0'), isBeginning })
  const [username, email] = [likeLetters(sql.ref('username_folded')), likeLetters(sql.ref('email_folded'))]
  return sql<boolean>`(${username} like ${pattern} escape '!' or ${email} like ${pattern} escape '!')`
}

/** The index gives its rows in this order: as many are read as are shown, however many there are. */
function numbered({ query }: Queries, { wanted, suspendedAt, from, isBackwards }: SearchedPage): Query {
  // Few are suspended, and have an index of their own: the sign keeps SQLite from going through all numbers.
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
  return sql<boolean>`(username_folded like ${pattern} escape '!' or email_folded like ${pattern} escape '!')`
}

/** More would only cost time: what is found is looked at as a whole. */
const maxTrigrams = 24

/** Stands twice before each name and address in the index of SQLite, and in none of them. */
const beginning = '\u0002'

/** As the index has them, in the words of FTS5. */
function trigrams({ text, isBeginning }: WantedText): string {
  const characters = Array.from(isBeginning ? beginning.repeat(2) + text : text)
  const parts = characters.slice(2).map((_, at) => characters.slice(at, at + minPartLength).join(''))
  const quoted = [...new Set(parts)].slice(0, maxTrigrams).map((part) => `"${part.replaceAll('"', '""')}"`)
  return quoted.join(' AND ')
}
