import { sql } from 'kysely'
import { fold } from '../../lib/text/fold.ts'
import {
  countRows,
  type ForeignDatabase,
  ForeignDatabaseRefused,
  keyIn,
  numberIn,
  pageRows,
  textOf,
  withTexts,
} from './database.ts'
import { prefixOf } from './prefix.ts'

// The tables of Blessing Skin 4 to 6, and the table uuid of its plugin yggdrasil-api.

type Tables = {
  users: {
    uid: number
    email: string
    password: string
    locale: string | null
    score: number
    permission: number
    register_at: string | null
  }
  players: { pid: number; uid: number; name: string; tid_skin: number; tid_cape: number }
  textures: { tid: number; type: string; hash: string }
  uuid: { id: number; name: string; uuid: string }
  options: { option_name: string; option_value: string }
  user_closet: object
}

/** A key of a texture, as a text. More digits fit into no key. */
const integer = /^-?\d{1,18}$/

const needed = ['users', 'players', 'textures', 'options']

export type BlessingUser = Tables['users']
type BlessingTexture = Pick<Tables['textures'], 'type' | 'hash'>

export interface BlessingPlayer {
  name: string
  skin: BlessingTexture | undefined
  cape: BlessingTexture | undefined
  uuid: string | undefined
}

/** Reads the database of Blessing Skin. Throws ForeignDatabaseRefused if it is something else. */
export function readBlessing(database: ForeignDatabase) {
  const { query, tables } = database
  if (!needed.every((table) => tables.has(table))) {
    const prefix = prefixOf(tables, needed)
    const next = prefix ? `; its tables begin with ${prefix}: pass --prefix ${prefix}` : ''
    throw new ForeignDatabaseRefused(`it has no tables users, players, textures and options${next}`)
  }
  const db = query.withTables<Tables>()

  const count = (table: 'players' | 'user_closet') => countRows(database, table)

  async function option(name: string): Promise<string | undefined> {
    const options = db.selectFrom('options').select('option_value').where('option_name', '=', name)
    return textOf((await options.executeTakeFirst())?.option_value)
  }

  async function playersOf(from: number | undefined, to: number) {
    const rows = await db
      .selectFrom('players')
      .select(['pid', 'uid', 'name', 'tid_skin', 'tid_cape'])
      .$if(from !== undefined, (after) => after.where('uid', '>', keyIn(from ?? 0)))
      .where('uid', '<=', keyIn(to))
      .orderBy('pid')
      .execute()
    if (rows.length === 0) return []
    const players = rows.map((row) => withTexts(row, ['name']))
    const tids = players.flatMap(({ tid_skin, tid_cape }) => [textOf(tid_skin), textOf(tid_cape)])
    const keys = [...new Set(tids)].filter((tid) => integer.test(tid)).map((tid) => sql.lit(BigInt(tid)))
    const textures =
      keys.length === 0
        ? []
        : await db
            .selectFrom('textures')
            .select(['tid', 'type', 'hash'])
            .where(sql<boolean>`tid in (${sql.join(keys)})`)
            .execute()
    const byTid = new Map(
      textures.map((texture) => [textOf(texture.tid), withTexts(texture, ['type', 'hash'])]),
    )
    const names = players.map(({ name }) => name)
    const rowsOfUuids = tables.has('uuid')
      ? await db
          .selectFrom('uuid')
          .select(['name', 'uuid'])
          .where('name', 'in', names)
          .orderBy('id')
          .execute()
      : []
    const uuids = rowsOfUuids.map((row) => withTexts(row, ['name', 'uuid']))
    // The plugin's table may contain a player twice, and the plugin uses the first row. Letter case matters only
    // between two players who both have a UUID.
    const firstOf = (rows: readonly { name: string; uuid: string }[], key: (name: string) => string) =>
      new Map(rows.toReversed().map(({ name, uuid }) => [key(name), uuid]))
    const byName = firstOf(uuids, (name) => name)
    const known = new Set(names)
    const byFoldedName = firstOf(
      uuids.filter(({ name }) => !known.has(name)),
      fold,
    )
    return players.map(({ uid, name, tid_skin, tid_cape }) => ({
      uid,
      player: {
        name,
        skin: byTid.get(textOf(tid_skin)),
        cape: byTid.get(textOf(tid_cape)),
        uuid: byName.get(name) ?? byFoldedName.get(fold(name)),
      },
    }))
  }

  async function* users(): AsyncGenerator<{ user: BlessingUser; players: BlessingPlayer[] }> {
    for (let last: number | undefined; ; ) {
      const from = last
      const page = await db
        .selectFrom('users')
        .selectAll()
        .$if(from !== undefined, (after) => after.where('uid', '>', keyIn(from ?? 0)))
        .orderBy('uid')
        .limit(pageRows)
        .execute()
      const end = page.at(-1)
      if (!end) return
      const byUser = Map.groupBy(await playersOf(from, end.uid), ({ uid }) => textOf(uid))
      // A user without a key has no players.
      byUser.delete('')
      for (const user of page)
        yield {
          user: {
            ...withTexts(user, ['email', 'password', 'locale']),
            score: numberIn(user.score),
            permission: numberIn(user.permission),
          },
          players: (byUser.get(textOf(user.uid)) ?? []).map(({ player }) => player),
        }
      last = end.uid
    }
  }

  return { count, option, users }
}
