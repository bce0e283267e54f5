import { Kysely } from 'kysely'
import { makePrivate } from '../../lib/files/private-file.ts'
import { monotonicClock } from '../../lib/measure/clock.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import {
  type Database,
  noObserver,
  type Statement,
  type StatementObserver,
  type Value,
} from '../engine/database.ts'
import { timed, timedQueries } from '../engine/timing.ts'
import { type Engine, OpenTransaction, withTransactions } from '../engine/transactions.ts'
import { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { filesOf, hasWriteAheadLog, identityOf, type Opened } from './file-watch.ts'
import { Reader } from './reader.ts'
import { render, renderRead, renderWrite } from './render.ts'
import type { Outcome } from './statements.ts'
import { longestTimeoutMs, Writer } from './writer.ts'

export interface SqliteOptions {
  /** The limit for reaching the writer, for a statement after that, and for the idle time of a transaction. */
  readonly timeoutMs?: number
}

/**
 * Opens the embedded database. If it does not exist, it is created empty and accessible to this user only. Several
 * processes may open it. Throws DatabaseUnavailable if the file can't be opened.
 */
export async function openSqlite(
  file: string,
  { timeoutMs = 5000 }: SqliteOptions = {},
  observer: StatementObserver = noObserver,
): Promise<Database> {
  await makePrivate(file).catch((cause: unknown) => {
    throw new DatabaseUnavailable(`can't open ${file}`, { cause })
  })
  let opened: Opened = [[file, identityOf(file)]]
  const writer = new Writer(file, () => opened, timeoutMs, observer)
  try {
    const reader = readerOf(file, observer) ?? (await firstReaderOf(file, writer, observer))
    opened = filesOf(file)
    return database(reader, writer, observer)
  } catch (error) {
    await writer.close()
    throw error
  }
}

const rowsOf = ({ rows }: Outcome) => rows

/**
 * Opens the connection for reads if that is enough: the thread that writes takes 12 MB and a tenth of a start, so it
 * starts with the first write. Returns undefined if that thread has to open the file first.
 */
function readerOf(file: string, observer: StatementObserver): Reader | undefined {
  try {
    return hasWriteAheadLog(file) ? new Reader(file, observer) : undefined
  } catch {
    // Another process may be repairing the log after a crash. The thread waits for it, and knows what is wrong.
    return undefined
  }
}

/** The writer turns a new file into a database that readers can share. */
async function firstReaderOf(file: string, writer: Writer, observer: StatementObserver): Promise<Reader> {
  // The time that a thread takes to start says nothing, and the thread has its own limit for opening the file.
  await writer.call('rollback', longestTimeoutMs)
  return new Reader(file, observer)
}

function database(reader: Reader, writer: Writer, observer: StatementObserver): Database {
  const open = new OpenTransaction()
  const engine = (timeoutMs: number): Engine => ({
    dialect: 'sqlite',
    open,
    query: new Kysely({
      log: timedQueries(observer),
      dialect: sqliteDialect(() => open.outside(async () => new Connection(reader, writer, timeoutMs))),
    }),
    render,
  })
  const write = timed(
    (statement, given) => writer.write(renderWrite(statement, given)).then(rowsOf) as Promise<never[]>,
    observer,
  )
  function run<Row>(statement: Statement<Row>, given: readonly Value[]): Promise<Row[]> {
    if (statement.writes) return write(statement, given)
    const { text, values } = renderRead(statement, given)
    return reader.select(text, values, monotonicClock()) as Promise<Row[]>
  }
  const close = async (): Promise<void> => {
    // The last connection to close removes the log, which a reader may not do.
    reader.close()
    await writer.close()
  }
  return {
    ...withTransactions({ ...engine(writer.timeoutMs), run }),
    unbounded: withTransactions(engine(longestTimeoutMs)),
    eraseOldValues: () => writer.eraseOldValues(),
    close,
    [Symbol.asyncDispose]: close,
  }
}
