import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Makes a file, empty and for this user alone, where it is missing, and its folder. */
export async function makePrivate(file: string): Promise<void> {
  await makeFolder(dirname(file))
  await writeFile(file, '', { flag: 'a', mode: 0o600 })
}
