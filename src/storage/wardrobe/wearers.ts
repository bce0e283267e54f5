import type { TextureKind, TexturePlace } from '../../model/game/texture.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsAny, readsNumber, writesAll } from '../engine/queries.ts'
import { isFromShelf } from './shelf-wearers.ts'

/** A player that wears a texture. */
export interface Wearer {
  id: string
  name: string
  is_visitor: 0 | 1
}

/** Wearers are counted up to this number. */
export const maxCounted = 10_000

/** The most wearers that are named. */
const maxNamed = 10

/** Counts who wears a texture as a skin or a cape, visitors included. */
export const countWearers = readsNumber<[hash: string]>(
  'count_wearers',
  `select count(*) from (select 1 as one from (
     select id from account where skin_hash = $1 union all select id from account where cape_hash = $1
     union all select uuid from mirrored_textures where skin_hash = $1
     union all select uuid from mirrored_textures where cape_hash = $1) as wearing
   limit ${maxCounted}) as counted`,
)

/** Returns some of those who wear a texture. */
export const wearersOf = readsAll<Wearer, [hash: string]>(
  'wearers_of_texture',
  `select id, name, is_visitor from (
     select id, username as name, 0 as is_visitor from account where skin_hash = $1
     union all select id, username, 0 from account where cape_hash = $1
     union all select visitor.uuid, visitor.name, 1 from mirrored_textures
       join visitor on visitor.uuid = mirrored_textures.uuid where mirrored_textures.skin_hash = $1
     union all select visitor.uuid, visitor.name, 1 from mirrored_textures
       join visitor on visitor.uuid = mirrored_textures.uuid where mirrored_textures.cape_hash = $1) as wearing
   limit ${maxNamed}`,
)

/** Counts the players who do not wear a texture and can put it on again. */
export const countKeepers = readsNumber<[hash: string]>(
  'count_keepers',
  `select count(*) from (select 1 as one from (
     select id from account where hidden_cape = $1
     union all select account_id from former_skin where hash = $1) as keeping
   limit ${maxCounted}) as counted`,
)

/** Returns true if somebody wears or hides the texture as a cape, or a group has it as one. */
export const isCape = readsAny<[hash: string]>(
  'is_worn_as_cape',
  `select id from account where cape_hash = $1 union all select id from account where hidden_cape = $1
   union all select uuid from mirrored_textures where cape_hash = $1
   union all select id from shelf_texture where hash = $1 and kind = 'cape' limit 1`,
)

/** A player whom a texture is taken off, with where a notice goes to. */
export interface UndressedRow {
  id: string
  username: string
  language: string
  email: string | null
  kind: TextureKind
}

// Accounts before their characters, as elsewhere, so that two changes can't wait for each other.
const locking = (dialect: Transaction['dialect']) => (dialect === 'postgres' ? lockOnPostgres : lockNothing)

const wearing = `select id from account where skin_hash = $1 union select id from account where cape_hash = $1
  union select id from account where hidden_cape = $1`

const lockOnPostgres = executes<[hash: string], Transaction>(
  'lock_wearers',
  `select id from account where id in (${wearing}) order by owner_id nulls first, id for update`,
)

/** On SQLite, only one transaction writes at a time. */
const lockNothing = async (): Promise<void> => {}

/** Locks the accounts that wear or hide a texture. */
export const lockWearers = (tx: Transaction, hash: string): Promise<void> => locking(tx.dialect)(tx, hash)

/** Returns a page of those who wear or hide a texture, with the email address of their account. */
export const dressedAfter = readsAll<UndressedRow, [hash: string, after: string, limit: number]>(
  'dressed_after',
  `select player.id, player.username, player.language, coalesce(player.email, owner.email) as email,
     case when player.skin_hash = $1 then 'skin' else 'cape' end as kind
   from account as player left join account as owner on owner.id = player.owner_id
   where player.id in (${wearing}) and player.id > $2 order by player.id limit cast($3 as bigint)`,
)

/** A skin that is taken down can be worn again once it is restored, one of a shelf from there. */
export const rememberSkins = executes<[hash: string, now: number], Transaction>(
  'remember_taken_down_skins',
  `insert into former_skin (account_id, hash, model, taken_off_at)
   select id, skin_hash, coalesce(skin_model, 'default'), cast($2 as bigint) from account
   where skin_hash = $1 and not ${isFromShelf('account', 'skin')}
   on conflict (account_id, hash) do update set model = excluded.model, taken_off_at = excluded.taken_off_at`,
)

export const takeOffSkins = executes<[hash: string], Transaction>(
  'take_off_skins',
  'update account set skin_hash = null, skin_model = null where skin_hash = $1',
)

export const takeOffCapes = executes<[hash: string], Transaction>(
  'take_off_capes',
  `update account set cape_hash = case when cape_hash = $1 then null else cape_hash end,
     hidden_cape = case when hidden_cape = $1 then null else hidden_cape end
   where id in (select id from account where cape_hash = $1 union select id from account where hidden_cape = $1)`,
)

export const takeOffVisitorsSkins = executes<[hash: string], Transaction>(
  'take_off_skins_of_visitors',
  'update mirrored_textures set skin_hash = null, skin_model = null where skin_hash = $1',
)

export const takeOffVisitorsCapes = executes<[hash: string], Transaction>(
  'take_off_capes_of_visitors',
  'update mirrored_textures set cape_hash = null where cape_hash = $1',
)

/** Deletes a texture, and returns its row's file, which is empty where it is in the object store. */
export const deleteFile = writesAll<{ png: string; place: TexturePlace }, [hash: string]>(
  'delete_taken_down_file',
  'delete from texture where hash = $1 returning png, place',
)
