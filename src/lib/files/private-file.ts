import { open, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Creates the file, empty and accessible to its owner only, and its folder, unless they exist. */
export async function makePrivate(file: string): Promise<void> {
  await makeFolder(dirname(file))
  await createPrivate(file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    await writeFile(file, '', { flag: 'a', mode: 0o600 })
  })
}

/**
 * Creates the file, empty and accessible to its owner only. Throws EEXIST where the name is taken. A file that root
 * creates belongs to the owner of its folder: a service that runs as that user could not open it otherwise.
 */
export async function createPrivate(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    if (process.getuid?.() !== 0) return
    const { uid, gid } = await stat(dirname(file))
    if (uid !== 0) await handle.chown(uid, gid)
  } finally {
    await handle.close()
  }
}
