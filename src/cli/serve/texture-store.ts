import type { ReadContext } from '../../domain/context.ts'
import { anyTextureInStore } from '../../storage/textures/texture-places.ts'
import { CommandRefused } from '../line/command.ts'

/** Throws CommandRefused if a texture lies in an object store and none is set. */
export async function refuseUnsetStore({ config, db }: ReadContext): Promise<void> {
  if (config.texturesUrl !== undefined || (await anyTextureInStore(db)) === undefined) return
  throw new CommandRefused(
    'textures lie in an object store, and NORN_TEXTURES_URL is not set; set it, or bring them back first, with it: "norn texture move database"',
  )
}
