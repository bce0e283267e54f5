import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

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
  /** Never set: carries the type of a row. */
  readonly row?: Row
}

export function reads<Row>(name: string, text: string): Statement<Row> {
  return { name, text, writes: false }
}

export function writes<Row>(name: string, text: string): Statement<Row> {
  return { name, text, writes: true }
}

export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /**
   * Everything that is not hot: queries and transactions. A statement that fails inside a transaction
   * fails the transaction. Every wait is bounded by seconds and ends in DatabaseUnavailable.
   */
  readonly query: Kysely<Schema>
  /** The same without bounds on how long a statement or a lock may take: migrations and bulk work. */
  readonly patient: Kysely<Schema>
  /** Runs a hot statement in one round trip. A resolved write is durable. */
  run<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]>
  /** Lets what has begun end. Afterwards everything fails with DatabaseUnavailable. */
  close(): Promise<void>
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
