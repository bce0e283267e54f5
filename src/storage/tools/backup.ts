import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { createPrivate } from '../../lib/files/private-file.ts'
import type { EncryptionRow } from '../schema/rows/credentials.ts'
import { presentFiles, removeDatabase } from './database-files.ts'

/** Thrown if the file is not a backup, or not a complete one. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
}

/** Thrown if there are already files of a database at the target. */
export class TargetTaken extends Error {
  override name = 'TargetTaken'
  readonly files: readonly string[]

  constructor(files: readonly string[]) {
    super(`${files.join(', ')} exist`)
    this.files = files
  }
}

export interface BackupContent {
  readonly migrations: readonly string[]
  readonly accounts: number
  /** The number of textures whose files are in an object store. */
  readonly texturesInStore: number
  /** The encryption of its secrets. Undefined if they are not encrypted. */
  readonly encryption: EncryptionRow | undefined
}

/**
 * Backs up the embedded database, while others write to it, to a new file that is accessible to this user only. The
 * file is a gzipped SQLite database, whose checksum (RFC 1952) covers every byte. It gets its name once it is complete
 * and on the disk. Returns the size in bytes.
 */
export async function backUp(database: string, target: string): Promise<BackupContent & { bytes: number }> {
  const copy = `${target}.copy`
  try {
    await makePrivate(copy)
    // Not read-only, because such a connection leaves -wal and -shm files behind if it is the last one.
    const connection = new DatabaseSync(database, { timeout: 10_000 })
    connection.prepare('vacuum into ?').run(copy)
    connection.close()
    const content = contentOf(copy, false)
    await writeAtomically(target, (partial) =>
      pipeline(createReadStream(copy), createGzip({ level: 1 }), createWriteStream(partial)),
    )
    return { ...content, bytes: (await stat(target)).size }
  } finally {
    await removeDatabase(copy)
  }
}

interface RestoreOptions {
  /** If true, every page and every reference is checked. */
  readonly all: boolean
  /** If true, credentials are kept, including those that were revoked since the backup. */
  readonly keepTokens: boolean
  /** The instant before which no account of the backup is deleted, as its owner has wanted: they may have cancelled it. */
  readonly deletesFrom: number
  /** Throws if the content is not acceptable, in which case nothing is restored. */
  readonly accept: (content: BackupContent) => Promise<void>
}

/**
 * Restores a backup to the path of a database, and verifies it under that name, because SQLite also reads other files
 * next to it. Ends all credentials in it, and what would be done again, such as sending emails. Throws BackupDamaged and TargetTaken.
 */
export async function restore(
  backup: string,
  database: string,
  { all, keepTokens, deletesFrom, accept }: RestoreOptions,
): Promise<BackupContent> {
  await makeFolder(dirname(database))
  let content: BackupContent = { migrations: [], accounts: 0, texturesInStore: 0, encryption: undefined }
  await refuseTaken(database)
  await writeAtomically(database, async (partial) => {
    try {
      await pipeline(createReadStream(backup), createGunzip(), createWriteStream(partial))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw damaged(error)
      throw error
    }
    content = contentOf(partial, all)
    await accept(content)
    prepareRestored(partial, { keepTokens, deletesFrom })
    await refuseTaken(database)
  })
  try {
    return contentOf(database, all)
  } catch (error) {
    await rm(database, { force: true })
    throw error
  }
}

async function refuseTaken(database: string): Promise<void> {
  const present = await presentFiles(database)
  if (present.length > 0) throw new TargetTaken(present)
}

/**
 * Statements by the table, or column, that the version of the backup must have for them. They end what gives access for
 * minutes or days, and may have ended or been used up since the backup.
 */
const repairs: Readonly<Record<string, string>> = {
  account: 'update account set credentials_version = credentials_version + 1',
  idempotency_key: 'delete from idempotency_key',
  api_token: 'delete from api_token',
  credential: 'delete from credential',
  app_password: 'delete from app_password',
  oauth_artifact: 'delete from oauth_artifact',
  oauth_grant: 'delete from oauth_grant',
  pending_join: 'delete from pending_join',
  recovery: 'delete from recovery',
  one_time_link: 'delete from one_time_link',
  setup_code: 'delete from setup_code',
  deletion_part: 'delete from deletion_part',
  deletion: 'delete from deletion',
  email_change: 'delete from email_change',
  link_code: 'delete from link_code',
  bedrock_code: 'delete from bedrock_code',
  link_sign_in: 'delete from link_sign_in',
  // What would be done again, although it has been done since.
  mail: 'delete from mail',
  webhook_delivery: "delete from webhook_delivery where state = 'waiting'",
  // Entries without a seal get the next one, which therefore is not sent either.
  webhook: `update webhook set fed_seal = coalesce((select max(number) from audit_seal), 0)
    + (select case when exists (select 1 from audit_entry where seal is null) then 1 else 0 end)`,
  // The owner may have cancelled it since.
  'account.deletes_at':
    'update account set deletes_at = max(deletes_at, $until) where deletes_at is not null',
}

interface Restoring {
  readonly keepTokens: boolean
  /** The instant before which no account of the backup is deleted. */
  readonly deletesFrom: number
}

/** Makes a single file without a log, and ends what the backup would revive or do again. */
function prepareRestored(file: string, { keepTokens, deletesFrom }: Restoring): void {
  const connection = new DatabaseSync(file)
  try {
    connection.exec('pragma journal_mode = delete')
    if (keepTokens) return
    const has = (place: string): boolean => {
      const [table = '', column] = place.split('.')
      const columns = connection.prepare('select name from pragma_table_info(?)').all(table)
      return column === undefined ? columns.length > 0 : columns.some(({ name }) => name === column)
    }
    const statements = Object.entries(repairs).filter(([place]) => has(place))
    connection.exec('begin')
    for (const [, text] of statements) connection.exec(text.replace('$until', String(deletesFrom)))
    connection.exec('commit')
  } catch (error) {
    throw damaged(error)
  } finally {
    connection.close()
  }
}

function contentOf(file: string, all: boolean): BackupContent {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    const ask = (text: string) => connection.prepare(text).all()
    const [found] = all ? ask('pragma integrity_check(1)') : []
    if (found && found['integrity_check'] !== 'ok') throw new Error(String(found['integrity_check']))
    if (all && ask('pragma foreign_key_check').length > 0)
      throw new Error('foreign keys point to rows that are missing')
    const migrations = ask('select name from kysely_migration order by name').map(({ name }) => String(name))
    const [counted] = ask('select count(*) as accounts from account')
    // Checkouts from before 0.2.0 may have no such table.
    const [table] = ask("select 1 from sqlite_master where type = 'table' and name = 'encryption'")
    const [encryption] = table ? ask('select * from encryption') : []
    // Earlier versions have no such column.
    const [place] = ask("select 1 from pragma_table_info('texture') where name = 'place'")
    const [inStore] = place ? ask("select count(*) as textures from texture where place = 's3'") : []
    return {
      migrations,
      accounts: Number(counted?.['accounts']),
      texturesInStore: Number(inStore?.['textures'] ?? 0),
      encryption: encryption as EncryptionRow | undefined,
    }
  } catch (error) {
    throw damaged(error)
  } finally {
    connection.close()
  }
}

function damaged(cause: unknown): BackupDamaged {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new BackupDamaged(why.replaceAll('\n', ' '), { cause })
}

/** Ensures that a file is complete once it has its name, even if the machine crashes. */
async function writeAtomically(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.partial`
  try {
    await makePrivate(partial)
    await write(partial)
    await toDisk(partial)
    await rename(partial, file)
    await toDisk(dirname(file))
  } finally {
    await removeDatabase(partial)
  }
}

/** Creates the file, empty and accessible to its owner only, because it will contain keys. */
async function makePrivate(file: string): Promise<void> {
  await removeDatabase(file)
  await createPrivate(file)
}

async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
