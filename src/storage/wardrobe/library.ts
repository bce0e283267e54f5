// Searches what is shared, among 100,000. docs/decisions/0149-library.md has the figures.
import { type RawBuilder, sql } from 'kysely'
import type { Look } from '../../model/game/shared-texture.ts'
import { matching, trigramsOf } from '../accounts/account-search.ts'
import type { Queries } from '../engine/database.ts'
import { readsAll, readsValue } from '../engine/queries.ts'
import type { SharedTextureRow } from '../schema/rows/wardrobe.ts'

/** The order of a page: by the time of publication, or by the number of wearers. The greatest come first. */
export type LibraryOrder = 'listed_at' | 'worn'

/** The place of a texture in that order. */
export interface LibraryPlace {
  number: number
  id: string
}

interface LibraryPage {
  /** Folded: a part of a name. */
  text?: string | undefined
  /** A player whose textures are found as well, whatever their names. */
  named?: string | undefined
  /** Only what this player shares. */
  player?: string | undefined
  look?: Look | undefined
  order: LibraryOrder
  /** The texture after which the page begins. */
  from?: LibraryPlace | undefined
  limit: number
}

/** The trigram index can't find anything shorter. */
const minPartLength = 3

/**
 * A text that is more frequent than one in some hundred names is found among this many that come first. What is found by
 * the index can then be sorted.
 */
const nearest = 2000

/** A text that is too short for the index is looked for among so many that come first. */
const nearestToShort = 10_000

/** At most this many hits of SQLite's index are read. Only a text that very many older names share has more. */
const mostHits = 5000

/** Rows that one turn of the event loop reads, and hits of that index. */
const step = 250
const hitsOfStep = 50

/** Returns what is published, also that of suspended accounts and what was taken down: `shownOf` tells. */
export async function libraryPage(db: Queries, page: LibraryPage): Promise<SharedTextureRow[]> {
  const { query } = db
  const { text, named, player, order, limit } = page
  const all = query.selectFrom('shared_texture').selectAll().where(isPublished)
  const column = sql.ref(order)
  const inOrder = (found: typeof all) => found.orderBy(order, 'desc').orderBy('id', 'desc')
  const behind = restricted(all, { look: sql.ref('look'), order: column, id: sql.ref('id') }, page)
  // No index has the value of an expression, so what an index of names or players has found is sorted, and nothing is scanned.
  const few = restricted(all, { look: sql`look || ''`, order: sql`${column} + 0`, id: sql`id || ''` }, page)
  const sorted = (found: typeof all) =>
    found.orderBy(sql`${column} + 0 desc`).orderBy('id', 'desc').limit(limit).execute()

  if (player !== undefined) {
    const own = few.where('player_id', '=', player)
    return sorted(text === undefined ? own : own.where(has(db, text)))
  }
  if (text === undefined) return inOrder(behind).limit(limit).execute()
  const isShort = Array.from(text).length < minPartLength
  const isFound =
    named === undefined ? has(db, text) : sql<boolean>`(${has(db, text)} or player_id = ${named})`
  const most = isShort ? nearestToShort : nearest
  const first =
    db.dialect === 'sqlite'
      ? await foundInSteps(db, page, most, isFound)
      : await query
          .selectFrom(inOrder(behind).limit(most).as('near'))
          .selectAll()
          .where(isFound)
          .orderBy(order, 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
  if (first.length === limit) return first
  const parts = isShort
    ? first
    : db.dialect === 'sqlite'
      ? await foundByTrigrams(db, page, text, (isHit) => sorted(few.where(isHit).where(has(db, text))))
      : await sorted(few.where(hasParts(text)).where(has(db, text)))
  const own = named === undefined ? [] : await sorted(few.where('player_id', '=', named))
  return firstOf([...parts, ...own], page)
}

/** Returns the rows of a page, each once and in its order. */
function firstOf(rows: readonly SharedTextureRow[], { order, limit }: LibraryPage): SharedTextureRow[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return [...found.values()]
    .sort((a, b) => (b[order] ?? 0) - (a[order] ?? 0) || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

/** Returns the first that are found, among so many. Each step has a turn of its own: reads of SQLite are on the event loop. */
async function foundInSteps(
  { query }: Queries,
  { look, order, from, limit }: LibraryPage,
  most: number,
  isFound: RawBuilder<boolean>,
): Promise<SharedTextureRow[]> {
  const column = sql.ref(order)
  const ofLook = look === undefined ? sql`` : sql`look = ${look} and`
  const found: SharedTextureRow[] = []
  let [number, id] = from ? [from.number, from.id] : [Number.MAX_SAFE_INTEGER, '']
  for (let read = 0; read < most && found.length < limit; read += step) {
    const behind = sql`from shared_texture where ${isPublished} and ${ofLook} (${column}, id) < (${number}, ${id})
      order by ${column} desc, id desc`
    const [rows, [last]] = await Promise.all([
      query
        .selectFrom(sql<SharedTextureRow>`(select * ${behind} limit ${step})`.as('near'))
        .selectAll()
        .where(isFound)
        .orderBy(order, 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
      query
        .selectFrom(
          sql<LibraryPlace>`(select ${column} as number, id ${behind} limit 1 offset ${step - 1})`.as('last'),
        )
        .selectAll()
        .execute(),
    ])
    found.push(...rows)
    if (!last) break
    ;[number, id] = [last.number, last.id]
  }
  return found.slice(0, limit)
}

/** Returns the first of those that the index has. Its hits are read step by step; `read` finds the rows of each step. */
async function foundByTrigrams(
  { query }: Queries,
  page: LibraryPage,
  text: string,
  read: (isHit: RawBuilder<boolean>) => Promise<SharedTextureRow[]>,
): Promise<SharedTextureRow[]> {
  // To find those with all trigrams takes several times as long, and the name is read anyway.
  const all = trigramsOf(text)
  const some = [0, all.length >> 1, all.length - 1].map((at) => all[at] ?? '')
  const match = matching([...new Set(some)])
  let found: SharedTextureRow[] = []
  for (let [seen, after] = [0, 0]; seen < mostHits; ) {
    const hits = await query
      .selectFrom(
        sql<{ number: number }>`(select rowid as number from shared_texture_trigram
          where shared_texture_trigram match ${match} and rowid > ${after} limit ${hitsOfStep})`.as('hit'),
      )
      .selectAll()
      .execute()
    const numbers = JSON.stringify(hits.map(({ number }) => number))
    const rows = await read(
      sql`id in (select shared_id from shared_texture_number where number in (select value from json_each(${numbers})))`,
    )
    found = firstOf([...found, ...rows], page)
    const last = hits.at(-1)
    if (!last || hits.length < hitsOfStep) break
    seen += hits.length
    after = last.number
  }
  return found
}

/** Restricts a query to a kind and to what comes after a texture. */
function restricted<Query extends { where(condition: RawBuilder<boolean>): Query }>(
  all: Query,
  columns: Record<'look' | 'order' | 'id', RawBuilder<unknown>>,
  { look, from }: LibraryPage,
): Query {
  const ofLook = look === undefined ? all : all.where(sql<boolean>`${columns.look} = ${look}`)
  return from
    ? ofLook.where(sql<boolean>`(${columns.order}, ${columns.id}) < (${from.number}, ${from.id})`)
    : ofLook
}

// Literally, so that both databases use the indexes of what is published.
const isPublished = sql<boolean>`state = 'published'`

const has = ({ dialect }: Queries, text: string): RawBuilder<boolean> =>
  dialect === 'sqlite'
    ? sql<boolean>`instr(name_folded, ${text}) > 0`
    : sql<boolean>`strpos(name_folded, ${text}) > 0`

const hasParts = (text: string): RawBuilder<boolean> =>
  sql<boolean>`trigrams_of(name_folded) @> array[${sql.join(trigramsOf(text))}]::text[]`

/** A player whose textures are shown, with the name that it has now. */
export interface SharerRow {
  id: string
  username: string
}

const isThere = (row: string) => `${row}.deletes_at is null and not (${row}.suspended_at is not null
  and (${row}.suspended_until is null or ${row}.suspended_until > $2))`

/** Returns those of these players whose textures are shown: neither they nor their accounts are suspended or leave. */
export const sharersShown = readsAll<SharerRow, [ids: readonly string[], now: number]>(
  'sharers_shown',
  `select player.id, player.username from account as player left join account as owner on owner.id = player.owner_id
   where player.id = any_of($1) and ${isThere('player')} and (owner.id is null or (${isThere('owner')}))`,
)

/** Returns the UUID of the player with this name, folded. */
export const playerNamed = readsValue<string, [usernameFolded: string]>(
  'player_named',
  'select id from account where username_folded = $1',
)
