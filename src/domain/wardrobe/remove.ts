import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import { charactersOf } from '../../storage/accounts/characters.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { setTextureColumns } from '../../storage/game/textures.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import type { WardrobeTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { deleteWardrobeTexture, wardrobeTexture } from '../../storage/wardrobe/wardrobe-textures.ts'
import { toAccount } from '../accounts/account-row.ts'
import { lockedPlayer } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { refuseChangedTexture } from '../game/uploads.ts'

/**
 * Keeps something no longer, and takes it off each player of the account who wears it, but for a suspended character,
 * which stays as it is. A skin that is taken off is among the recent ones. Throws Refused `texture_unknown`, and what
 * `refuseChangedTexture` throws if somebody wears it.
 */
export async function removeFromWardrobe(
  context: ChangeContext,
  by: Actor,
  player: Pick<Account, 'id'>,
  id: string,
): Promise<void> {
  const now = context.clock()
  await change(context, by, async (tx) => {
    const { account } = await lockedPlayer(tx, player)
    const kept = await wardrobeTexture(tx, account.id, id)
    if (!kept) throw new Refused('texture_unknown', { about: { id: player.id } })
    await deleteWardrobeTexture(tx, account.id, id)
    const events: AuditEvent[] = []
    for (const wearer of await lockedWearers(tx, account, kept)) {
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
  { kind, hash }: WardrobeTextureRow,
): Promise<AccountRow[]> {
  const wears = (row: AccountRow) =>
    kind === 'skin' ? row.skin_hash === hash : row.cape_hash === hash || row.hidden_cape === hash
  const wearers = wears(account) ? [account] : []
  for (const { id } of (await charactersOf(tx, account.id)).filter(wears)) {
    // A launcher may have changed it meanwhile.
    const row = await lockAccount(tx, id)
    if (row && wears(row)) wearers.push(row)
  }
  return wearers
}
