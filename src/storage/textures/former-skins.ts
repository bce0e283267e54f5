import { accountOfPlayer } from '../accounts/characters.ts'
import { type Transaction, writes } from '../engine/database.ts'
import { executes, readsAll, readsFirst } from '../engine/queries.ts'
import type { FormerSkinRow } from '../schema/rows/game.ts'
import { isFromShelf } from '../wardrobe/shelf-wearers.ts'

/** The number of skins remembered for one player: those that were taken off last. */
export const maxFormerSkins = 8

/** The condition that the player's account keeps the skin in its wardrobe; `forPlayer` is another one about its row. */
const isInWardrobe = (
  forPlayer = '',
) => `exists (select 1 from wardrobe_texture as kept where kept.account_id = ${accountOfPlayer('$1')}
    and kept.hash = former_skin.hash and kept.kind = 'skin'${forPlayer})`

const last = `order by taken_off_at desc, hash limit ${maxFormerSkins}`

// What is kept does not push out what is not: so many of each stay.
const forgetSurplus = writes(
  'forget_surplus_former_skins',
  `delete from former_skin where account_id = $1
   and hash not in (select hash from former_skin where account_id = $1 ${last})
   and hash not in (select hash from former_skin where account_id = $1 and not ${isInWardrobe()} ${last})`,
)

/** Stores the account's current skin, which is about to be taken off, unless it wears it from a shelf. */
export const rememberCurrentSkin = executes<[accountId: string, now: number], Transaction>(
  'remember_worn_skin',
  `insert into former_skin (account_id, hash, model, taken_off_at)
   select id, skin_hash, coalesce(skin_model, 'default'), cast($2 as bigint)
   from account where id = $1 and skin_hash is not null and not ${isFromShelf('account', 'skin')}
   on conflict (account_id, hash) do update set model = excluded.model, taken_off_at = excluded.taken_off_at`,
)

const forget = executes<[accountId: string, hash: string], Transaction>(
  'forget_former_skin',
  'delete from former_skin where account_id = $1 and hash = $2',
)

/** Deletes the current skin from the former ones, and the oldest of these. Null means that the account has no skin. */
export async function forgetFormerSkins(
  tx: Transaction,
  accountId: string,
  worn: string | null,
): Promise<void> {
  if (worn !== null) await forget(tx, accountId, worn)
  await tx.run(forgetSurplus, [accountId])
}

export type FormerSkin = Pick<FormerSkinRow, 'hash' | 'model' | 'taken_off_at'>

const columns = 'hash, model, taken_off_at'

const isShown =
  'not exists (select 1 from taken_down_texture where taken_down_texture.hash = former_skin.hash)'

/** Returns the former skins that were not taken down, the one that was taken off last first. */
export const formerSkinsOf = readsAll<FormerSkin, [accountId: string]>(
  'former_skins_of_account',
  `select ${columns} from former_skin where account_id = $1 and ${isShown} ${last}`,
)

/** Returns one of the former skins, whether or not it is in the wardrobe. */
export const formerSkinOf = readsFirst<FormerSkin, [accountId: string, hash: string]>(
  'former_skin_of_account',
  `select ${columns} from former_skin where account_id = $1 and hash = $2 and ${isShown}`,
)

/**
 * Returns the former skins that are not in the wardrobe, or not for the player `keptFor`, the one that was taken off last
 * first.
 */
export const unkeptFormerSkinsOf = readsAll<FormerSkin, [accountId: string, keptFor: string | null]>(
  'unkept_former_skins_of_account',
  `select ${columns} from former_skin where account_id = $1
   and not ${isInWardrobe(' and (cast($2 as text) is null or kept.player_id = $2)')} and ${isShown} ${last}`,
)
