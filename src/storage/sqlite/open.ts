import { mkdir, open as openFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import type { Database, Statement, Value } from '../database.ts'
import type { Schema } from '../schema.ts'
import { OpenTransaction, withTransactions } from '../transactions.ts'
import { sqliteDialect } from './dialect.ts'
import { toSqlite } from './portable.ts'
import { Reader } from './reader.ts'
import { Writer } from './writer.ts'

export interface SqliteOptions {
  /** How long a statement or a lock may take, and how long a transaction may lie idle. */
  readonly patienceMs?: number
}

/**
 * Opens the embedded database and makes it, empty and for this user alone, where it is missing. Several
 * processes may have it open. Throws DatabaseUnavailable where the file can't be had.
 */
export async function openSqlite(
  file: string,
  { patienceMs = 10_000 }: SqliteOptions = {},
): Promise<Database> {
  await makePrivate(file)
  // The writer first: it is what turns a new file into a database that readers can share.
  const writer = await Writer.open(file, patienceMs)
  try {
    return database(new Reader(file), writer)
  } catch (error) {
    await writer.close()
    throw error
  }
}

function database(reader: Reader, writer: Writer): Database {
  const open = new OpenTransaction()
  const transactions = (patient: boolean) =>
    withTransactions({
      dialect: 'sqlite',
      open,
      query: new Kysely<Schema>({ dialect: sqliteDialect(reader, writer, open, patient) }),
      async run<Row>(statement: Statement<Row>, given: readonly Value[]): Promise<Row[]> {
        const { text, values } = toSqlite(statement, given)
        const rows = statement.writes
          ? (await writer.write(text, values, patient)).rows
          : await reader.select(text, values)
        return rows as Row[]
      },
      render: toSqlite,
    })
  return {
    ...transactions(false),
    patient: transactions(true),
    async close() {
      // The last connection to leave tidies the log away, which a reader may not.
      reader.close()
      await writer.close()
    },
  }
}

async function makePrivate(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await openFile(file, 'a', 0o600)
    await handle.close()
  } catch (error) {
    throw new DatabaseUnavailable(`can't open ${file}`, { cause: error })
  }
}
