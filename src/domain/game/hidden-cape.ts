// Players hide their cape in a launcher, and show it again there or on the page.

import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { setTextureColumns, storeTextures } from '../../storage/textures/textures.ts'
import { lockedAccount } from '../accounts/find.ts'
import { change } from '../change.ts'
import { refuseSuspended } from '../characters/account-only.ts'
import type { ChangeContext } from '../context.ts'
import { takeUpload } from './set-textures.ts'
import { refuseChangedTexture } from './uploads.ts'

/** Takes the cape off, so that it can be shown again. Does nothing if none is worn. Throws Refused `capes_off`. */
export async function hideCape(context: ChangeContext, by: Actor, accountId: string): Promise<void> {
  const now = context.clock()
  await change(context, by, async (tx) => {
    const row = await lockedAccount(tx, accountId)
    refuseSuspended(by, row, now)
    await refuseChangedTexture(context, tx, by, row, 'cape')
    const { cape_hash: worn } = row
    if (worn === null) return { events: [] }
    const columns = { cape_hash: null, hidden_cape: worn }
    await setTextureColumns(tx, accountId, columns, { now, isRemembered: false, isSameCape: true })
    return { events: [{ event: 'texture.removed', account: accountId, details: { texture: 'cape' } }] }
  })
}

/**
 * Puts the hidden cape on again if it is the one that is meant. Does nothing if that one is worn. Throws Refused
 * `too_many_uploads`, `capes_off`, `character_suspended`, and `texture_unknown` if the account has no such cape.
 */
export async function showCape(
  context: ChangeContext,
  by: Actor,
  accountId: string,
  isMeant: (hash: string) => boolean,
): Promise<void> {
  await takeUpload(context, accountId)
  const now = context.clock()
  await change(context, by, async (tx) => {
    const row = await lockedAccount(tx, accountId)
    refuseSuspended(by, row, now)
    await refuseChangedTexture(context, tx, by, row, 'cape')
    const hash = row.cape_hash ?? row.hidden_cape
    const unknown = new Refused('texture_unknown', { about: { id: accountId } })
    if (hash === null || !isMeant(hash)) throw unknown
    if (row.cape_hash !== null) return { events: [] }
    const options = { now, recent: now, isRemembered: false, isSameCape: true }
    if (!(await storeTextures(tx, accountId, { cape_hash: hash }, [{ hash }], options))) throw unknown
    return { events: [{ event: 'texture.set', account: accountId, details: { texture: 'cape', hash } }] }
  })
}
