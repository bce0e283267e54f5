import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Creates the file, empty and accessible to this user only, and its folder, unless they exist. */
export async function makePrivate(file: string): Promise<void> {
  await makeFolder(dirname(file))
  await writeFile(file, '', { flag: 'a', mode: 0o600 })
}
