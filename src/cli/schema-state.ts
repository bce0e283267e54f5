import { statSync } from 'node:fs'
import type { Database } from '../storage/database.ts'
import { DatabaseFromTheFuture, migrate, migrationState } from '../storage/migrate.ts'
import { CommandRefused } from './command.ts'

/** `older`: of an earlier version of Norn, so that this one can't work on it yet. */
export type SchemaState = 'empty' | 'older' | 'current'

/** Changes nothing. Throws DatabaseFromTheFuture. */
export async function schemaState(db: Database): Promise<SchemaState> {
  const { applied, pending, unknown } = await migrationState(db)
  if (unknown.length > 0) throw new DatabaseFromTheFuture(unknown)
  if (applied.length === 0) return 'empty'
  return pending.length > 0 ? 'older' : 'current'
}

/** To be asked before the database is opened, which makes the file. Throws CommandRefused where there is none. */
export function requireFile(databaseUrl: string): void {
  if (databaseUrl.startsWith('sqlite:') && !hasContent(databaseUrl.slice('sqlite:'.length))) {
    throw nothingThere(databaseUrl)
  }
}

/** Throws CommandRefused, having changed nothing, unless the schema is the one this version works on. */
export async function requireSchema(db: Database, databaseUrl: string): Promise<void> {
  const state = await schemaState(db)
  if (state === 'empty') throw nothingThere(databaseUrl)
  if (state === 'older') throw olderSchema()
}

/** Makes the schema of an empty database. An older one belongs to a service that may be running. Throws CommandRefused. */
export async function makeSchema(db: Database): Promise<void> {
  const state = await schemaState(db)
  if (state === 'older') throw olderSchema()
  if (state === 'empty') await migrate(db)
}

function hasContent(path: string): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
  } catch {
    // It can't be seen from here: opening it says why.
    return true
  }
}

function nothingThere(databaseUrl: string): CommandRefused {
  const start = 'run "norn serve" (npm start) or "norn account create" to set it up'
  return new CommandRefused(
    databaseUrl.startsWith('sqlite:')
      ? `there is no database at ${databaseUrl.slice('sqlite:'.length)}; ${start}, or check NORN_DATA_DIR and NORN_DATABASE_URL`
      : `the PostgreSQL database is empty; ${start}, or check NORN_DATABASE_URL`,
  )
}

const olderSchema = (): CommandRefused =>
  new CommandRefused(
    'the database has the schema of an older version of Norn; run "norn migrate" to bring it up to date',
  )
