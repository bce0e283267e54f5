// Textures that players share. A row is changed before the report about its review, so that two changes can't wait for each other.
import type { Look } from '../../model/game/shared-texture.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsFirst, readsNumber, writesAny, writesFirst } from '../engine/queries.ts'
import { changes, inserts } from '../engine/rows.ts'
import type { SharedTextureRow } from '../schema/rows/wardrobe.ts'

/** Throws UniqueViolation if the pixels are shared already, or wait. */
export const insertShared = inserts('shared_texture')

/** Changes columns. Throws UniqueViolation as `insertShared`. */
export const changeShared = changes('shared_texture')

export const sharedTexture = readsFirst<SharedTextureRow, [id: string]>(
  'shared_texture',
  'select * from shared_texture where id = $1',
)

export const sharedOfWardrobe = readsFirst<SharedTextureRow, [wardrobeId: string]>(
  'shared_texture_of_wardrobe',
  'select * from shared_texture where wardrobe_id = $1',
)

export const sharedOfWardrobes = readsAll<SharedTextureRow, [wardrobeIds: readonly string[]]>(
  'shared_textures_of_wardrobes',
  'select * from shared_texture where wardrobe_id = any_of($1)',
)

/** Returns what is shared of these pixels, or waits. */
export const sharedOfHash = readsFirst<SharedTextureRow, [hash: string]>(
  'shared_texture_of_hash',
  `select * from shared_texture where hash = $1 and state <> 'refused'`,
)

/** Counts what waits for a review, of an account with its characters. */
export const countWaitingOf = readsNumber<[accountId: string]>(
  'count_waiting_textures_of',
  `select count(*) from wardrobe_texture join shared_texture on shared_texture.wardrobe_id = wardrobe_texture.id
   where wardrobe_texture.account_id = $1 and shared_texture.state = 'waiting'`,
)

export const countWaiting = readsNumber(
  'count_waiting_textures',
  "select count(*) from texture_report where shared_id is not null and state = 'open'",
)

/** Refuses what is published or waits, and returns it as it was. */
export const refuseShared = writesAny<[id: string, note: string | null], Transaction>(
  'refuse_shared_texture',
  `update shared_texture set state = 'refused', note = $2 where id = $1 and state <> 'refused' returning id`,
)

/** Publishes what waits. It is as new as when it was published first. */
export const publishShared = writesAny<[id: string, now: number, worn: number], Transaction>(
  'publish_shared_texture',
  `update shared_texture set state = 'published', note = null, listed_at = coalesce(listed_at, cast($2 as bigint)),
     worn = cast($3 as integer)
   where id = $1 and state = 'waiting' returning id`,
)

export const setSharedLook = executes<[wardrobeId: string, look: Look], Transaction>(
  'set_look_of_shared_texture',
  'update shared_texture set look = $2 where wardrobe_id = $1',
)

export const deleteShared = writesFirst<SharedTextureRow, [wardrobeId: string], Transaction>(
  'delete_shared_texture',
  'delete from shared_texture where wardrobe_id = $1 returning *',
)

const endSharingOf = executes<[playerId: string, keeperId: string], Transaction>(
  'end_sharing_of_player',
  `delete from shared_texture where player_id = $1
     and wardrobe_id in (select id from wardrobe_texture where account_id = $2)`,
)

const endSharingByOthers = executes<[playerId: string], Transaction>(
  'end_sharing_by_others',
  `delete from shared_texture where wardrobe_id in (select id from wardrobe_texture where account_id = $1)
     and player_id <> $1`,
)

/** Deletes what a player and the account that it has left share of what the other one keeps now. */
export async function endSharingApart(
  tx: Transaction,
  playerId: string,
  formerOwnerId: string,
): Promise<void> {
  await endSharingOf(tx, playerId, formerOwnerId)
  await endSharingByOthers(tx, playerId)
}

/** Deletes the report about a review. Returns false if there is none with this id. */
export const deleteReview = writesAny<[sharedId: string, reportId: string], Transaction>(
  'delete_review',
  "delete from texture_report where shared_id = $1 and id = $2 and state = 'open' returning id",
)

export const deleteReviewOf = executes<[sharedId: string], Transaction>(
  'delete_review_of_shared_texture',
  'delete from texture_report where shared_id = $1',
)

/** The number of players who wear a texture, at most 10,000: now, and when they were counted last. */
interface WornRow {
  id: string
  was: number
  worn: number
}

const limited = (from: string) =>
  `(select count(*) from (select 1 as one from ${from} limit 10000) as wearing)`

/** Counts the wearers of the next textures. */
export const wornAfter = readsAll<WornRow, [after: string, limit: number]>(
  'wearers_of_shared_textures',
  `select id, worn as was, cast(${limited('account where skin_hash = part.hash')}
     + ${limited('account where cape_hash = part.hash')}
     + ${limited('mirrored_textures where skin_hash = part.hash')}
     + ${limited('mirrored_textures where cape_hash = part.hash')} as integer) as worn
   from (select id, hash, worn from shared_texture where id > $1 order by id limit cast($2 as bigint)) as part
   order by id`,
)

export const setWorn = executes<[id: string, worn: number]>(
  'set_wearers_of_shared_texture',
  'update shared_texture set worn = $2 where id = $1',
)
