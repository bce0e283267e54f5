import { refuseOrphans } from '../tools/database-files.ts'
import { type Database, type Outcomes, unheard } from './database.ts'

/** The path of an embedded database; undefined for PostgreSQL. */
export const embeddedFile = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined

/**
 * Opens the database behind `sqlite:PATH`, `postgres://…` or `postgresql://…`. The schema is left as it is. Of the
 * two engines only the one that is wanted is loaded.
 */
export async function openDatabase(url: string, outcomes: Outcomes = unheard): Promise<Database> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { openPostgres } = await import('../postgres/open.ts')
    return openPostgres(url, {}, outcomes)
  }
  const path = embeddedFile(url) ?? ''
  // `sqlite:///var/lib/x` is common for an absolute path; `sqlite://x` would read x as a host.
  if (path === '' || path === ':memory:' || /^\/\/(?!\/)/.test(path)) {
    // The rest of a URL may hold a password.
    throw new Error(
      `not a database: "${url.split(':', 1)[0]}:…" (use sqlite:PATH or postgres://USER@HOST/NAME)`,
    )
  }
  await refuseOrphans(path)
  const { openSqlite } = await import('../sqlite/open.ts')
  return openSqlite(path, {}, outcomes)
}
