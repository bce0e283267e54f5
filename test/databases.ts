import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from './postgres.ts'
import { scratch } from './scratch.ts'

declare module 'pg' {
  // @types/pg does not have these.
  interface Client {
    ref(): void
    unref(): void
  }
}

export interface FreshDatabase {
  /** The value for NORN_DATABASE_URL. The database is empty, without a schema. */
  readonly url: string
  /** Deletes the database, which everything should have closed by then. */
  drop(): Promise<void>
}

/**
 * Both kinds of databases. Each call creates a new one: `for (const [name, fresh] of Object.entries(databases))
 * describe(name, …)`.
 */
export const databases: Record<'sqlite' | 'postgres', () => Promise<FreshDatabase>> = {
  sqlite: freshSqlite,
  postgres: freshPostgres,
}

export type Kind = keyof typeof databases

/**
 * The databases on which a file runs: both, unless test/run/main.ts says that it needs only SQLite. Ask while the file
 * is loading, since the next one in the process may run on others.
 */
export const kinds = () =>
  (process.env['NORN_TEST_DATABASES'] ?? 'sqlite postgres').split(' ') as readonly Kind[]

/** The reason to skip a PostgreSQL test in a run without PostgreSQL. */
export const withoutPostgres = () => !kinds().includes('postgres') && 'this run has no PostgreSQL'

export async function freshSqlite(): Promise<FreshDatabase> {
  const directory = await mkdtemp(join(scratch(), 'norn-test-'))
  return {
    url: `sqlite:${join(directory, 'norn.sqlite')}`,
    drop: () => rm(directory, { recursive: true, force: true }),
  }
}

function freshPostgres(): Promise<FreshDatabase> {
  return copyOfPostgres('template0')
}

async function copyOfPostgres(template: string): Promise<FreshDatabase> {
  const server = await serverUrl()
  const name = `norn_${randomBytes(8).toString('hex')}`
  // By default, PostgreSQL writes the copy to its log, too, which takes a third longer.
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) }
}

/**
 * Like `databases`, but with the schema and the first keys, copied from test/run/main.ts's templates, since creating
 * them takes longer than the rest of a service's start. Empty if a test file runs without test/run/main.ts.
 */
export const migrated: typeof databases = {
  async sqlite() {
    const fresh = await freshSqlite()
    const template = process.env['NORN_TEST_SQLITE_TEMPLATE']
    if (template) await copyFile(fileOf(template), fileOf(fresh.url))
    return fresh
  },
  postgres() {
    const template = process.env['NORN_TEST_POSTGRES_TEMPLATE']
    return template ? copyOfPostgres(new URL(template).pathname.slice(1)) : freshPostgres()
  },
}

const fileOf = (url: string): string => url.slice('sqlite:'.length)

let own: Promise<string> | undefined

/** Returns the server of the whole run (test/run/main.ts), or else one for this process alone. */
function serverUrl(): Promise<string> {
  const given = process.env.NORN_TEST_POSTGRES_URL
  if (given) return Promise.resolve(given)
  own ??= startPostgres().then(({ url }) => url)
  return own
}

const administrations = new Map<string, Promise<Client>>()
let pending = 0

/** Runs a statement on the only connection of this process to that server, which does not keep the process running. */
async function administer(url: string, statement: string): Promise<void> {
  let opening = administrations.get(url)
  if (!opening) {
    opening = connected(url, () => administrations.delete(url))
    administrations.set(url, opening)
  }
  const client = await opening
  client.ref()
  pending++
  try {
    await client.query(statement)
  } finally {
    if (--pending === 0) client.unref()
  }
}

async function connected(url: string, onEnd: () => void): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', onEnd).on('end', onEnd)
  try {
    await client.connect()
  } catch (error) {
    onEnd()
    throw error
  }
  return client
}
