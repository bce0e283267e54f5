import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Config } from '../../config/load.ts'
import { integer } from '../../config/values.ts'
import { type EncryptionState, stateOfEncryption } from '../../domain/operation/encryption.ts'
import { systemRandom } from '../../lib/crypto/random.ts'
import { systemClock } from '../../lib/measure/clock.ts'
import { DatabaseOfOldCheckout, lastCommitBefore020 } from '../../model/errors/database-of-old-checkout.ts'
import { embeddedFile } from '../../storage/engine/open.ts'
import { unknownMigrations } from '../../storage/schema/migrate.ts'
import {
  type BackupContent,
  BackupDamaged,
  backUp,
  restore as restoreFile,
  TargetTaken,
} from '../../storage/tools/backup.ts'
import { nextBackup, removeOldBackups } from '../../storage/tools/kept-backups.ts'
import { noteBackup } from '../../storage/tools/last-backup.ts'
import { CommandRefused } from '../line/command.ts'
import { configFor } from '../line/config-for.ts'
import type { Output } from '../line/output.ts'
import { readOption } from '../line/read-option.ts'
import { requireFile } from './schema-state.ts'

/** A larger number is probably a typing error. */
const maxKept = 10_000

/** Writes a backup of the embedded database: one file with accounts, keys and textures. */
export async function backup(
  { file, keep }: { file: string; keep: string | undefined },
  output: Output,
): Promise<void> {
  const kept = keep === undefined ? undefined : readOption('--keep', keep, integer(1, maxKept, 7))
  const database = embeddedDatabase(configFor(output).config, 'use pg_dump, or "norn copy --to sqlite:FILE"')
  requireFile(`sqlite:${database}`)
  const given = output.path(file)
  const target =
    kept === undefined
      ? given
      : await attempt(`${given} cannot be written`, () => nextBackup(given, systemClock()))
  if (existsSync(target)) {
    const remedy = (await stat(target)).isDirectory()
      ? 'name a new file in it, or add --keep N'
      : 'name a new file, or remove it'
    throw new CommandRefused(`${target} exists; ${remedy}`)
  }
  output.note(`backing up ${database}`)
  const { bytes, accounts, texturesInStore } = await attempt(`${target} cannot be written`, () =>
    backUp(database, target),
  )
  const at = new Date(systemClock()).toISOString()
  // The backup itself has succeeded.
  await noteBackup(database, { at, file: target }).catch(() =>
    output.note('warning: "norn doctor" will not know about this backup'),
  )
  noteTexturesInStore(texturesInStore, output)
  const removed = kept === undefined ? undefined : await removeOldBackups(given, kept)
  output.object(
    { file: target, bytes, accounts, ...(removed && { removed }) },
    `Backed up ${accounts === 1 ? 'one account' : `${accounts} accounts`} to ${target}. It contains keys: protect it like the database.${removed?.length ? ` Removed ${removed.join(', ')}.` : ''}`,
  )
}

/** Restores into an empty data directory. `verify` checks every page, also under the database's final name. */
export async function restore(
  { file, verify, 'keep-tokens': keepTokens }: { file: string; verify: boolean; 'keep-tokens': boolean },
  output: Output,
): Promise<void> {
  const { config } = configFor(output)
  const database = embeddedDatabase(config, 'use pg_restore, or "norn copy"')
  const source = output.path(file)
  if (!existsSync(source)) throw new CommandRefused(`there is no file ${source}`)
  output.note(`restoring ${source}`)
  const accept = async ({ migrations, encryption }: BackupContent) => {
    const [unknown] = unknownIn(source, migrations)
    if (unknown !== undefined)
      throw new CommandRefused(
        `${source} was made by a newer version of Norn (it has ${unknown}); restore it with that version`,
      )
    const locked = unreadable(source, await stateOfEncryption(encryption, systemRandom, config.secret))
    if (locked !== undefined && verify) throw new CommandRefused(locked)
    if (locked !== undefined) output.note(`warning: ${locked}`)
  }
  const { accounts, texturesInStore } = await attempt(`${database} cannot be written`, () =>
    restoreFile(source, database, {
      all: verify,
      keepTokens,
      deletesFrom: systemClock() + config.deletionGrace,
      accept,
    }),
  )
  noteTexturesInStore(texturesInStore, output)
  output.object(
    { database, accounts, verified: verify, tokensKept: keepTokens },
    `Restored ${accounts} accounts to ${database}${verify ? '; every page was checked' : ''}. ${keepTokens ? 'Tokens and links that have ended since the backup are valid again, and what was waiting to be sent is sent.' : 'All tokens and links have ended, so players have to sign in again, and what was waiting to be sent is not sent again.'}`,
  )
}

/** Says that files are missing, as the object store is not backed up. */
function noteTexturesInStore(count: number, output: Output): void {
  if (count === 0) return
  output.note(
    `note: the backup does not have the files of ${count} ${count === 1 ? 'texture' : 'textures'}: they are in the object store (NORN_TEXTURES_URL)`,
  )
}

/** Returns the migrations of a backup that only a newer program knows. */
function unknownIn(source: string, migrations: readonly string[]): string[] {
  try {
    return unknownMigrations(migrations)
  } catch (error) {
    if (!(error instanceof DatabaseOfOldCheckout)) throw error
    throw new CommandRefused(
      `${source} was made by a checkout from before 0.2.0; restore it with commit ${lastCommitBefore020}, start that once, and back up again`,
      { cause: error },
    )
  }
}

/** Returns why a service with this configuration could not read the backup; undefined if it could. */
function unreadable(source: string, state: EncryptionState): string | undefined {
  const remedy = 'set it, or NORN_SECRET_FILE, to the secret of the service whose backup this is'
  if (state === 'secret_missing') return `${source} is encrypted, and NORN_SECRET is not set; ${remedy}`
  if (state === 'secret_wrong') return `${source} is encrypted with a different secret; ${remedy}`
  return undefined
}

/** Returns the path of the configured database. */
function embeddedDatabase({ databaseUrl }: Config, alternative: string): string {
  const path = embeddedFile(databaseUrl)
  if (path !== undefined) return path
  throw new CommandRefused(
    `this is for the embedded database, and NORN_DATABASE_URL is PostgreSQL; ${alternative}`,
  )
}

function taken(files: readonly string[]): CommandRefused {
  const exist = `${files.join(', ')} ${files.length > 1 ? 'exist' : 'exists'}`
  return new CommandRefused(
    `${exist}; restore into an empty data directory (NORN_DATA_DIR), or stop Norn and move ${files.length > 1 ? 'them' : 'it'} away first: SQLite would mix them with the backup`,
  )
}

async function attempt<Value>(failure: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    if (error instanceof TargetTaken) throw taken(error.files)
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandRefused(
      error instanceof BackupDamaged
        ? `the file is damaged or not a backup (${why}); use another one`
        : `${failure} (${why})`,
      { cause: error },
    )
  }
}
