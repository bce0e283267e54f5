import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { unknownMigrations } from '../storage/migrate.ts'
import {
  BackupDamaged,
  backUp,
  checkBackup,
  restore as restoreFile,
  sha256Of,
} from '../storage/sqlite/backup.ts'
import { CommandRefused } from './command.ts'
import type { Output } from './output.ts'
import { configFor } from './services.ts'

/** A backup of the embedded database is one file: accounts, keys and textures are all in it. */
export async function backup({ file }: { file: string }, output: Output): Promise<void> {
  const database = embedded(output, 'use pg_dump, or "norn copy --to sqlite:FILE"')
  const target = resolve(file)
  if (!existsSync(database)) throw new CommandRefused(`there is no database at ${database} yet`)
  if (existsSync(target)) throw new CommandRefused(`${target} exists; name a new file, or remove it`)
  output.note(`backing up ${database}`)
  const bytes = await tried(`${target} can not be written`, () => backUp(database, target))
  const { accounts } = checked(target, false)
  output.one(
    { file: target, bytes, accounts },
    `${target}: ${bytes} bytes, ${accounts} accounts. It holds keys: keep it as you keep the database.`,
  )
}

/** Into an empty data directory; `verify` reads all of the backup first, and afterwards what was written. */
export async function restore(
  { file, verify }: { file: string; verify: boolean },
  output: Output,
): Promise<void> {
  const database = embedded(output, 'use pg_restore, or "norn copy"')
  const source = resolve(file)
  if (!existsSync(source)) throw new CommandRefused(`there is no file ${source}`)
  if (existsSync(database))
    throw new CommandRefused(`${database} exists; restore into an empty data directory (NORN_DATA_DIR)`)
  if (verify) output.note(`checking ${source}`)
  const { accounts, migrations } = checked(source, verify)
  const [unknown] = unknownMigrations(migrations)
  if (unknown !== undefined)
    throw new CommandRefused(
      `${source} is of a newer version of Norn (it has ${unknown}); restore it with that version`,
    )
  await tried(`${database} can not be written`, () => restoreFile(source, database))
  if (verify && (await sha256Of(source)) !== (await sha256Of(database)))
    throw new CommandRefused(`${database} is not what was written to it; check the disk`)
  output.one(
    { database, accounts, verified: verify },
    `${database}: ${accounts} accounts${verify ? ', every page of the backup checked' : ''}.`,
  )
}

/** The path of the configured database. */
function embedded(output: Output, otherwise: string): string {
  const { databaseUrl } = configFor(output).config
  if (databaseUrl.startsWith('sqlite:')) return databaseUrl.slice('sqlite:'.length)
  throw new CommandRefused(
    `this is for the embedded database, and NORN_DATABASE_URL is PostgreSQL; ${otherwise}`,
  )
}

function checked(file: string, all: boolean) {
  try {
    return checkBackup(file, all)
  } catch (error) {
    if (error instanceof BackupDamaged)
      throw new CommandRefused(`${file} is no backup, or is damaged (${error.message}); use another one`, {
        cause: error,
      })
    throw error
  }
}

async function tried<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw new CommandRefused(`${what}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
