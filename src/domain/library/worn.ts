import { setWorn, wornAfter } from '../../storage/wardrobe/shared-textures.ts'
import type { ReadContext } from '../context.ts'

/** Few enough that counting delays nobody. */
const countedAtOnce = 200

/**
 * Counts who wears each shared texture, at most 10,000, and writes down what has changed. `pause` is called after every
 * part. Returns the number of textures whose number has changed.
 */
export async function countWorn(
  { db }: Pick<ReadContext, 'db'>,
  pause: () => Promise<unknown>,
): Promise<number> {
  let changed = 0
  for (let after = ''; ; ) {
    const rows = await wornAfter(db, after, countedAtOnce)
    for (const { id, worn, was } of rows) {
      if (worn === was) continue
      await setWorn(db, id, worn)
      changed++
    }
    const last = rows.at(-1)
    if (!last || rows.length < countedAtOnce) return changed
    after = last.id
    await pause()
  }
}
