import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { Spans } from '../../lib/measure/spans.ts'
import type { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import type { Schema } from '../schema/schema.ts'

/** A value that may be bound to a statement. Instants are epoch milliseconds, and booleans a Flag. */
export type Value = string | number | null | readonly string[]

/**
 * A declared statement. Its text is written once, in the SQL that SQLite and PostgreSQL share
 * (docs/decisions/0003-portable-sql.md), with parameters `$1`, `$2` and so on, each of which may occur several times.
 * `column = any_of($1)` matches a column against a list of strings, and each driver renders it in its own way.
 * `from each_of($1) as asked cross join … where column = asked.value` does the same for a list without duplicates, in half
 * the time on the embedded database. On PostgreSQL connections the statement is prepared under its name.
 */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  /** True if the statement changes rows. On the embedded database, it then goes through the only writer. */
  readonly writes: boolean
  /**
   * A statement that runs with the same values if the first one has returned rows. Either both are written or neither.
   * It must be an `insert … select …` without `from` that ends with its `where`.
   */
  readonly followUp?: string
  /**
   * Set for a read that very many requests need: the types of its values. On PostgreSQL, those of one turn of the event loop
   * are asked together.
   */
  readonly together?: readonly ('bigint' | 'text')[]
  /**
   * Set for a write that very many requests need, each of other rows: the parameter that tells the rows apart. None is a list. On
   * PostgreSQL, several share a commit and are carried out in the order of its values, so that two commits do not wait for
   * each other in a circle.
   */
  readonly commonCommitBy?: number
  /** Never set. It carries the type of a row. */
  readonly row?: Row
}

/** All declared statements by name. A test asks both databases for the plan of each. */
export const declaredStatements = new Map<string, Statement<unknown>>()

function declared<Row>(statement: Statement<Row>): Statement<Row> {
  declaredStatements.set(statement.name, statement)
  return statement
}

export function reads<Row>(name: string, text: string): Statement<Row> {
  return declared({ name, text, writes: false })
}

/** Declares a read that very many requests need, with the types of its values. */
export function readsTogether<Row>(
  name: string,
  together: readonly ('bigint' | 'text')[],
  text: string,
): Statement<Row> {
  return declared({ name, text, together, writes: false })
}

export function writes<Row>(name: string, text: string): Statement<Row> {
  return declared({ name, text, writes: true })
}

/** Declares a write that very many requests need, each of other rows, which the parameter with this number tells apart. */
export function writesTogether<Row>(name: string, key: number, text: string): Statement<Row> {
  return declared({ name, text, writes: true, commonCommitBy: key })
}

/** Declares two statements that run in one round trip. The rows are those of the first. */
export function writesBoth<Row>(name: string, text: string, followUp: string): Statement<Row> {
  return declared({ name, text, writes: true, followUp })
}

/** Reads and writes rows: a database, or a transaction that is open on it. */
export interface Queries {
  readonly dialect: 'sqlite' | 'postgres'
  /** For statements whose text is not always the same (docs/decisions/0113-one-way-with-rows.md). */
  readonly query: Kysely<Schema>
  /** Runs a declared statement in one round trip. */
  run<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]>
}

const firstOf = <Row>(rows: readonly Row[]): Row | undefined => rows[0]

/** Returns the first row of a declared statement that returns at most one. */
export const first = <Row>(
  db: Pick<Queries, 'run'>,
  statement: Statement<Row>,
  values: readonly Value[],
): Promise<Row | undefined> => db.run(statement, values).then(firstOf<Row>)

/** A transaction. Everything written with it becomes durable together when it is committed, or not at all. */
export interface Transaction extends Queries {
  readonly query: KyselyTransaction<Schema>
}

export interface Transactions extends Queries {
  /**
   * The only way to write several things together. `work` must use the transaction it is given and nothing else of this
   * database, which fails at once. A statement that fails makes the transaction fail, even if its error was caught.
   * `work` may be called again: the database ends one of two transactions that wait for each other.
   * Resolves once the transaction is durable.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/**
 * A database. A write that has resolved is durable. Every wait is limited to seconds and ends with DatabaseUnavailable.
 */
export interface Database extends Transactions, AsyncDisposable {
  /**
   * This database without limits on the duration of statements and locks, for migrations and bulk work. On the
   * embedded database, it applies to transactions only, because single writes share commits.
   */
  readonly unbounded: Transactions
  /**
   * Erases replaced and deleted values from the files of the embedded database, which takes seconds for each GB and
   * blocks writes. Returns false if something may be left. On PostgreSQL, the operator must do it.
   */
  eraseOldValues(): Promise<boolean>
  /** Waits for work in progress, like disposing. Afterwards everything fails with DatabaseUnavailable. */
  close(): Promise<void>
}

/** Is told how each statement ended, from which the state of the database is judged. It must cost next to nothing. */
export interface StatementObserver {
  /** Set if statements are parts of traces. */
  readonly spans?: Spans | undefined
  /** Something was written and is durable. */
  wrote(): void
  failed(error: DatabaseUnavailable): void
  /** A statement took this long, whether or not it succeeded. */
  took(kind: 'read' | 'write', milliseconds: number): void
}

/** An observer for callers that have no use for one. */
export const noObserver: StatementObserver = {
  wrote: () => undefined,
  failed: () => undefined,
  took: () => undefined,
}

/** Thrown if a unique key is taken. It is the only storage error on which the domain bases decisions. */
export class UniqueViolation extends Error {
  override name = 'UniqueViolation'
  /** The columns of the key: `account.username_folded`, or `a.b, a.c`. */
  readonly key: string

  constructor(key: string, options?: ErrorOptions) {
    super(`taken: ${key}`, options)
    this.key = key
  }
}
