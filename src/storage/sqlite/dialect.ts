import type { SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { OpenTransaction } from '../transactions.ts'
import type { Reader } from './reader.ts'
import type { Transaction } from './transaction.ts'
import type { Writer } from './writer.ts'

/** Selects go to the reader; everything else, and all that happens in a transaction, to the writer. */
export function sqliteDialect(
  reader: Reader,
  writer: Writer,
  open: OpenTransaction,
  patient: boolean,
): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () =>
      new SqliteDriver(() => open.outside(async () => new Connection(reader, writer, patient))),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** All migrations happen in one `begin immediate`: that is also what keeps two processes apart. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #connect: () => Promise<Connection>

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<Connection> {
    return this.#connect()
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.end()?.commit()
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.end()?.rollback()
  }

  async releaseConnection(connection: Connection): Promise<void> {
    await connection.end()?.rollback()
  }

  /** Reader and writer are closed by whoever opened them. */
  async destroy(): Promise<void> {}
}

/** A connection in Kysely's sense: all of them share one reader and one writer. */
class Connection implements DatabaseConnection {
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #patient: boolean
  #transaction: Transaction | undefined

  constructor(reader: Reader, writer: Writer, patient: boolean) {
    this.#reader = reader
    this.#writer = writer
    this.#patient = patient
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#writer.begin(this.#patient)
  }

  /** Back to single statements; the transaction, if there was one, is the caller's to finish. */
  end(): Transaction | undefined {
    const transaction = this.#transaction
    this.#transaction = undefined
    return transaction
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const values = parameters.map(toInputValue)
    if (!this.#transaction && SelectQueryNode.is(query)) {
      return { rows: (await this.#reader.select(sql, values)) as Row[] }
    }
    const { rows, changes } = await (this.#transaction
      ? this.#transaction.run(sql, values)
      : this.#writer.write(sql, values, this.#patient))
    if (changes === undefined) return { rows: rows as Row[] }
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
  }

  streamQuery(): never {
    throw new Error('there are no streams here: ask for pages, in the order of a key')
  }
}

function toInputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`SQLite is given strings, numbers and null here, not a ${typeof value}`)
}
