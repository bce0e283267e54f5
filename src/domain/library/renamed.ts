import { fold } from '../../lib/text/fold.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { SharedTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { changeShared } from '../../storage/wardrobe/shared-textures.ts'
import type { ChangeContext } from '../context.ts'
import { sharingEvent } from './events.ts'
import { takeShare, waitForReview } from './review.ts'

/**
 * Gives what a locked account shares the new name. With a review it waits again, as does what waits anyway, and is charged as
 * a share. Returns the events. Throws Refused `too_many_shares`.
 */
export async function renameShared(
  context: ChangeContext,
  tx: Transaction,
  accountId: string,
  shared: SharedTextureRow,
  name: string,
): Promise<AuditEvent[]> {
  const { id, player_id, state } = shared
  if (name === shared.name) return []
  const named = { name, name_folded: fold(name) }
  if (context.config.libraryReview === 'off' && state !== 'waiting') {
    await changeShared(tx, id, named)
    return []
  }
  await takeShare({ ...context, db: tx }, accountId)
  await changeShared(tx, id, { ...named, state: 'waiting' })
  const player = await accountByKey(tx, { column: 'id', value: player_id })
  await waitForReview(context, tx, accountId, shared, player?.username ?? '')
  return [sharingEvent('texture.waiting', { ...shared, name })]
}
