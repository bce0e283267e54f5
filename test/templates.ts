import { pino } from 'pino'
import { SigningKeys } from '../src/parts/signing-keys.ts'
import { StoredSecrets } from '../src/parts/stored-secrets.ts'
import type { Database } from '../src/storage/database.ts'
import { migrate } from '../src/storage/migrate.ts'
import { openDatabase } from '../src/storage/open.ts'
import { start2026, texturesKeyBits } from './cheap.ts'
import { databases } from './databases.ts'

export interface Templates {
  /** The variables by which the processes of a run know them. */
  env: Record<string, string>
  drop(): Promise<void>
}

/**
 * Makes a database of each kind with the schema and nothing else, to be copied (`migrated` of databases.ts). With
 * `first keys` there is one of SQLite alone, which has the keys that a service makes when it starts for the first
 * time: a third of a start.
 */
export async function makeTemplates(content: 'schema' | 'first keys'): Promise<Templates> {
  const sqlite = await databases.sqlite()
  await fill(sqlite.url, content === 'schema' ? migrate : withFirstKeys)
  if (content === 'first keys') return { env: { NORN_TEST_SQLITE_TEMPLATE: sqlite.url }, drop: sqlite.drop }
  const postgres = await databases.postgres()
  await fill(postgres.url, migrate)
  return {
    env: { NORN_TEST_SQLITE_TEMPLATE: sqlite.url, NORN_TEST_POSTGRES_TEMPLATE: postgres.url },
    async drop() {
      await sqlite.drop()
      await postgres.drop()
    },
  }
}

/** PostgreSQL copies no database that somebody has open, nor has SQLite all of it in one file before. */
async function fill(url: string, content: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await openDatabase(url)
  try {
    await content(db)
  } finally {
    await db.close()
  }
}

async function withFirstKeys(db: Database): Promise<void> {
  await migrate(db)
  const needed = {
    db,
    clock: () => start2026,
    secrets: StoredSecrets.inClear,
    log: pino({ level: 'silent' }),
  }
  const policy = { texturesKeyBits, texturesKeyLead: 0, texturesKeyRetention: 0, accessTokenLifetime: 0 }
  await new SigningKeys(needed, policy).open()
}
