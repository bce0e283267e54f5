import { type Transaction, writes } from '../engine/database.ts'
import { executes, readsAll } from '../engine/queries.ts'
import type { FormerSkinRow } from '../schema/rows/game.ts'

/** The number of skins kept for one account: those that were taken off last. */
export const maxFormerSkins = 8

const forgetSurplus = writes(
  'forget_surplus_former_skins',
  `delete from former_skin where account_id = $1 and hash not in
     (select hash from former_skin where account_id = $1
      order by taken_off_at desc, hash limit ${maxFormerSkins})`,
)

/** Stores the account's current skin, which is about to be taken off. */
export const rememberCurrentSkin = executes<[accountId: string, now: number], Transaction>(
  'remember_worn_skin',
  `insert into former_skin (account_id, hash, model, taken_off_at)
   select id, skin_hash, coalesce(skin_model, 'default'), cast($2 as bigint)
   from account where id = $1 and skin_hash is not null
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

/** Returns the former skins, the one that was taken off last first. */
export const formerSkinsOf = readsAll<FormerSkin, [accountId: string]>(
  'former_skins_of_account',
  `select hash, model, taken_off_at from former_skin where account_id = $1
   order by taken_off_at desc, hash limit ${maxFormerSkins}`,
)
