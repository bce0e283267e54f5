import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The file is no complete database of Norn. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
}

export interface BackupContent {
  /** The migrations that it has had. */
  readonly migrations: readonly string[]
  readonly accounts: number
}

/**
 * Writes a copy of the embedded database as it is at this moment, while it is being written to, into a new
 * file for this user alone: a database of its own, in one file. It has its name once it is complete and on
 * the disk. Answers its size in bytes.
 */
export async function backUp(database: string, target: string): Promise<number> {
  await whole(target, (partial) => {
    const connection = new DatabaseSync(database, { readOnly: true, timeout: 10_000 })
    try {
      connection.prepare('vacuum into ?').run(partial)
    } finally {
      connection.close()
    }
    return Promise.resolve()
  })
  return (await stat(target)).size
}

/** Puts a backup where a database is to be. */
export async function restore(backup: string, database: string): Promise<void> {
  await mkdir(dirname(database), { recursive: true, mode: 0o700 })
  await whole(database, (partial) => copyFile(backup, partial))
}

/** Reads a backup, which is left as it is; `all` of it, or enough to know it. Throws BackupDamaged. */
export function checkBackup(file: string, all: boolean): BackupContent {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    const ask = (text: string) => connection.prepare(text).all()
    const [{ integrity_check: found } = {}] = all
      ? ask('pragma integrity_check(1)')
      : [{ integrity_check: 'ok' }]
    if (found !== 'ok') throw new BackupDamaged(String(found))
    if (all && ask('pragma foreign_key_check').length > 0)
      throw new BackupDamaged('rows refer to others that are missing')
    const migrations = ask('select name from kysely_migration order by name').map(({ name }) => String(name))
    const [{ accounts = 0 } = {}] = ask('select count(*) as accounts from account')
    return { migrations, accounts: Number(accounts) }
  } catch (error) {
    if (error instanceof BackupDamaged) throw error
    throw new BackupDamaged(error instanceof Error ? error.message : String(error), { cause: error })
  } finally {
    connection.close()
  }
}

export async function sha256Of(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer)
  return digest.digest('hex')
}

/** A file that is there under its name is whole, whenever the machine goes down. */
async function whole(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  try {
    // Empty, for this user alone, from the start: it holds keys.
    await (await open(partial, 'wx', 0o600)).close()
    await write(partial)
    await toDisk(partial)
    await rename(partial, file)
    await toDisk(dirname(file))
  } finally {
    await rm(partial, { force: true })
  }
}

async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
