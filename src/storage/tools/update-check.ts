import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'
import type { UpdateCheck } from '../../model/records/release.ts'

/** A file rather than a row, because the machines of a service may run different versions. */
const fileIn = (dataDir: string): string => join(dataDir, 'update-check.json')

export async function keepUpdateCheck(dataDir: string, check: UpdateCheck): Promise<void> {
  await makeFolder(dataDir)
  const unfinished = `${fileIn(dataDir)}.unfinished`
  await writeFile(unfinished, `${JSON.stringify(check)}\n`, { mode: 0o600 })
  await rename(unfinished, fileIn(dataDir))
}

/** Returns the stored result, or undefined if it can't be read. */
export async function lastUpdateCheck(dataDir: string): Promise<UpdateCheck | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as UpdateCheck
  } catch {
    return undefined
  }
}
