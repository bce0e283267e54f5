import { dayMs, minuteMs } from '../../lib/measure/units.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { TexturesProperty } from '../../model/game/textures-payload.ts'
import { lockVisitor, visitorByUuid } from '../../storage/community/visitors.ts'
import {
  type MirroredTextures,
  mirroredTexturesOf,
  putMirroredTextures,
} from '../../storage/textures/mirrored-textures.ts'
import { storeFiles, type TextureFile } from '../../storage/textures/textures.ts'
import { mayPutOn } from '../../storage/wardrobe/taken-down.ts'
import type { PictureContext, ReadContext } from '../context.ts'
import type { ForeignPlayer } from '../neighbours/joined.ts'
import { cleanTexture } from './clean.ts'
import { type ForeignLinks, signedLinks } from './foreign-links.ts'
import { recentMs } from './set-textures.ts'

/** Copies that are older are compared with the neighbour's pictures again. */
const freshMs = 10 * minuteMs
/** Copies are shown, and kept, for this time after the neighbour last named them. */
export const mirroredTexturesMs = 7 * dayMs
/** The longest time for which a game server waits for pictures. */
export const maxWaitMs = 1000

export type MirrorDeps = ReadContext & PictureContext

/**
 * Returns the textures property of a visitor with copies of what the neighbour has signed. Pictures that are not copied
 * within a second, or when `signal` aborts, are shown from the next time on, and former copies until then. Undefined if
 * there is nothing to show.
 */
export async function mirroredTextures(
  context: MirrorDeps,
  username: string,
  player: ForeignPlayer,
  { signed, signal }: { signed: boolean; signal: AbortSignal },
): Promise<TexturesProperty | undefined> {
  const { clock, db, texturesProperties } = context
  const { neighbour, profile } = player
  const [known, links] = await Promise.all([
    mirroredTexturesOf(db, profile.id),
    signedLinks(context, neighbour, profile),
  ])
  const shown = links ? await upToDate(context, player, links, known, signal) : known
  if (!shown || shown.checked_at <= clock() - mirroredTexturesMs) return undefined
  return texturesProperties.ofService({ ...shown, id: profile.id, username }, signed)
}

async function upToDate(
  context: MirrorDeps,
  player: ForeignPlayer,
  links: ForeignLinks,
  known: MirroredTextures | undefined,
  signal: AbortSignal,
): Promise<MirroredTextures | undefined> {
  if (isFresh(context, known, links)) return known
  const copying = context.pictures.copy(`${player.profile.id} ${JSON.stringify(links)}`, (end) =>
    copy(context, player, links, end),
  )
  if (isOf(known, links)) return known
  return (await Promise.race([copying, late(signal)])) ?? known
}

const isOf = (copied: MirroredTextures | undefined, links: ForeignLinks): copied is MirroredTextures =>
  copied?.links === JSON.stringify(links)

function isFresh(
  { clock }: MirrorDeps,
  copied: MirroredTextures | undefined,
  links: ForeignLinks,
): copied is MirroredTextures {
  if (!isOf(copied, links)) return false
  const ageMs = clock() - copied.checked_at
  // A copy from the future was made before the clock was set back.
  return ageMs >= 0 && ageMs < freshMs
}

/** Resolves when nobody waits any longer. */
const late = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    const over = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)])
    if (over.aborted) resolve(undefined)
    else over.addEventListener('abort', () => resolve(undefined), { once: true })
  })

/** Copies the pictures and stores them, unless the visitor has been deleted. */
async function copy(
  context: MirrorDeps,
  { neighbour, profile: { id } }: ForeignPlayer,
  links: ForeignLinks,
  signal: AbortSignal,
): Promise<MirroredTextures | undefined> {
  const { clock, db, pictures } = context
  // Nothing is copied for players who have only been looked up.
  if (!(await visitorByUuid(db, id))) return undefined
  // Another copy may have ended after this caller had read an old one.
  const latest = await mirroredTexturesOf(db, id)
  if (isFresh(context, latest, links)) return latest
  const readOne = async (kind: TextureKind): Promise<TextureFile | undefined> => {
    const url = links[kind]?.url
    const png = url === undefined ? undefined : await pictures.read(neighbour, url, signal)
    return png && cleaned(context, neighbour.id, kind, png)
  }
  const [readSkin, readCape] = await Promise.all([readOne('skin'), readOne('cape')])
  const read = { skin: readSkin, cape: readCape }
  signal.throwIfAborted()
  return db.transaction(async (tx) => {
    if (!(await lockVisitor(tx, id))) return undefined
    const allowed = async (file: TextureFile | undefined) =>
      file && (await mayPutOn(tx, file.hash)) ? file : undefined
    const [skin, cape] = [await allowed(read.skin), await allowed(read.cape)]
    const files = [skin, cape].filter((file) => file !== undefined)
    const now = clock()
    await putMirroredTextures(tx, {
      uuid: id,
      links: JSON.stringify(links),
      skin_hash: skin?.hash ?? null,
      skin_model: (skin && links.skin?.model) ?? null,
      cape_hash: cape?.hash ?? null,
      checked_at: now,
    })
    await storeFiles(tx, id, files, { now, recent: now - recentMs })
    return mirroredTexturesOf(tx, id)
  })
}

/** Cleans a picture as an upload is. Returns undefined if it would be refused as an upload. */
async function cleaned(
  context: MirrorDeps,
  neighbour: string,
  kind: TextureKind,
  png: Buffer,
): Promise<TextureFile | undefined> {
  try {
    const { hash, png: file } = await cleanTexture(context, `neighbour ${neighbour}`, kind, { png })
    return { hash, png: file }
  } catch (error) {
    if (error instanceof Refused && error.reason.startsWith('texture_')) return undefined
    throw error
  }
}
