import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { lockedPlayer } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { refuseUpload } from '../game/uploads.ts'
import { keep } from '../wardrobe/add.ts'
import { oneOfLibrary } from './listing.ts'

/**
 * Keeps a texture of the library in the wardrobe of an account, as a copy that stays when sharing ends. Does nothing if it is
 * kept already. Throws Refused `texture_unknown`, `wardrobe_full`, `texture_taken_down`, and what `refuseUpload` throws.
 */
export async function addFromLibrary(
  context: ChangeContext,
  by: Actor,
  player: Pick<Account, 'id'>,
  id: string,
): Promise<void> {
  const shared = await oneOfLibrary(context, id)
  if (!shared) throw new Refused('texture_unknown', { about: { id: player.id } })
  const { kind, model, name, hash } = shared
  await change(context, by, async (tx) => {
    const rows = await lockedPlayer(tx, player)
    await refuseUpload(context, tx, by, rows.row, kind)
    await keep(context, tx, rows, { kind, name, model, file: { hash } }, context.clock())
    return { events: [] }
  })
}
