// A community of many players, groups and game servers, written directly into the database, since an import takes
// longer.
import { sql } from 'kysely'
import { digestOfKey } from '../src/domain/community/server-keys.ts'
import { renewAdmission } from '../src/storage/community/server-keys.ts'
import type { Transaction } from '../src/storage/engine/database.ts'
import { openDatabase } from '../src/storage/engine/open.ts'
import type { Schema } from '../src/storage/schema/schema.ts'
import { hashedPassword, player } from './players.ts'

export const size = { servers: 1000, groups: 100 }

/** The number of a group: each player is in two. */
const groupsOf = (index: number): number[] => [index, index + 50].map((number) => number % size.groups)

const keyOf = (server: number): string => `bench${server}`.padEnd(24, 'A')

/** Returns the root of a server that admits a player, each time another one. */
export function rootFor(index: number, turn: number): string {
  const server = (index + turn * size.groups) % size.servers
  return `/at/${keyOf(server)}`
}

const rowsAtOnce = 500

/** Writes into a database that already has the first player. */
export async function writeCommunity(databaseUrl: string, accounts: number): Promise<void> {
  await using db = await openDatabase(databaseUrl)
  const now = Date.now()
  const password_hash = await hashedPassword()
  const [numbers, groups, servers] = [accounts, size.groups, size.servers].map((length) =>
    Array.from({ length }, (_, index) => index),
  ) as [number[], number[], number[]]
  await db.unbounded.transaction(async (tx) => {
    await insert(tx, 'account', numbers.slice(1), (index) => [account(index, password_hash, now)])
    await insert(tx, 'player_group', groups, (index) => {
      return [{ name: `group-${index}`, title: `Group ${index}`, colour: null, created_at: now }]
    })
    await insert(tx, 'group_member', numbers, (index) =>
      groupsOf(index).map((group) => ({ account_id: player(index).id, group_name: `group-${group}` })),
    )
    await insert(tx, 'game_server', servers, (index) => [gameServer(index, now)])
    await insert(tx, 'game_server_key', servers, (index) => {
      const key = keyOf(index)
      return [
        {
          digest: digestOfKey(key),
          server_id: idOf(index),
          key,
          created_at: now,
          ends_at: null,
          admission: null,
        },
      ]
    })
    await insert(tx, 'game_server_group', servers, (index) =>
      [0, 1, 2].map((more) => ({
        server_id: idOf(index),
        group_name: `group-${(index + more) % size.groups}`,
      })),
    )
    for (const server of servers) await renewAdmission(tx, idOf(server))
  })
  // autovacuum would do this a minute later.
  if (db.dialect === 'postgres') await db.unbounded.transaction(({ query }) => sql`analyze`.execute(query))
}

const idOf = (server: number): string => player(server).id

function account(index: number, password_hash: string, created_at: number) {
  const { id, username } = player(index)
  const username_folded = username.toLowerCase()
  const [email, email_folded] = [`${username}@example.org`, `${username_folded}@example.org`]
  return { id, username, username_folded, email, email_folded, password_hash, language: 'en', created_at }
}

const gameServer = (index: number, created_at: number) => ({
  id: idOf(index),
  name: `server-${index}`,
  title: `Server ${index}`,
  address: null,
  paused_at: null,
  tells_groups: 0 as const,
  created_at,
  last_asked_at: null,
})

async function insert(
  { query }: Transaction,
  table: keyof Schema,
  numbers: readonly number[],
  rowsOf: (index: number) => object[],
): Promise<void> {
  for (let at = 0; at < numbers.length; at += rowsAtOnce) {
    const rows = numbers.slice(at, at + rowsAtOnce).flatMap(rowsOf)
    await query
      .insertInto(table)
      .values(rows as never)
      .execute()
  }
}
