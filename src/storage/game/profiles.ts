import { fold } from '../../lib/text/fold.ts'
import type { AccountTextures, Profile } from '../../model/accounts/account.ts'
import { type Queries, reads } from '../engine/database.ts'
import { readsFirst } from '../engine/queries.ts'

/** The data of a textures profile, with the revision of the signing keys. */
export interface ProfileRow {
  id: string
  username: string
  skin_hash: string | null
  skin_model: 'default' | 'slim' | null
  cape_hash: string | null
  keys_revision: number
}

export const profileColumns = `account.id, account.username, account.skin_hash, account.skin_model,
  account.cape_hash, (select max(created_at) from signing_key) as keys_revision`

export const profileById = readsFirst<ProfileRow, [id: string]>(
  'profile_by_id',
  `select ${profileColumns} from account where id = $1 and deletes_at is null`,
)

/** Finds a profile by its name in the form that `fold` returns. */
export const profileByUsername = readsFirst<ProfileRow, [folded: string]>(
  'profile_by_username',
  `select ${profileColumns} from account where username_folded = $1 and deletes_at is null`,
)

const byUsernames = reads<Profile>(
  'profiles_by_usernames',
  'select id, username from account where username_folded = any_of($1) and deletes_at is null',
)

/** Returns the existing profiles by folded name, in a single query. */
export async function profilesByUsernames(
  db: Queries,
  folded: readonly string[],
): Promise<ReadonlyMap<string, Profile>> {
  const rows = await db.run(byUsernames, [folded])
  // Folding a name again costs less than reading one more column.
  return new Map(rows.map((row) => [fold(row.username), row]))
}

export function texturesOf(row: Pick<ProfileRow, 'skin_hash' | 'skin_model' | 'cape_hash'>): AccountTextures {
  return {
    skin: row.skin_hash === null ? undefined : { hash: row.skin_hash, model: row.skin_model ?? 'default' },
    cape: row.cape_hash === null ? undefined : { hash: row.cape_hash },
  }
}
