// The textures that a player wears or wore without keeping them.
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { numberedName } from '../../model/accounts/label.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { type FormerSkin, formerSkinOf, unkeptFormerSkinsOf } from '../../storage/textures/former-skins.ts'
import { wardrobeNames } from '../../storage/wardrobe/wardrobe-textures.ts'
import { lockedPlayer } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { refuseUpload } from '../game/uploads.ts'
import { keep } from './add.ts'
import type { Keeping } from './locked.ts'

/**
 * Returns the last skins that the player wore and does not keep, the one that was taken off last first: eight at most, without
 * those that a moderator has taken down.
 */
export const recentSkins = ({ db }: ReadContext, { id, isApart = false }: Keeping): Promise<FormerSkin[]> =>
  unkeptFormerSkinsOf(db, id, isApart ? id : null)

/** A texture that is worn or was, and the word that its name begins with. */
export interface ToKeep {
  kind: TextureKind
  hash: string
  word: string
}

/**
 * Keeps what the player wears or wore, under a name that no other one has. Does nothing if it is kept already. Throws
 * Refused `texture_unknown`, `wardrobe_full`, and what `refuseUpload` throws.
 */
export async function keepRecent(
  context: ChangeContext,
  by: Actor,
  player: Pick<Account, 'id'>,
  { kind, hash, word }: ToKeep,
): Promise<void> {
  await change(context, by, async (tx) => {
    const { row, account } = await lockedPlayer(tx, player)
    await refuseUpload(context, tx, by, row, kind)
    const found = await wornOrFormer(tx, row, kind, hash)
    if (!found) throw new Refused('texture_unknown', { about: { id: row.id } })
    const name = numberedName(word, await wardrobeNames(tx, account.id))
    await keep(
      context,
      tx,
      { row, account },
      { kind, name, model: found.model, file: { hash } },
      context.clock(),
    )
    return { events: [] }
  })
}

async function wornOrFormer(
  tx: Transaction,
  row: AccountRow,
  kind: TextureKind,
  hash: string,
): Promise<Pick<FormerSkin, 'model'> | { model: null } | undefined> {
  if (kind === 'cape') return (row.cape_hash ?? row.hidden_cape) === hash ? { model: null } : undefined
  if (row.skin_hash === hash) return { model: row.skin_model ?? 'default' }
  return formerSkinOf(tx, row.id, hash)
}
