import { refuseOrphans } from '../tools/database-files.ts'
import { type Database, noObserver, type StatementObserver } from './database.ts'
import { traced } from './traced.ts'

/** Returns the path of an embedded database, or undefined for PostgreSQL. */
export const embeddedFile = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined

/** Opens the database at `sqlite:PATH` or `postgres(ql)://…` without changing its schema. Loads only its engine. */
export async function openDatabase(url: string, observer: StatementObserver = noObserver): Promise<Database> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { openPostgres } = await import('../postgres/open.ts')
    return tracedFor(observer, await openPostgres(url, {}, observer))
  }
  const path = embeddedFile(url) ?? ''
  // `sqlite:///var/lib/x` is a common form of an absolute path, but `sqlite://x` would mean x as a host.
  if (path === '' || path === ':memory:' || /^\/\/(?!\/)/.test(path)) {
    // The rest of the URL may contain a password.
    throw new Error(
      `not a database: "${url.split(':', 1)[0]}:…" (use sqlite:PATH or postgres://USER@HOST/NAME)`,
    )
  }
  await refuseOrphans(path)
  const { openSqlite } = await import('../sqlite/open.ts')
  return tracedFor(observer, await openSqlite(path, {}, observer))
}

const tracedFor = ({ spans }: StatementObserver, db: Database): Database => (spans ? traced(db, spans) : db)
