import { isoTime } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { PictureContext, ReadContext } from '../context.ts'
import { type WardrobeTexture, wardrobeOf } from './list.ts'

/** The number of textures whose files are in memory at once: each may have a mebibyte. */
const atOnce = 8

const shownSharing = (sharing: WardrobeTexture['sharing']) => ({
  shared: sharing?.state ?? 'no',
  ...(sharing?.note !== undefined && { note: sharing.note }),
})

/** Yields all that an account keeps, with its file in Base64, or null if that no longer exists. */
export async function* wardrobeData(
  context: ReadContext & PictureContext,
  account: Pick<Account, 'id' | 'textures'>,
) {
  for (let after: string | undefined; ; ) {
    const part = await wardrobeOf(context, { ...account, ownerId: undefined }, { after, limit: atOnce })
    for (const { name, kind, model, hash, addedAt, sharing } of part) {
      const png = (await context.textureFiles.read(hash))?.toString('base64') ?? null
      yield { name, kind, model, hash, addedAt: isoTime(addedAt), ...shownSharing(sharing), png }
    }
    after = part.at(-1)?.id
    if (after === undefined) return
  }
}
