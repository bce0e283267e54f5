import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder for this user alone, with those above it, unless it exists. Not `mkdir` with `recursive`: below /proc,
 * which takes no folders, that tries for ever. Throws as `mkdir` does.
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
    const isParentMissing =
      (error as NodeJS.ErrnoException).code === 'ENOENT' && !(await exists(dirname(path)))
    if (!isParentMissing || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path, { mode: 0o700 }).catch(async (again: NodeJS.ErrnoException) => {
      // Somebody else was quicker.
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
