// The search of the library, against a plain filter of the same rows. On SQLite it goes step by step.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import type { SharedTextureRow } from '../../src/storage/schema/rows/wardrobe.ts'
import { libraryPage } from '../../src/storage/wardrobe/library.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'

const count = 2600
const rowsAtOnce = 200

/** The newest 2,000 are searched first: of these one in nine is a knight. Of the oldest 300, each is a wolpertinger. */
const nameOf = (index: number): string =>
  index < 300 ? `Wolpertinger ${index}` : `${index % 9 === 0 ? 'Knight' : 'Fox'} ${index}`

async function fill({ context, account }: RunningService): Promise<SharedTextureRow[]> {
  const [{ id: one }, { id: other }] = [await account(), await account()]
  const rows = Array.from({ length: count }, (_, index): SharedTextureRow => {
    const id = index.toString(16).padStart(32, '0')
    return {
      id,
      wardrobe_id: id,
      player_id: index % 100 === 0 ? other : one,
      hash: hash('sha256', id),
      look: index % 3 === 0 ? 'slim' : 'skin',
      name: nameOf(index),
      name_folded: nameOf(index).toLowerCase(),
      state: 'published',
      note: null,
      // Several are of one instant, and many are worn as often.
      listed_at: Math.floor(index / 7),
      worn: (index * 7919) % 50,
    }
  })
  for (let from = 0; from < count; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    const kept = some.map(({ id, player_id, hash: of, name }) => ({
      id,
      account_id: player_id,
      player_id,
      hash: of,
      kind: 'skin' as const,
      model: 'default' as const,
      name,
      added_at: 0,
    }))
    await context.db.query.insertInto('wardrobe_texture').values(kept).execute()
    await context.db.query.insertInto('shared_texture').values(some).execute()
  }
  return rows
}

onEveryDatabase('the search of the library', (start) => {
  test('finds what a plain filter finds, in its order, page by page', async () => {
    const service = await start()
    const rows = await fill(service)
    const other = rows[0]?.player_id ?? ''
    for (const order of ['listed_at', 'worn'] as const) {
      const inOrder = rows.toSorted((a, b) => (b[order] ?? 0) - (a[order] ?? 0) || (a.id < b.id ? 1 : -1))
      for (const search of [
        { text: 'knight' },
        { text: 'knight', look: 'slim' as const },
        { text: 'wol' },
        { text: 'wolpertinger 2' },
        { text: 'wolpertinger', look: 'slim' as const },
        { text: '99' },
        { text: 'nothing' },
        { text: 'nothing', named: other },
      ]) {
        const expected = inOrder.filter(
          ({ name_folded, look, player_id }) =>
            (name_folded.includes(search.text) || player_id === search.named) &&
            (search.look === undefined || look === search.look),
        )
        const found: string[] = []
        for (let from: { number: number; id: string } | undefined; ; ) {
          const page = await libraryPage(service.context.db, { ...search, order, from, limit: 60 })
          found.push(...page.map(({ id }) => id))
          const last = page.at(-1)
          if (!last || page.length < 60) break
          from = { number: last[order] ?? 0, id: last.id }
        }
        assert.deepEqual(
          found,
          expected.map(({ id }) => id),
          JSON.stringify({ order, ...search }),
        )
      }
    }
  })
})
