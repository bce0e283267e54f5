import type { Database, Transaction } from '../engine/database.ts'
import { executes, readsAll, readsFirst } from '../engine/queries.ts'
import { type ProfileRow, profileColumns } from '../game/profiles.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import { usernameColumns } from './usernames.ts'

/**
 * Finds the profile of the username from which a game server in offline mode has derived the UUID, unless an account or a
 * visitor has the UUID itself.
 */
export const profileByOfflineUuid = readsFirst<ProfileRow, [uuid: string]>(
  'profile_by_offline_uuid',
  `select ${profileColumns} from account
   where (offline_uuid = $1 or offline_uuid_lower = $1) and deletes_at is null
     and not exists (select 1 from account as owner where owner.id = $1)
     and not exists (select 1 from visitor where visitor.uuid = $1)`,
)

/** The number of rows that are filled in one transaction, which keeps their players from changes. */
const batch = 200

const without = readsAll<Pick<AccountRow, 'id' | 'username'>>(
  'accounts_without_offline_uuid',
  `select id, username from account where offline_uuid is null order by id limit ${batch}`,
)

// A player who was renamed meanwhile has the UUIDs of the new name.
const fill = executes<[id: string, username: string, own: string | null, lower: string | null], Transaction>(
  'fill_offline_uuids',
  `update account set offline_uuid = $3, offline_uuid_lower = $4
   where id = $1 and username = $2 and offline_uuid is null`,
)

/** Fills in the next rows that an earlier release has written. Returns their number. */
export async function fillOfflineUuids(db: Database): Promise<number> {
  const rows = await without(db)
  if (rows.length === 0) return 0
  await db.transaction(async (tx) => {
    // In the order of their ids, so that two instances can't deadlock.
    for (const { id, username } of rows) {
      const { offline_uuid, offline_uuid_lower } = usernameColumns(username)
      await fill(tx, id, username, offline_uuid, offline_uuid_lower)
    }
  })
  return rows.length
}
