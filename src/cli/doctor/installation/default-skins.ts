import { join } from 'node:path'
import { pino } from 'pino'
import { cleanTexture } from '../../../domain/game/clean.ts'
import { Folder } from '../../../lib/files/folder.ts'
import { DefaultSkins } from '../../../state/textures/default-skins.ts'
import { ImageWork } from '../../../state/textures/image-work.ts'
import type { Examined } from '../examined.ts'
import { type Findings, ok, skipped, warning } from '../finding.ts'

/** Checks that each file of the folder of default skins can be worn. */
export async function defaultSkins({ config }: Examined): Promise<Findings> {
  const folder = join(config.dataDir, 'default-skins')
  const imageWork = new ImageWork(() => 1, { all: 1, group: 1 })
  const skins = new DefaultSkins(
    new Folder(folder),
    (png, model) => cleanTexture({ config, imageWork }, 'doctor', 'skin', { png, model }),
    pino({ level: 'silent' }),
  )
  await skins.refresh()
  const unused = skins.unused.map(({ name, why }) =>
    warning(
      `${join(folder, name)} ${why}: nobody wears it`,
      'save it again as a PNG of 64x64 pixels that the user of the service can read, or remove it',
    ),
  )
  if (skins.count === 0 && unused.length === 0) return []
  if (config.skinSystemUrl !== undefined)
    return skipped(`NORN_SKIN_SYSTEM_URL decides what players wear, so nobody wears those in ${folder}`)
  return unused.length > 0 ? unused : ok(`${skins.count} in ${folder}`)
}
