import { migrate } from '../src/storage/migrate.ts'
import { openDatabase } from '../src/storage/open.ts'
import { databases } from './databases.ts'

export interface Templates {
  /** The variables by which the processes of a run know them. */
  env: Record<string, string>
  drop(): Promise<void>
}

/** Makes a database of each kind with the schema and nothing else, to be copied (`migrated` of databases.ts). */
export async function makeTemplates(): Promise<Templates> {
  const sqlite = await databases.sqlite()
  const postgres = await databases.postgres()
  for (const { url } of [sqlite, postgres]) {
    // PostgreSQL copies no database that somebody has open, nor has SQLite all of it in one file before.
    const db = await openDatabase(url)
    try {
      await migrate(db)
    } finally {
      await db.close()
    }
  }
  return {
    env: { NORN_TEST_SQLITE_TEMPLATE: sqlite.url, NORN_TEST_POSTGRES_TEMPLATE: postgres.url },
    async drop() {
      await sqlite.drop()
      await postgres.drop()
    },
  }
}
