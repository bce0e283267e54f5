import type { TestContext } from 'node:test'
import type { Database } from '../../src/storage/engine/database.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases } from '../databases.ts'

/** Opens a migrated PostgreSQL database until the end of the test. */
export async function onPostgres(
  t: TestContext,
  options?: Parameters<typeof openPostgres>[1],
): Promise<{ db: Database; url: string }> {
  const database = await databases.postgres()
  const db = await openPostgres(database.url, options)
  t.after(async () => {
    await db.close()
    await database.drop()
  })
  await migrate(db)
  return { db, url: database.url }
}
