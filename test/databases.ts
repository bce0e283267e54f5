import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from './postgres.ts'

export interface FreshDatabase {
  /** As in NORN_DATABASE_URL. The database is empty: without even a schema. */
  readonly url: string
  /** Everything that has it open should have closed it. */
  drop(): Promise<void>
}

/**
 * Both kinds of database. Each call makes a new one:
 * `for (const [name, fresh] of Object.entries(databases)) describe(name, …)`.
 */
export const databases: Record<'sqlite' | 'postgres', () => Promise<FreshDatabase>> = {
  sqlite: freshSqlite,
  postgres: freshPostgres,
}

export async function freshSqlite(): Promise<FreshDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'norn-test-'))
  return {
    url: `sqlite:${join(directory, 'norn.sqlite')}`,
    drop: () => rm(directory, { recursive: true, force: true }),
  }
}

async function freshPostgres(): Promise<FreshDatabase> {
  const server = await serverUrl()
  const name = `norn_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name} template template0`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) }
}

let own: Promise<string> | undefined

/** The server of the whole run (test/run.ts), or else one for this process alone. */
function serverUrl(): Promise<string> {
  const given = process.env.NORN_TEST_POSTGRES_URL
  if (given) return Promise.resolve(given)
  own ??= startPostgres().then(({ url }) => url)
  return own
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
