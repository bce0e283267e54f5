import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { renameWardrobeTexture } from '../../storage/wardrobe/wardrobe-textures.ts'
import { lockedPlayer } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { refuseSuspendedUploads } from '../game/uploads.ts'
import { requireWardrobeName } from './names.ts'

/**
 * Gives something that the player's account keeps another name. Throws Refused `wardrobe_name_malformed`, `texture_unknown`,
 * `uploads_suspended`.
 */
export async function renameInWardrobe(
  context: ChangeContext,
  by: Actor,
  player: Pick<Account, 'id'>,
  id: string,
  name: string,
): Promise<void> {
  requireWardrobeName(name)
  await change(context, by, async (tx) => {
    const { row, account } = await lockedPlayer(tx, player)
    await refuseSuspendedUploads(tx, by, row)
    if (!(await renameWardrobeTexture(tx, account.id, id, name)))
      throw new Refused('texture_unknown', { about: { id: player.id } })
    return { events: [] }
  })
}
