import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { presentFiles } from './database-files.ts'

/** The disk on which an embedded database is stored. */
export interface DiskCondition {
  /** Including the files next to it. */
  readonly databaseBytes: number
  readonly freeBytes: number
  /** `memory` is lost with the machine, `container` with the container. On `network`, locks and syncs may be lost. */
  readonly kind: 'disk' | 'memory' | 'container' | 'network'
}

// The f_type of statfs(2).
const kinds: Readonly<Record<number, DiskCondition['kind']>> = {
  [0x0102_1994 /* tmpfs */]: 'memory',
  [0x8584_58f6 /* ramfs */]: 'memory',
  [0x794c_7630 /* overlayfs */]: 'container',
  [0x6969 /* nfs */]: 'network',
  [0x517b /* smb */]: 'network',
  [0xff53_4d42 /* cifs */]: 'network',
  [0xfe53_4d42 /* smb2 */]: 'network',
  [0x0102_1997 /* 9p */]: 'network',
  [0x6573_5546 /* fuse */]: 'network',
}

export async function diskCondition(file: string): Promise<DiskCondition> {
  const { type, bsize, bavail } = await statfs(dirname(file))
  const sizes = await Promise.all((await presentFiles(file)).map(async (path) => (await stat(path)).size))
  const databaseBytes = sizes.reduce((sum, size) => sum + size, 0)
  return { databaseBytes, freeBytes: bsize * bavail, kind: kinds[type] ?? 'disk' }
}

/** Returns a description of the damage in the file, or undefined. Reads every page. Throws what SQLite throws. */
export function damageOf(file: string): string | undefined {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    const [found] = connection.prepare('pragma quick_check(1)').all()
    const said = String(found?.['quick_check'])
    return said === 'ok' ? undefined : said.replaceAll('\n', ' ')
  } finally {
    connection.close()
  }
}
