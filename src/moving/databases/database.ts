import { type Kysely, type RawBuilder, sql } from 'kysely'

/** The database of another program, opened in a single read-only transaction. */
export interface ForeignDatabase {
  /** Typed without tables. The module for a program adds them with `withTables`. */
  readonly query: Kysely<object>
  /** The names of its tables, each with the names of its columns in lower case. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  close(): Promise<void>
}

/** Thrown if the database can't be opened or is not one of the program's. The message says why. */
export class ForeignDatabaseRefused extends Error {
  override name = 'ForeignDatabaseRefused'
}

/** Returns the number of rows of a table, or 0 if there is no such table. */
export async function countRows({ query, tables }: ForeignDatabase, table: string): Promise<number> {
  if (!tables.has(table)) return 0
  const counted = sql<{ total: number | string }>`select count(*) as total from ${sql.table(table)}`
  const { rows } = await counted.execute(query)
  return Number(rows[0]?.total)
}

/** The number of rows in a page: few enough to hold in memory, and enough that the queries cost next to nothing. */
export const pageRows = 1000

/**
 * Returns the row with these columns as texts, whatever is in them: SQLite keeps no types, MySQL may have text in binary
 * columns, and hands edit rows. A missing value is an empty text, which no name and no UUID is.
 */
export function withTexts<Row extends object>(row: Row, names: readonly (keyof Row)[]): Row {
  const texts = names.map((name) => [name, textOf(row[name])] as const)
  return { ...row, ...Object.fromEntries(texts) }
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/** Returns the number that a column has, in whatever type, and NaN for anything else. */
export function numberIn(value: unknown): number {
  const text = textOf(value).trim()
  return text === '' ? Number.NaN : Number(text)
}

/** Returns true for a flag that is set: BIT columns are bytes in MySQL, and columns of text have words. */
export function isOn(value: unknown): boolean {
  if (typeof value === 'string') return /^(?:1|t|true|y|yes|on)$/i.test(value.trim())
  return value instanceof Uint8Array ? value.some((byte) => byte !== 0) : Boolean(value)
}

/**
 * Returns a key for a comparison with a column that may be narrower: PostgreSQL reads a parameter as a value of the
 * column's type, and MySQL compares a text with a number as floating point.
 */
export function keyIn(value: number): RawBuilder<number> {
  const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value)
  return isInteger ? sql.lit(value) : sql.val(value)
}
