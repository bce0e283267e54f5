import type { Kysely } from 'kysely'

/** The database of another program, in one transaction that only reads. */
export interface ForeignDatabase {
  /** Without tables: whoever knows the program adds them by `withTables`. */
  readonly query: Kysely<object>
  /** The names of its tables, and of the columns of each in lower case. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  close(): Promise<void>
}

/** It can't be opened, or is not what the program makes. The message says why. */
export class ForeignDatabaseRefused extends Error {
  override name = 'ForeignDatabaseRefused'
}

/** Rows of a page: few enough to hold in memory, many enough that asking for them costs nothing. */
export const pageRows = 1000
