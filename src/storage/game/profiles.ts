import { fold } from '../../lib/text/fold.ts'
import type { AccountTextures, Profile } from '../../model/accounts/account.ts'
import type { Queries } from '../engine/database.ts'
import { readsFirst, readsFirstTogether } from '../engine/queries.ts'

/** The data of a textures profile, with the revision of the signing keys. */
export interface ProfileRow {
  id: string
  username: string
  skin_hash: string | null
  skin_model: 'default' | 'slim' | null
  cape_hash: string | null
  /** The files that are in the object store: 1 for the skin, 2 for the cape, 3 for both. */
  in_store: number
  keys_revision: number
}

// Not `exists`, for which PostgreSQL may read all textures that are in the store.
const inStore = (hash: string, value: number): string =>
  `coalesce((select ${value} from texture where texture.hash = ${hash} and place = 's3'), 0)`

/** The value of `in_store` for an account or a visitor. One column, since each costs as much to hand over as to find. */
export const inStoreOf = (wearer: string): string =>
  `${inStore(`${wearer}.skin_hash`, 1)} + ${inStore(`${wearer}.cape_hash`, 2)}`

export const profileColumns = `account.id, account.username, account.skin_hash, account.skin_model,
  account.cape_hash, ${inStoreOf('account')} as in_store,
  (select max(created_at) from signing_key) as keys_revision`

export const profileById = readsFirstTogether<ProfileRow, [id: string]>(
  'profile_by_id',
  ['text'],
  `select ${profileColumns} from account where id = $1 and deletes_at is null`,
)

/** Finds a profile by its name in the form that `fold` returns. */
export const profileByUsername = readsFirstTogether<ProfileRow, [folded: string]>(
  'profile_by_username',
  ['text'],
  `select ${profileColumns} from account where username_folded = $1 and deletes_at is null`,
)

/** Finds a player as lookups answer, by the name in the form that `fold` returns. */
export const playerByUsername = readsFirstTogether<Profile, [folded: string]>(
  'player_by_username',
  ['text'],
  'select id, username from account where username_folded = $1 and deletes_at is null',
)

const idLength = 32

// One text for all players, because each value of a row costs as much to hand over as to find.
const playersByUsernames = readsFirst<{ players: string | null }, [folded: readonly string[]]>(
  'players_by_usernames',
  `select string_agg(account.id || username, ' ') as players from each_of($1) as asked cross join account
   where username_folded = asked.value and deletes_at is null`,
)

/** Returns the existing profiles by folded name, in a single query. */
export async function profilesByUsernames(
  db: Queries,
  folded: readonly string[],
): Promise<ReadonlyMap<string, Profile>> {
  const found = await playersByUsernames(db, folded)
  const players = found?.players?.split(' ') ?? []
  return new Map(players.map((player) => profileOf(player.slice(0, idLength), player.slice(idLength))))
}

/** Folding a name again costs less than reading it. */
const profileOf = (id: string, username: string): [folded: string, Profile] => [
  fold(username),
  { id, username },
]

export function texturesOf(row: Pick<ProfileRow, 'skin_hash' | 'skin_model' | 'cape_hash'>): AccountTextures {
  return {
    skin: row.skin_hash === null ? undefined : { hash: row.skin_hash, model: row.skin_model ?? 'default' },
    cape: row.cape_hash === null ? undefined : { hash: row.cape_hash },
  }
}
