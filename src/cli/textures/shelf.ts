import { listGroups } from '../../domain/community/groups.ts'
import type { Context } from '../../domain/context.ts'
import { addToShelf, listShelf, removeFromShelf } from '../../domain/wardrobe/shelves.ts'
import type { ShelfKind } from '../../model/game/shelf.ts'
import { shownShelfTexture } from '../../present/texture.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { readImage } from '../accounts/texture.ts'
import type { Output } from '../line/output.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'

interface Given {
  group: string
  file: string
  name: string
  kind: ShelfKind | undefined
}

export async function add({ group, file, name, kind }: Given, output: Output): Promise<void> {
  const png = await readImage(file, output)
  await withContext(output, async (context) => {
    output.object(shownShelfTexture(await addToShelf(context, commandActor(), group, { png, name, kind })))
    if (context.config.wardrobeSize === 0)
      output.note('note: members find it in the wardrobe, which NORN_WARDROBE_SIZE=0 turns off')
  })
}

export const list = readCommand(async (context, { group }: { group: string | undefined }, output) => {
  await output.list(shelves(context, group), { group: 20, name: 24, kind: 4, hash: 64 })
})

async function* shelves(context: Context, group: string | undefined) {
  const groups = group === undefined ? (await listGroups(context)).map(({ name }) => name) : [group]
  for (const each of groups) yield* (await listShelf(context, each)).map(shownShelfTexture)
}

export const remove = writeCommand(
  async (context, { group, name }: { group: string; name: string }, output) => {
    await removeFromShelf(context, commandActor(), group, name)
    output.object(
      { group, name },
      'It was taken off the shelf, and off the members who wore it from there and keep no copy.',
    )
  },
)
