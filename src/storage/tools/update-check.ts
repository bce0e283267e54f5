import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'
import type { UpdateCheck } from '../../model/release.ts'

/** A file, not a row: every machine of a service has a version of its own. */
const fileIn = (dataDir: string): string => join(dataDir, 'update-check.json')

export async function keepUpdateCheck(dataDir: string, check: UpdateCheck): Promise<void> {
  await makeFolder(dataDir)
  const unfinished = `${fileIn(dataDir)}.unfinished`
  await writeFile(unfinished, `${JSON.stringify(check)}\n`, { mode: 0o600 })
  await rename(unfinished, fileIn(dataDir))
}

/** Returns what was kept last; undefined where nothing can be read. */
export async function lastUpdateCheck(dataDir: string): Promise<UpdateCheck | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as UpdateCheck
  } catch {
    return undefined
  }
}
