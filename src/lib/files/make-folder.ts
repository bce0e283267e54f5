import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder, and those above it, accessible to this user only. Does nothing if it exists. `mkdir` with
 * `recursive` would loop forever below /proc, where folders can't be created. Throws what `mkdir` throws.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (isFolder) return
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    // Another process may have created the folder above it meanwhile.
    if (!(await exists(dirname(path)))) await makeFolder(dirname(path))
    await mkdir(path, { mode: 0o700 }).catch(async (again: NodeJS.ErrnoException) => {
      // Another process may have created this one, too.
      if (again.code !== 'EEXIST') throw again
      await makeFolder(path)
    })
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
