import { pino } from 'pino'
import { SigningKeys } from '../src/state/keys/signing-keys.ts'
import { StoredSecrets } from '../src/state/keys/stored-secrets.ts'
import type { Database } from '../src/storage/engine/database.ts'
import { openDatabase } from '../src/storage/engine/open.ts'
import { migrate } from '../src/storage/schema/migrate.ts'
import { start2026, texturesKeyBits } from './cheap.ts'
import { databases, type Kind } from './databases.ts'

export interface Templates {
  /** The variables by which the processes of a run find them. */
  env: Record<string, string>
  drop(): Promise<void>
}

/**
 * Creates a database of each kind to copy (`migrated` of databases.ts), with the schema and the keys of a service's
 * first start, which are a third of a start.
 */
export async function makeTemplates(kinds: readonly Kind[]): Promise<Templates> {
  const made = await Promise.all(kinds.map(async (kind) => ({ kind, ...(await databases[kind]()) })))
  await Promise.all(made.map(({ url }) => fill(url, withFirstKeys)))
  return {
    env: Object.fromEntries(made.map(({ kind, url }) => [`NORN_TEST_${kind.toUpperCase()}_TEMPLATE`, url])),
    drop: async () => {
      for (const { drop } of made) await drop()
    },
  }
}

/**
 * Fills a database and closes it: PostgreSQL copies only databases that nobody has open, and SQLite has everything
 * in one file only then.
 */
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
    secrets: StoredSecrets.plaintext,
    log: pino({ level: 'silent' }),
  }
  const policy = { texturesKeyBits, texturesKeyLead: 0, texturesKeyRetention: 0, accessTokenLifetime: 0 }
  await new SigningKeys(needed, policy).open()
}
