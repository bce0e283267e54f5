import { sql } from 'kysely'
import type { Queries } from '../engine/database.ts'

/** Settings and state that the server reports, with the settings of this role and database. */
export interface ServerCondition {
  readonly version: string
  /** If off, a crash of the machine may damage the whole database. */
  readonly fsync: 'on' | 'off'
  readonly full_page_writes: 'on' | 'off'
  /** If off, a crash may lose the last writes that were acknowledged. */
  readonly synchronous_commit: string
  readonly read_only: 'on' | 'off'
  readonly max_connections: number
  readonly bytes: number
}

export async function serverCondition({ query }: Queries): Promise<ServerCondition> {
  const { rows } = await sql<ServerCondition>`select
    current_setting('server_version') as version,
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('transaction_read_only') as read_only,
    cast(current_setting('max_connections') as bigint) as max_connections,
    pg_database_size(current_database()) as bytes`.execute(query)
  const [condition] = rows
  if (!condition) throw new Error('the database server did not report its condition')
  return condition
}
