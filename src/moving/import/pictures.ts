import { LRUCache } from 'lru-cache'
import type { PictureContext, ReadContext } from '../../domain/context.ts'
import { cleanTexture } from '../../domain/game/clean.ts'
import { FileNotRead, type Folder } from '../../lib/files/folder.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { maxTextureBytes, type TextureKind } from '../../model/game/texture.ts'
import type { TextureFile } from '../../storage/textures/textures.ts'
import { isTakenDown } from '../../storage/wardrobe/taken-down.ts'
import { EntryRefused } from './imported-account.ts'

/** A picture as stored after an upload, and the model guessed from its pixels. */
type Picture = TextureFile & { model: SkinModel }

interface PictureRequest {
  /** The first account that uses it. */
  accountId: string
  kind: TextureKind
  file: string
}

/** Enough for thousands of skins, which have a few kilobytes each. */
const keptBytes = 16 * 1024 * 1024

/**
 * Returns a function that reads and cleans a picture of the folder, once for all accounts that use it. The function
 * throws EntryRefused if the picture can't be used.
 */
export function pictureReader(context: ReadContext & PictureContext, folder: Folder) {
  const pictures = new LRUCache<string, Picture, PictureRequest>({
    maxSize: keptBytes,
    sizeCalculation: ({ png }) => png.length,
    // A picture that is evicted while it is being read still reaches its callers.
    ignoreFetchAbort: true,
    fetchMethod: (_name, _stale, options) => read(context, folder, options.context),
  })
  return (request: PictureRequest): Promise<Picture> =>
    pictures.forceFetch(`${request.kind} ${request.file}`, { context: request })
}

/** Reads a picture and checks it like an upload. */
async function read(
  context: ReadContext & PictureContext,
  folder: Folder,
  { accountId, kind, file }: PictureRequest,
): Promise<Picture> {
  try {
    const png = await folder.read(file, maxTextureBytes)
    const picture = await cleanTexture(context, accountId, kind, { png })
    if (await isTakenDown(context.db, picture.hash)) throw new Refused('texture_taken_down')
    return picture
  } catch (cause) {
    const options = { cause }
    if (cause instanceof FileNotRead) throw new EntryRefused(`file_${cause.why}`, file, options)
    if (!(cause instanceof Refused)) throw cause
    const { reason } = cause
    switch (reason) {
      case 'texture_malformed':
      case 'texture_animated':
      case 'texture_size_unknown':
      case 'texture_too_large':
      case 'texture_taken_down':
        throw new EntryRefused(reason, file, options)
      default:
        throw cause
    }
  }
}
