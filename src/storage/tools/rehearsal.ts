import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from '../../lib/files/private-file.ts'
import type { Database } from '../engine/database.ts'
import { embeddedFile, openDatabase } from '../engine/open.ts'
import { migrateAndRollBack, type TimedMigration } from '../schema/migrate.ts'
import { removeDatabase } from './database-files.ts'

/**
 * Applies pending migrations and rolls them back. For this, an embedded database is copied next to itself, so that a
 * service can continue to write. On PostgreSQL it runs in the database, where locks that a migration takes last until
 * its end.
 */
export async function rehearseMigration(
  databaseUrl: string,
  onStep: (name: string) => void,
): Promise<TimedMigration[]> {
  const file = embeddedFile(databaseUrl)
  if (file === undefined) {
    await using database = await openDatabase(databaseUrl)
    return await migrateAndRollBack(database, onStep)
  }
  const copy = `${file}.rehearsal`
  await removeDatabase(copy)
  try {
    await makePrivate(copy)
    copyInto(file, copy)
    await using database: Database = await openDatabase(`sqlite:${copy}`)
    return await migrateAndRollBack(database, onStep)
  } finally {
    await removeDatabase(copy)
  }
}

function copyInto(file: string, copy: string): void {
  const connection = new DatabaseSync(file, { timeout: 10_000 })
  try {
    connection.prepare('vacuum into ?').run(copy)
  } finally {
    connection.close()
  }
}
