import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import type { Schema } from '../schema/schema.ts'

/** What may be bound to a statement. Instants are epoch milliseconds, flags are nullable instants. */
export type Value = string | number | null | readonly string[]

/**
 * A statement of the hot path: its text is written once, in the SQL that SQLite and PostgreSQL share
 * (docs/decisions/0003-portable-sql.md), with `$1` style parameters, of which each may occur several
 * times. A column is matched against a list of strings with `column = any_of($1)`, which each driver
 * renders its own way. The name is what a PostgreSQL connection prepares it under.
 */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  /** True when it changes rows: on the embedded database it then goes through the one writer. */
  readonly writes: boolean
  /**
   * Run with the same values where the statement has given rows: both are written, or neither. An
   * `insert … select …` without `from`, that ends in its `where`.
   */
  readonly followUp?: string
  /** Never set: carries the type of a row. */
  readonly row?: Row
}

/** Every statement there is, by its name: a test asks both databases how they carry out each. */
export const declaredStatements = new Map<string, Statement<unknown>>()

function declared<Row>(statement: Statement<Row>): Statement<Row> {
  declaredStatements.set(statement.name, statement)
  return statement
}

export function reads<Row>(name: string, text: string): Statement<Row> {
  return declared({ name, text, writes: false })
}

export function writes<Row>(name: string, text: string): Statement<Row> {
  return declared({ name, text, writes: true })
}

/** Two statements in one round trip; the rows are those of the first. */
export function writesBoth<Row>(name: string, text: string, followUp: string): Statement<Row> {
  return declared({ name, text, writes: true, followUp })
}

/** What rows are read and written with: a database, or a transaction that is open on it. */
export interface Queries {
  readonly dialect: 'sqlite' | 'postgres'
  /** Everything that is not hot. */
  readonly query: Kysely<Schema>
  /** Runs a hot statement: one round trip. */
  run<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]>
}

/** The first row of a hot statement, for those that give one or none. */
export async function first<Row>(
  db: Pick<Queries, 'run'>,
  statement: Statement<Row>,
  values: readonly Value[],
): Promise<Row | undefined> {
  const [row] = await db.run(statement, values)
  return row
}

/** What is written with it is there as a whole once the transaction has ended well, and else not at all. */
export interface Transaction extends Queries {
  readonly query: KyselyTransaction<Schema>
}

export interface Transactions extends Queries {
  /**
   * The one door for what is to be written together. `work` uses what it is handed and nothing else of this
   * database: that fails at once. A statement that fails fails the transaction, also where it was caught.
   * Resolves once the transaction is durable.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** A resolved write is durable. Every wait is bounded by seconds and ends in DatabaseUnavailable. */
export interface Database extends Transactions, AsyncDisposable {
  /**
   * The same without bounds on how long a statement or a lock may take: migrations and bulk work. (On the
   * embedded database that is for transactions: single writes share the commits of all others.)
   */
  readonly patient: Transactions
  /**
   * Leaves nothing of replaced and deleted values in the embedded database's files; takes seconds for each GB,
   * and writes wait. False where something may be left: on PostgreSQL that is for its operator to do.
   */
  eraseOldValues(): Promise<boolean>
  /** Lets what has begun end, as disposing of it does. Afterwards everything fails with DatabaseUnavailable. */
  close(): Promise<void>
}

/** Hears what becomes of statements, as far as it says how the database is. Called often: it costs nothing. */
export interface Outcomes {
  /** Something was written, and is durable. */
  wrote(): void
  failed(error: DatabaseUnavailable): void
  /** A statement has taken so long, whatever became of it. */
  took(kind: 'read' | 'write', milliseconds: number): void
}

/** For whom that does not matter. */
export const unheard: Outcomes = {
  wrote: () => undefined,
  failed: () => undefined,
  took: () => undefined,
}

/** A unique key is taken: the one storage error the domain decides on. */
export class UniqueViolation extends Error {
  override name = 'UniqueViolation'
  /** The key's columns: `account.username_folded`, or `a.b, a.c`. */
  readonly key: string

  constructor(key: string, options?: ErrorOptions) {
    super(`taken: ${key}`, options)
    this.key = key
  }
}
