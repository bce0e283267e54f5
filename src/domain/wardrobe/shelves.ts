// The textures of groups (docs/decisions/0150-shelves.md). Members of the group wear them, and nobody else does.
import { timeUuid } from '../../lib/crypto/uuid.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch, requireRule, tooMany } from '../../model/errors/families.ts'
import { maxShelfTextures, meantBy, type ShelfKind, shelfKindOf } from '../../model/game/shelf.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { groupByName, lockGroup, lockMembersOf } from '../../storage/community/groups.ts'
import type { ShelfTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { nobody, storeFiles } from '../../storage/textures/textures.ts'
import {
  countShelfTextures,
  deleteShelfTexture,
  deleteTakenDownNamed,
  insertShelfTexture,
  shelfTextureNamed,
  shelfTextures,
  shelfTexturesOfMember,
} from '../../storage/wardrobe/shelf-textures.ts'
import { undressWearers, wearsFromShelf } from '../../storage/wardrobe/shelf-wearers.ts'
import { afterAllIds } from '../../storage/wardrobe/wardrobe-textures.ts'
import { change, ifTakenBy } from '../change.ts'
import type { ChangeContext, PictureContext, ReadContext } from '../context.ts'
import { cleanTexture } from '../game/clean.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { toTexture, type WardrobeTexture, type Wearer } from './list.ts'

/** A texture of a group. */
export interface ShelfTexture {
  group: string
  name: string
  kind: ShelfKind
  hash: string
}

/** A file for the shelf of a group. */
export interface SentToShelf {
  png: Buffer
  name: string
  /** Undefined if it is to be guessed from size and pixels. */
  kind?: ShelfKind | undefined
}

/**
 * Puts a picture on the shelf of a group. Throws Refused `malformed`, `unknown`, `taken`, `too_many`, what `cleanTexture` throws,
 * `texture_taken_down`, and GateFull, having changed nothing.
 */
export async function addToShelf(
  context: ChangeContext & PictureContext,
  by: Actor,
  group: string,
  { png, name, kind: chosen }: SentToShelf,
  keep?: StoreAnswer<ShelfTexture>,
): Promise<ShelfTexture> {
  requireRule('label', 'name', name)
  // Before the picture is decoded.
  await requireGroup(context, group)
  const given = chosen && meantBy(chosen)
  const sent = { png, model: given?.model ?? undefined }
  const asker = `shelf:${group}`
  const clean = await cleanTexture(context, asker, given?.kind, sent)
  const file = await context.textureFiles.place(clean, asker)
  const { kind, hash } = file
  const model = kind === 'skin' ? file.model : null
  return change(context, by, async (tx) => {
    if (!(await lockGroup(tx, group, 'for update'))) throw noSuch('group')
    if ((await countShelfTextures(tx, group)) >= maxShelfTextures)
      throw tooMany('shelf-texture', maxShelfTextures)
    const now = context.clock()
    await deleteTakenDownNamed(tx, group, name)
    // Nobody has tried it on, so no other file has been left behind.
    await storeFiles(tx, nobody, [file], { now, recent: now })
    const id = timeUuid(now, context.random)
    const row = { id, group_name: group, name, hash, kind, model, added_at: now }
    await insertShelfTexture(tx, row)
    const result = toShelfTexture(row)
    await keep?.(tx, result)
    const details = { group, name, texture: kind, hash }
    return { events: [{ event: 'shelf.added', account: null, details }], result }
  }).catch(ifTakenBy('shelf-texture'))
}

/** Returns the textures of a group, in the order of their names. Throws Refused `unknown`. */
export async function listShelf(context: ReadContext, group: string): Promise<ShelfTexture[]> {
  await requireGroup(context, group)
  return (await shelfTextures(context.db, group)).map(toShelfTexture)
}

/** Takes a texture off the shelf of a group, and off all who wear it from there. Throws Refused `unknown`. */
export async function removeFromShelf(
  context: ChangeContext,
  by: Actor,
  group: string,
  name: string,
): Promise<void> {
  await requireGroup(context, group)
  await change(context, by, async (tx) => {
    await lockMembersOf(tx, group)
    const row = await shelfTextureNamed(tx, group, name)
    if (!row) throw noSuch('shelf-texture')
    const worn = await undressWearers(tx, [row.id])
    await deleteShelfTexture(tx, row.id)
    const details = { group, name, texture: row.kind, hash: row.hash, worn }
    return { events: [{ event: 'shelf.removed', account: null, details }] }
  })
}

/**
 * Returns what the groups of a player's account have, the newest first. `after` is the id of the last one of the previous
 * page.
 */
export async function shelvesOf(
  { db }: ReadContext,
  player: Wearer,
  { after = afterAllIds, limit }: { after?: string | undefined; limit: number },
): Promise<WardrobeTexture[]> {
  const rows = await shelfTexturesOfMember(db, player.ownerId ?? player.id, after, limit)
  return rows.map((row) => toTexture(row, player, false))
}

/** Returns which of the textures that a player wears, or has hidden, are from shelves. */
export const shelfWorn = async (
  { db }: ReadContext,
  { id }: Pick<Wearer, 'id'>,
): Promise<Record<TextureKind, boolean>> => ({
  skin: await wearsFromShelf(db, id, 'skin'),
  cape: await wearsFromShelf(db, id, 'cape'),
})

async function requireGroup({ db }: ReadContext, group: string): Promise<void> {
  if (!(await groupByName(db, group))) throw noSuch('group')
}

const toShelfTexture = (row: ShelfTextureRow): ShelfTexture => ({
  group: row.group_name,
  name: row.name,
  kind: shelfKindOf(row),
  hash: row.hash,
})
