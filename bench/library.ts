// A library of 100,000 textures that 20,000 players share.
import { hash } from 'node:crypto'
import { newAccountRow } from '../src/domain/accounts/account-row.ts'
import { fold } from '../src/lib/text/fold.ts'
import { unusableHash } from '../src/passwords/passwords.ts'
import { openDatabase } from '../src/storage/engine/open.ts'
import { inserts } from '../src/storage/engine/rows.ts'

export const librarySize = { textures: 100_000, players: 20_000 }

const words =
  'red blue knight ninja dragon cat fox witch pirate robot angel demon queen miner ärmel рыцарь 骑士 girl boy skin'.split(
    ' ',
  )

const id = (kind: string, index: number) => hash('md5', `${kind} ${index}`)
/** In the order of the numbers, as the ids of the service are. */
const laterId = (index: number) =>
  (0x0190_0000_0000_0000n + BigInt(index)).toString(16).padStart(16, '0').padEnd(32, '7')

/** Names of two words and a number; one in 1,000 has a word of its own. */
const nameOf = (index: number) => {
  const [one, two] = [words[index % words.length], words[Math.floor(index / 7) % words.length]]
  return index % 997 === 0 ? `Wolpertinger ${index}` : `${one} ${two} ${index}`
}

const hashOf = (index: number) => hash('sha256', `texture ${index}`)

/** The hashes of some of the textures, more than anybody looks at in a few seconds. */
export const libraryHashes: readonly string[] = Array.from({ length: 20_000 }, (_, index) => hashOf(index))

/** Fills a database that the service has migrated. One player in fifty is suspended. */
export async function fillLibrary(databaseUrl: string, png: Buffer): Promise<void> {
  await using db = await openDatabase(databaseUrl)
  const rows = {
    account: inserts('account'),
    texture: inserts('texture'),
    wardrobe: inserts('wardrobe_texture'),
    shared: inserts('shared_texture'),
  }
  const atOnce = 500
  const now = Date.now()
  for (let from = 0; from < librarySize.players; from += atOnce) {
    await db.unbounded.transaction(async (tx) => {
      const players = Array.from({ length: atOnce }, (_, at) => from + at)
      await rows.account(
        tx,
        ...players.map((index) => ({
          ...newAccountRow({
            id: id('sharer', index),
            username: `Sharer_${index}`,
            email: undefined,
            passwordHash: unusableHash,
            language: 'en',
            totpSecret: null,
            createdAt: now,
          }),
          skin_hash: hashOf((index * index) % 5000),
          skin_model: 'default' as const,
          suspended_at: index % 50 === 0 ? now : null,
        })),
      )
    })
  }
  const stored = png.toString('base64')
  for (let from = 0; from < librarySize.textures; from += atOnce) {
    await db.unbounded.transaction(async (tx) => {
      const textures = Array.from({ length: atOnce }, (_, at) => from + at)
      const playerOf = (index: number) => id('sharer', index % librarySize.players)
      await rows.texture(
        tx,
        ...textures.map((index) => ({
          hash: hashOf(index),
          png: stored,
          place: 'database' as const,
          worn_by: '',
          worn_at: now,
          unworn_since: null,
        })),
      )
      await rows.wardrobe(
        tx,
        ...textures.map((index) => ({
          id: laterId(index),
          account_id: playerOf(index),
          player_id: playerOf(index),
          hash: hashOf(index),
          kind: 'skin' as const,
          model: 'default' as const,
          name: nameOf(index),
          added_at: now,
        })),
      )
      await rows.shared(
        tx,
        ...textures.map((index) => ({
          id: laterId(index),
          wardrobe_id: laterId(index),
          player_id: playerOf(index),
          hash: hashOf(index),
          look: index % 20 === 0 ? ('slim' as const) : ('skin' as const),
          name: nameOf(index),
          name_folded: fold(nameOf(index)),
          state: 'published' as const,
          note: null,
          listed_at: now - (librarySize.textures - index) * 1000,
          worn: index < 5000 ? index % 300 : 0,
        })),
      )
    })
  }
}
