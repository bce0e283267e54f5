import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch, requireRule } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { looseObjectOf } from '../../storage/textures/loose-objects.ts'
import { closeReports, reopenReviews } from '../../storage/wardrobe/reports.ts'
import { endWearersOf } from '../../storage/wardrobe/shelf-wearers.ts'
import {
  deleteTakenDown,
  isTakenDown,
  lockHash,
  putBands,
  putFileBack,
  putTakenDown,
} from '../../storage/wardrobe/taken-down.ts'
import {
  countWearers,
  deleteFile,
  dressedAfter,
  isCape,
  lockWearers,
  rememberSkins,
  takeOffCapes,
  takeOffSkins,
  takeOffVisitorsCapes,
  takeOffVisitorsSkins,
} from '../../storage/wardrobe/wearers.ts'
import { change } from '../change.ts'
import type { ChangeContext, PictureContext } from '../context.ts'
import { notifyAll } from '../mail.ts'
import { bandsOf, likenessOfFile } from './likeness.ts'

/** So few wearers are told by one statement, so that thousands never hold the event loop. */
const toldAtOnce = 128

/**
 * Takes a texture off everybody, for good: nobody can wear or upload its pixels again. Closes its reports, and tells each
 * who wore it, with the reason. Does nothing if it has been taken down already. Throws Refused `malformed` `reason`,
 * `unknown`, `overloaded`.
 */
export async function takeDownTexture(
  context: ChangeContext & PictureContext,
  by: Actor,
  hash: string,
  { reason }: { reason?: string | null | undefined } = {},
): Promise<void> {
  requireRule('reason', 'reason', reason)
  const file = await fileIfThere(context, hash)
  const likenesses = file && (await likenessOfFile(context, file))
  const told = reason || undefined
  await change(context, by, async (tx) => {
    const now = context.clock()
    await lockHash(tx, hash)
    if (await isTakenDown(tx, hash)) return { events: [] }
    const kind: TextureKind = (await isCape(tx, hash)) ? 'cape' : 'skin'
    const worn = await countWearers(tx, hash)
    await lockWearers(tx, hash)
    await tellWearers(context, tx, hash, told)
    await rememberSkins(tx, hash, now)
    await takeOffSkins(tx, hash)
    await takeOffCapes(tx, hash)
    await endWearersOf(tx, hash)
    await takeOffVisitorsSkins(tx, hash)
    await takeOffVisitorsCapes(tx, hash)
    // The file last: an upload locks its account before it.
    await looseObjectOf(tx, hash)
    const [deleted] = await deleteFile(tx, hash)
    if (!deleted) throw noSuch('texture')
    const png = deleted.place === 'database' ? deleted.png : (file?.toString('base64') ?? null)
    const likeness = likenesses?.[kind] ?? null
    const row = { hash, kind, likeness, png, reason: told ?? null, at: now }
    await putTakenDown(tx, { ...row, taken_down_by: by.name ?? null })
    if (likeness !== null) await putBands(tx, hash, bandsOf(likeness))
    await closeReports(tx, hash, 'taken_down', by.name ?? null, now)
    const details = { texture: kind, hash, worn, reason: told ?? null }
    return { events: [{ event: 'texture.taken_down', account: null, details }] }
  })
  await context.textureFiles.deleteObject(hash)
}

/** Returns undefined where the object store does not give the file, which keeps nobody from taking it down. */
async function fileIfThere({ textureFiles }: PictureContext, hash: string): Promise<Buffer | undefined> {
  try {
    return await textureFiles.read(hash)
  } catch (error) {
    if (error instanceof Refused && error.reason === 'texture_store_unavailable') return undefined
    throw error
  }
}

async function tellWearers(
  context: ChangeContext,
  tx: Transaction,
  hash: string,
  reason: string | undefined,
): Promise<void> {
  for (let after = ''; ; ) {
    const page = await dressedAfter(tx, hash, after, toldAtOnce)
    const last = page.at(-1)
    if (!last) return
    await notifyAll(
      context,
      tx,
      page.map(({ kind, email, ...owner }) => ({
        owner: { ...owner, email: email ?? undefined },
        notice: { about: 'texture_taken_down', texture: kind, ...(reason !== undefined && { reason }) },
      })),
    )
    after = last.id
  }
}

/**
 * Brings a texture back that was taken down within the last 30 days. It is in the library again where it was shared. Players
 * find it among their former skins, and nobody wears it by itself. Throws Refused `unknown`.
 */
export function restoreTexture(context: ChangeContext, by: Actor, hash: string): Promise<void> {
  return change(context, by, async (tx) => {
    await lockHash(tx, hash)
    const row = await deleteTakenDown(tx, hash)
    if (!row || row.png === null) throw noSuch('hidden-texture')
    await putFileBack(tx, hash, row.png, context.clock())
    await reopenReviews(tx, hash)
    return { events: [{ event: 'texture.restored', account: null, details: { texture: row.kind, hash } }] }
  })
}
