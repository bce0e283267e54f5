import {
  countRows,
  type ForeignDatabase,
  ForeignDatabaseRefused,
  isOn,
  pageRows,
  withTexts,
} from './database.ts'

// The tables of drasl from version 4 of its schema on: users, and the players of each.

type Flag = boolean | number
type Time = string | Date | null

// A type rather than an interface, because Kysely requires an index signature.
type Tables = {
  users: {
    uuid: string
    username: string
    is_admin: Flag
    is_locked: Flag
    password_salt: Uint8Array | null
    password_hash: Uint8Array | null
    preferred_language: string | null
  }
  players: {
    uuid: string
    name: string
    user_uuid: string
    created_at: Time
    name_last_changed_at: Time
    skin_hash: string | null
    skin_model: string | null
    cape_hash: string | null
  }
  user_oidc_identities: { user_uuid: string; issuer: string; subject: string }
  invites: { code: string }
}

export type DraslUser = Tables['users']
export type DraslPlayer = Tables['players']
export type DraslIdentity = Tables['user_oidc_identities']

interface OfUser {
  user: DraslUser
  players: DraslPlayer[]
  /** The identities of the user at other services. */
  identities: DraslIdentity[]
}

/** Reads the database of drasl. Throws ForeignDatabaseRefused if it is something else. */
export function readDrasl(database: ForeignDatabase) {
  const { query, tables } = database
  if (!tables.has('users') || !tables.has('players')) {
    throw new ForeignDatabaseRefused(
      'it has no tables users and players; start the newest drasl once, which upgrades an old database',
    )
  }
  const db = query.withTables<Tables>()

  const count = (table: 'players' | 'user_oidc_identities' | 'invites') => countRows(database, table)

  // From version 4 of the schema on.
  const hasIdentities = ['user_uuid', 'issuer', 'subject'].every((column) =>
    tables.get('user_oidc_identities')?.has(column),
  )

  async function identitiesIn(after: string | undefined, last: string): Promise<DraslIdentity[]> {
    if (!hasIdentities) return []
    const rows = await db
      .selectFrom('user_oidc_identities')
      .select(['user_uuid', 'issuer', 'subject'])
      .$if(after !== undefined, (only) => only.where('user_uuid', '>', after ?? ''))
      .where('user_uuid', '<=', last)
      .orderBy('issuer')
      .orderBy('subject')
      .execute()
    return rows.map((row) => withTexts(row, ['user_uuid', 'issuer', 'subject']))
  }

  async function* users(): AsyncGenerator<OfUser> {
    for (let last: string | undefined; ; ) {
      const from = last
      const page = await db
        .selectFrom('users')
        .select(['uuid', 'username', 'is_admin', 'is_locked', 'password_salt', 'password_hash'])
        .select('preferred_language')
        .$if(from !== undefined, (after) => after.where('uuid', '>', from ?? ''))
        .orderBy('uuid')
        .limit(pageRows)
        .execute()
      const end = page.at(-1)
      if (!end) return
      const players = await db
        .selectFrom('players')
        .select(['uuid', 'name', 'user_uuid', 'created_at', 'name_last_changed_at'])
        .select(['skin_hash', 'skin_model', 'cape_hash'])
        .$if(from !== undefined, (after) => after.where('user_uuid', '>', from ?? ''))
        .where('user_uuid', '<=', end.uuid)
        .orderBy('created_at')
        .orderBy('uuid')
        .execute()
      const byUser = Map.groupBy(players.map(playerOf), ({ user_uuid }) => user_uuid)
      // A user without a key has no players.
      byUser.delete('')
      const identities = Map.groupBy(await identitiesIn(from, end.uuid), ({ user_uuid }) => user_uuid)
      for (const user of page.map(userOf)) {
        yield {
          user,
          players: byUser.get(user.uuid) ?? [],
          identities: identities.get(user.uuid) ?? [],
        }
      }
      last = end.uuid
    }
  }

  return { count, users }
}

const userOf = (row: DraslUser): DraslUser => ({
  ...withTexts(row, ['uuid', 'username', 'preferred_language']),
  is_admin: isOn(row.is_admin),
  is_locked: isOn(row.is_locked),
})

const playerOf = (row: DraslPlayer): DraslPlayer =>
  withTexts(row, ['uuid', 'name', 'user_uuid', 'skin_hash', 'skin_model', 'cape_hash'])
