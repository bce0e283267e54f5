import { fold } from '../../lib/text/fold.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { kindOf, type Look } from '../../model/game/shared-texture.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { Rate } from '../../state/limits/rates.ts'
import type { SharedTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import {
  type LibraryOrder,
  type LibraryPlace,
  libraryPage,
  playerNamed,
  sharersShown,
} from '../../storage/wardrobe/library.ts'
import { sharedOfHash, sharedTexture } from '../../storage/wardrobe/shared-textures.ts'
import { takenDownOf } from '../../storage/wardrobe/taken-down.ts'
import type { OperationContext, ReadContext } from '../context.ts'

/** Something that a player shares with all others. */
export interface SharedTexture {
  id: string
  name: string
  kind: TextureKind
  /** Null for a cape. */
  model: SkinModel | null
  hash: string
  /** The player who shares it, by the name that it has now. */
  by: { id: string; name: string }
  /** The number of players who wear it, some minutes ago. */
  worn: number
}

/** The number of textures on a page. */
export const libraryPageSize = 24

/** The limit on searches of one account, or of one network of strangers. */
export const searchRate: Rate = { size: 60, refillMs: 500 }

export const maxSearchers = 10_000

/** So many are looked at for one page: where most are hidden, the page is shorter, and the next one follows. */
const examined = { atOnce: 60, times: 4 }

/** Takes a search from the rate of an account or a network. Throws Refused `overloaded`. */
export function takeSearch({ searchRates }: OperationContext, asker: string): void {
  if (!searchRates.take(asker))
    throw new Refused('overloaded', { retryAfter: Math.ceil(searchRate.refillMs / 1000) })
}

export interface LibrarySearch {
  /** Part of the name of a texture, or the whole name of a player. */
  text?: string | undefined
  look?: Look | undefined
  /** The name of a player. */
  by?: string | undefined
  sort: 'newest' | 'worn'
  /** The `next` of the page before. */
  after?: string | undefined
}

/**
 * Returns a page of the library: without textures of suspended or leaving players, and without those taken down.
 * The answer is the same for a player who shares nothing and for a name that nobody has.
 */
export async function libraryTextures(
  context: ReadContext,
  { text, look, by, sort, after }: LibrarySearch,
): Promise<{ textures: SharedTexture[]; next: string | undefined }> {
  const { db } = context
  const order: LibraryOrder = sort === 'worn' ? 'worn' : 'listed_at'
  const player = by === undefined ? undefined : await playerNamed(db, fold(by))
  if (by !== undefined && player === undefined) return { textures: [], next: undefined }
  const folded = text === undefined ? undefined : fold(text)
  const named = folded === undefined ? undefined : await playerNamed(db, folded)
  const textures: SharedTexture[] = []
  let from = placeIn(after)
  for (let time = 0; time < examined.times; time++) {
    const limit = examined.atOnce
    const rows = await libraryPage(db, { text: folded, named, player, look, order, from, limit })
    const shown = await shownOf(context, rows)
    for (const row of rows) {
      const texture = shown.get(row.id)
      if (texture && textures.length === libraryPageSize) return { textures, next: from && nextOf(from) }
      if (texture) textures.push(texture)
      from = { number: row[order] ?? 0, id: row.id }
    }
    if (rows.length < limit) return { textures, next: undefined }
    if (textures.length === libraryPageSize) break
  }
  return { textures, next: from && nextOf(from) }
}

const nextOf = ({ number, id }: LibraryPlace): string => `${number}.${id}`

function placeIn(after: string | undefined): LibraryPlace | undefined {
  const [, number, id] = /^(\d{1,15})\.([\da-f]{32})$/.exec(after ?? '') ?? []
  return id === undefined ? undefined : { number: Number(number), id }
}

/** Returns those of the published textures that everybody sees, by id. */
async function shownOf(
  { db, clock }: ReadContext,
  rows: readonly SharedTextureRow[],
): Promise<ReadonlyMap<string, SharedTexture>> {
  const different = (values: readonly string[]) => [...new Set(values)]
  const [sharers, takenDown] = await Promise.all([
    sharersShown(db, different(rows.map((row) => row.player_id)), clock()),
    takenDownOf(db, different(rows.map(({ hash }) => hash))),
  ])
  const names = new Map(sharers.map(({ id, username }) => [id, username]))
  const down = new Set(takenDown)
  const shown = new Map<string, SharedTexture>()
  for (const { id, name, hash, look, player_id: player, state, worn } of rows) {
    const username = names.get(player)
    if (username === undefined || down.has(hash) || state !== 'published') continue
    shown.set(id, { id, name, hash, ...kindOf(look), by: { id: player, name: username }, worn })
  }
  return shown
}

/** Returns a texture of the library, if everybody sees it. */
export async function oneOfLibrary(context: ReadContext, id: string): Promise<SharedTexture | undefined> {
  return oneShown(context, await sharedTexture(context.db, id))
}

/** Returns the texture of the library with these pixels, if everybody sees it. */
export async function firstShared(context: ReadContext, hash: string): Promise<SharedTexture | undefined> {
  return oneShown(context, await sharedOfHash(context.db, hash))
}

async function oneShown(
  context: ReadContext,
  row: SharedTextureRow | undefined,
): Promise<SharedTexture | undefined> {
  return row && (await shownOf(context, [row])).get(row.id)
}
