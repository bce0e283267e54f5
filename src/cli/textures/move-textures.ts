import { countElsewhere, moveTextures } from '../../domain/game/move-textures.ts'
import type { TexturePlace } from '../../model/game/texture.ts'
import { CommandRefused } from '../line/command.ts'
import { Progress } from '../line/progress.ts'
import { writeCommand } from '../line/with-context.ts'

/** The files that could not be moved are named up to this number. */
const maxNamed = 10

export const move = writeCommand(async (context, { place }: { place: TexturePlace }, output) => {
  if (context.config.texturesUrl === undefined)
    throw new CommandRefused(
      'NORN_TEXTURES_URL is not set; set it to the object store (docs/object-store.md)',
    )
  const total = await countElsewhere(context, place)
  const progress = new Progress(output.surroundings.stderr, 'textures')
  const named: string[] = []
  const moved = await moveTextures(context, place, {
    moved: (count) => progress.update(count, total === 0 ? undefined : Math.min(1, count / total)),
    left: (hash) => {
      if (named.length < maxNamed) named.push(hash)
    },
  })
  progress.end()
  await context.textureFiles.deleteLooseObjects()
  const left = await countElsewhere(context, place)
  if (named.length > 0)
    output.note(
      `warning: the store has no such file, or is just deleting it: ${named.join(', ')}; run this again in a minute`,
    )
  output.object({ moved, left }, `Moved ${moved}, left ${left}.`)
})
