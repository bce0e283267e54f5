import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a file, empty and for this user alone, where it is missing, and its folder. */
export async function makePrivate(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, '', { flag: 'a', mode: 0o600 })
}
