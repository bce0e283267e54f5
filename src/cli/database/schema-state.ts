import { statSync } from 'node:fs'
import { DatabaseFromTheFuture } from '../../model/errors/database-from-the-future.ts'
import type { Database } from '../../storage/engine/database.ts'
import { embeddedFile } from '../../storage/engine/open.ts'
import { migrate, migrationState } from '../../storage/schema/migrate.ts'
import { CommandRefused } from '../line/command.ts'

/** `older` is the schema of an earlier version of Norn, which has to be migrated first. */
type SchemaState = 'empty' | 'older' | 'current'

/** Reads the state of the schema without changing anything. Throws DatabaseFromTheFuture and DatabaseOfOldCheckout. */
export async function schemaState(db: Database): Promise<SchemaState> {
  const { applied, pending, unknown } = await migrationState(db)
  if (unknown.length > 0) throw new DatabaseFromTheFuture(unknown)
  if (applied.length === 0) return 'empty'
  return pending.length > 0 ? 'older' : 'current'
}

/** Throws CommandRefused if there is no embedded database. Call it before opening, which creates the file. */
export function requireFile(databaseUrl: string): void {
  const path = embeddedFile(databaseUrl)
  if (path !== undefined && !hasContent(path)) throw noDatabase(databaseUrl)
}

/** Throws CommandRefused unless the schema is current. Changes nothing. */
export async function requireSchema(db: Database, databaseUrl: string): Promise<void> {
  const state = await schemaState(db)
  if (state === 'empty') throw noDatabase(databaseUrl)
  if (state === 'older') throw olderSchema()
}

/** Creates the schema of an empty database. Throws CommandRefused for an older one: a service may be using it. */
export async function makeSchema(db: Database): Promise<void> {
  const state = await schemaState(db)
  if (state === 'older') throw olderSchema()
  if (state === 'empty') await migrate(db)
}

function hasContent(path: string): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
  } catch {
    // The file can't be examined; opening it will give the reason.
    return true
  }
}

/** Thrown if there is no database yet, or an empty one. */
export class NoDatabase extends CommandRefused {
  override name = 'NoDatabase'
}

function noDatabase(databaseUrl: string): NoDatabase {
  const start = 'run "norn serve" (npm start) or "norn account create" to set it up'
  const path = embeddedFile(databaseUrl)
  return new NoDatabase(
    path === undefined
      ? `the PostgreSQL database is empty; ${start}, or check NORN_DATABASE_URL`
      : `there is no database at ${path}; ${start}, or check NORN_DATA_DIR and NORN_DATABASE_URL`,
  )
}

const olderSchema = (): CommandRefused =>
  new CommandRefused(
    'the database has the schema of an older version of Norn; run "norn migrate" to bring it up to date',
  )
