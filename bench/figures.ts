// A year of figures, and the accounts of a large community, for the pages of administration.
import { sql } from 'kysely'
import { dayMs, hourMs } from '../src/lib/measure/units.ts'
import { openDatabase } from '../src/storage/engine/open.ts'
import { inserts } from '../src/storage/engine/rows.ts'
import { addToDays } from '../src/storage/records/day-counts.ts'
import { addToHours } from '../src/storage/records/hour-counts.ts'

/** The game servers with joins of each day, as many as a page compares. */
const servers = 30
/** A year is compared with the one before. */
const days = 2 * 52 * 7
const hours = 28 * 24
const refusals = 8
const rowsAtOnce = 800

const serverName = (index: number) => `server-${index}`

/** A game server whose joins the figures have. */
export const figuresServer = serverName(0)

/** Fills a database that the service has migrated, and adds as many accounts. */
export async function fillFigures(databaseUrl: string, accounts: number): Promise<void> {
  await using db = await openDatabase(databaseUrl)
  const now = Date.now()
  const [today, hour] = [now - (now % dayMs), now - (now % hourMs)]
  const names = ['', ...Array.from({ length: servers }, (_, index) => serverName(index))]
  const addServers = inserts('game_server')
  await db.unbounded.transaction((tx) =>
    addServers(
      tx,
      ...names.slice(1).map((name, index) => ({
        id: `${index}`.padStart(32, '0'),
        name,
        title: `Game server ${index}`,
        characters: 'all' as const,
        links: 'admit' as const,
        tells_groups: 0 as const,
        tells_source: 0 as const,
        created_at: now,
        last_asked_at: now,
      })),
    ),
  )
  const ofDays = Array.from({ length: days }, (_, before) => today - before * dayMs).flatMap((at, before) => [
    ...names.map((server, index) => ({
      figure: 'joins' as const,
      server,
      at,
      count: 1 + ((before * 37 + index * 11) % 900),
    })),
    { figure: 'accounts' as const, server: '', at, count: before % 40 },
  ])
  for (let from = 0; from < ofDays.length; from += rowsAtOnce)
    await addToDays(db.unbounded, ofDays.slice(from, from + rowsAtOnce))
  const ofHours = Array.from({ length: hours }, (_, before) => hour - before * hourMs).flatMap((at, before) =>
    ['ok', ...Array.from({ length: before < 24 ? refusals : 0 }, (_, index) => `refusal_${index}`)].map(
      (outcome) => ({ at, step: 'hasJoined', outcome, count: 1 + ((before * 13) % 80) }),
    ),
  )
  for (let from = 0; from < ofHours.length; from += rowsAtOnce)
    await addToHours(db.unbounded, ofHours.slice(from, from + rowsAtOnce))
  await addAccounts(db, accounts, now)
}

/** Without the index for searching, which no page here uses. */
async function addAccounts(
  db: Awaited<ReturnType<typeof openDatabase>>,
  accounts: number,
  now: number,
): Promise<void> {
  const id = db.dialect === 'sqlite' ? "printf('f%031x', i)" : "'f' || lpad(to_hex(i), 31, '0')"
  await db.unbounded.transaction(async ({ query }) => {
    await sql`insert into account (id, username, username_folded, password_hash, language, created_at)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(accounts)})
      select ${sql.raw(id)}, 'Many_' || i, 'many_' || i, '', 'en', ${sql.lit(now)} - i * 1000 from numbers`.execute(
      query,
    )
    await sql`analyze`.execute(query)
  })
}
