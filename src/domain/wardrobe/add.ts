import { timeUuid } from '../../lib/crypto/uuid.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { lookOf } from '../../model/game/shared-texture.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { texturesOf } from '../../storage/game/profiles.ts'
import type { WardrobeTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { storeFiles, type TextureToSet } from '../../storage/textures/textures.ts'
import { setSharedLook, sharedOfWardrobe } from '../../storage/wardrobe/shared-textures.ts'
import { isTakenDown } from '../../storage/wardrobe/taken-down.ts'
import {
  countWardrobe,
  insertWardrobeTexture,
  setWardrobeModel,
  wardrobeTextureOf,
} from '../../storage/wardrobe/wardrobe-textures.ts'
import { lockedPlayer, type PlayerRows } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext, PictureContext } from '../context.ts'
import { cleanTexture } from '../game/clean.ts'
import { recentMs, takeUpload } from '../game/set-textures.ts'
import { refuseSuspendedAtOnce, refuseUpload } from '../game/uploads.ts'
import { reportIfAlike } from '../moderation/likeness.ts'
import { type Apart, keeperOf, toTexture, type WardrobeTexture } from './list.ts'
import type { Keeping } from './locked.ts'
import { requireWardrobeName } from './names.ts'

/** A file for the wardrobe. */
export interface SentToWardrobe {
  png: Buffer
  name: string
  /** Undefined if it is to be guessed from size and pixels. */
  kind?: TextureKind | undefined
  model?: SkinModel | undefined
}

/** A texture that is in the wardrobe now. */
export interface Added {
  texture: WardrobeTexture
  /** False if its pixels were there before. */
  isNew: boolean
}

/**
 * Keeps a picture, and nobody wears it. The same pixels are kept once for a player: then the one that is there is returned as it is,
 * with the model that was chosen. Charges an upload. Throws Refused `wardrobe_name_malformed`, `too_many_uploads`,
 * `wardrobe_full`, `texture_taken_down`, what `cleanTexture` and `refuseUpload` throw, and GateFull, having changed nothing.
 */
export async function addToWardrobe(
  context: ChangeContext & PictureContext,
  by: Actor,
  player: Keeping,
  { png, name, kind: chosen, model: chosenModel }: SentToWardrobe,
): Promise<Added> {
  requireWardrobeName(name)
  await refuseSuspendedAtOnce(context, by, player.id)
  await takeUpload(context, player.id)
  const sent = { png, model: chosenModel }
  const clean = await cleanTexture(context, player.id, chosen, sent)
  const { kind, model, likeness, ...file } = await context.textureFiles.place(clean, player.id)
  const now = context.clock()
  return change(context, by, async (tx) => {
    const rows = await lockedPlayer(tx, player)
    const { row } = rows
    await refuseUpload(context, tx, by, row, kind)
    const given = { name, kind, model: kind === 'skin' ? model : null, file, chosenModel }
    const { kept, isNew } = await keep(context, tx, { ...rows, isApart: player.isApart }, given, now)
    if (isNew) await reportIfAlike(context, tx, { player: row, hash: file.hash, kind, model, likeness })
    const shared = isNew || context.config.library === 'off' ? undefined : await sharedOfWardrobe(tx, kept.id)
    const texture = toTexture(kept, { textures: texturesOf(row) }, false, shared)
    return { events: [], result: { isNew, texture } }
  })
}

interface ToKeep extends Pick<WardrobeTextureRow, 'kind' | 'model' | 'name'> {
  file: TextureToSet
  /** Replaces the model of one that is kept already. */
  chosenModel?: SkinModel | undefined
}

/**
 * Keeps a file for a locked player. A file without content has to be stored already. Throws Refused `wardrobe_full`,
 * `texture_taken_down`, `texture_unknown`.
 */
export async function keep(
  { config, random }: ChangeContext,
  tx: Transaction,
  { row: { id: playerId }, account: { id: accountId }, isApart }: PlayerRows & Apart,
  { name, kind, model, file, chosenModel }: ToKeep,
  now: number,
): Promise<{ kept: WardrobeTextureRow; isNew: boolean }> {
  const about = { id: accountId }
  const keeper = keeperOf({ id: playerId, ownerId: accountId, isApart })
  const known = await wardrobeTextureOf(tx, ...keeper, file.hash, kind)
  if (known) {
    if (await isTakenDown(tx, file.hash)) throw new Refused('texture_taken_down', { about })
    if (kind === 'cape' || chosenModel === undefined || chosenModel === known.model)
      return { kept: known, isNew: false }
    const kept = { ...known, model: chosenModel }
    await setWardrobeModel(tx, known.id, chosenModel)
    await setSharedLook(tx, known.id, lookOf(kept))
    return { kept, isNew: false }
  }
  if ((await countWardrobe(tx, accountId)) >= config.wardrobeSize)
    throw new Refused('wardrobe_full', { about })
  if (!(await storeFiles(tx, accountId, [file], { now, recent: now - recentMs })))
    throw new Refused('texture_unknown', { about })
  const id = timeUuid(now, random)
  const kept = {
    id,
    account_id: accountId,
    player_id: playerId,
    hash: file.hash,
    kind,
    model,
    name,
    added_at: now,
  }
  await insertWardrobeTexture(tx, kept)
  return { kept, isNew: true }
}
