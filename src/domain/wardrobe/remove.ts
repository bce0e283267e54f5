import type { Actor } from '../../model/accounts/actor.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import { charactersOf } from '../../storage/accounts/characters.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import type { WardrobeTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { setTextureColumns } from '../../storage/textures/textures.ts'
import { deleteShared } from '../../storage/wardrobe/shared-textures.ts'
import { deleteWardrobeTexture } from '../../storage/wardrobe/wardrobe-textures.ts'
import { toAccount } from '../accounts/account-row.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { refuseChangedTexture } from '../game/uploads.ts'
import { unsharedEvent } from '../library/share.ts'
import { type Keeping, lockedTexture } from './locked.ts'

/**
 * Keeps something no longer, ends its sharing, and takes it off each player of the account who wears it, but for a suspended
 * character, which stays as it is; the holder of a token takes it off its own player alone. A skin that is taken off is among the recent ones. Throws Refused `texture_unknown`, and what
 * `refuseChangedTexture` throws if somebody wears it.
 */
export async function removeFromWardrobe(
  context: ChangeContext,
  by: Actor,
  player: Keeping,
  id: string,
): Promise<void> {
  const now = context.clock()
  await change(context, by, async (tx) => {
    const { row, account, kept } = await lockedTexture(tx, player, id)
    const shared = await deleteShared(tx, id)
    await deleteWardrobeTexture(tx, id)
    const events: AuditEvent[] = shared && shared.state !== 'refused' ? [unsharedEvent(shared)] : []
    const wearers = player.isApart ? [row].filter(wears(kept)) : await lockedWearers(tx, account, kept)
    for (const wearer of wearers) {
      if (wearer.owner_id !== null && toAccount(wearer, now).suspension) continue
      await refuseChangedTexture(context, tx, by, wearer, kept.kind)
      const bare = kept.kind === 'skin' ? { skin_hash: null, skin_model: null } : { cape_hash: null }
      await setTextureColumns(tx, wearer.id, bare, { now, isRemembered: true })
      events.push({ event: 'texture.removed', account: wearer.id, details: { texture: kept.kind } })
    }
    return { events }
  })
}

/** Locks the players of a locked account who wear a texture, or have hidden it. */
async function lockedWearers(
  tx: Transaction,
  account: AccountRow,
  kept: WardrobeTextureRow,
): Promise<AccountRow[]> {
  const isWearing = wears(kept)
  const wearers = isWearing(account) ? [account] : []
  for (const { id } of (await charactersOf(tx, account.id)).filter(isWearing)) {
    // A launcher may have changed it meanwhile.
    const row = await lockAccount(tx, id)
    if (row && isWearing(row)) wearers.push(row)
  }
  return wearers
}

const wears =
  ({ kind, hash }: WardrobeTextureRow) =>
  (row: AccountRow): boolean =>
    kind === 'skin' ? row.skin_hash === hash : row.cape_hash === hash || row.hidden_cape === hash
