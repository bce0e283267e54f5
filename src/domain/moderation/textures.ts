import type { Account } from '../../model/accounts/account.ts'
import { noSuch } from '../../model/errors/families.ts'
import type { ListPart } from '../../model/records/lists.ts'
import { type ListedTextureRow, texturesListed } from '../../storage/wardrobe/texture-list.ts'
import type { ReadContext } from '../context.ts'

/** Returns textures in the order of their hashes, of one player if that is given: stored ones, or hidden ones. */
export const listTextures = (
  { db }: ReadContext,
  {
    after = '',
    limit,
    account,
    hidden = false,
  }: ListPart & { account?: Account | undefined; hidden?: boolean | undefined },
): Promise<ListedTextureRow[]> => texturesListed(db, { after, limit, player: account?.id, isHidden: hidden })

/** Returns a texture by its hash, stored or hidden. Throws Refused `unknown`. */
export async function textureCalled({ db }: ReadContext, hash: string): Promise<ListedTextureRow> {
  if (!/^[\da-f]{64}$/.test(hash)) throw noSuch('texture')
  // The only hash after the one before it.
  const before = hash.slice(0, -1)
  for (const isHidden of [false, true]) {
    const rows = await texturesListed(db, { after: before, limit: 16, isHidden })
    const found = rows.find((row) => row.hash === hash)
    if (found) return found
  }
  throw noSuch('texture')
}
