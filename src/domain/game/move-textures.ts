import { Refused } from '../../model/errors/refusal.ts'
import { ObjectWrong } from '../../model/errors/store-unavailable.ts'
import type { TexturePlace } from '../../model/game/texture.ts'
import {
  countInDatabase,
  countInStore,
  hashesInDatabase,
  hashesInStore,
  moveToDatabase,
  moveToStore,
} from '../../storage/textures/texture-places.ts'
import type { PictureContext, ReadContext } from '../context.ts'

type Deps = ReadContext & PictureContext

/** So many files are moved at once: each may have a mebibyte. */
const movedAtOnce = 8

const elsewhere = {
  s3: { count: countInDatabase, hashes: hashesInDatabase },
  database: { count: countInStore, hashes: hashesInStore },
}

/** Returns the number of textures whose files are not in this place. */
export const countElsewhere = ({ db }: ReadContext, place: TexturePlace): Promise<number> =>
  elsewhere[place].count(db)

interface Moving {
  /** Called for each file that was not moved, because the store has none or another one, or it is being deleted there. */
  left: (hash: string) => void
  /** Called with the number of moved files. */
  moved: (count: number) => void
}

/**
 * Moves the files of all textures to a place, while the service runs. Each is in its new place before the row says so, and
 * leaves the old one after it, so this may be ended at any moment and repeated. Returns how many were moved. Throws
 * Refused `texture_store_unavailable`.
 */
export async function moveTextures(
  context: Deps,
  place: TexturePlace,
  { left, moved }: Moving,
): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const hashes = await elsewhere[place].hashes(context.db, after, movedAtOnce)
    const last = hashes.at(-1)
    if (last === undefined) return count
    const ended = await Promise.allSettled(hashes.map((hash) => moveOne(context, place, hash)))
    for (const [index, one] of ended.entries()) {
      if (one.status === 'rejected') throw one.reason
      if (one.value) count++
      else left(hashes[index] ?? '')
    }
    moved(count)
    after = last
  }
}

async function moveOne(context: Deps, place: TexturePlace, hash: string): Promise<boolean> {
  const { db, textureFiles } = context
  const file = await fileOf(context, hash)
  if (!file) return false
  if (place === 's3') {
    if (!(await textureFiles.putObject(hash, file))) return false
    return db.transaction((tx) => moveToStore(tx, hash, file.length))
  }
  if (!(await db.transaction((tx) => moveToDatabase(tx, hash, file)))) return false
  await textureFiles.deleteObject(hash)
  return true
}

/** Returns undefined if the texture is gone, or the store has not its file. */
async function fileOf({ textureFiles }: Deps, hash: string): Promise<Buffer | undefined> {
  try {
    return await textureFiles.read(hash)
  } catch (error) {
    if (error instanceof Refused && error.cause instanceof ObjectWrong) return undefined
    throw error
  }
}
