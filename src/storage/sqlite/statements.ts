import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

type Row = Record<string, SQLOutputValue>

export interface Outcome {
  readonly rows: Row[]
  /** Absent if the statement returns rows. */
  readonly changes?: number
}

interface Prepared {
  readonly statement: StatementSync
  /** The columns of its rows. Empty if it returns no rows. */
  names: readonly string[]
}

/** A prepared statement takes about seven times the size of its text. */
const maxKeptText = 2 ** 20

/** The prepared statements of one connection. Each is prepared only once, because that costs as much as running it. */
export class Statements {
  readonly #connection: DatabaseSync
  /** More or longer texts come only from lists of varying length. */
  readonly #prepared = new LRUCache<string, Prepared>({
    max: 256,
    maxSize: maxKeptText,
    sizeCalculation: (_prepared, text) => text.length + 1,
  })

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  run(text: string, values: readonly SQLInputValue[] = []): Outcome {
    const prepared = this.#prepared.get(text) ?? this.#prepare(text)
    const { statement } = prepared
    if (prepared.names.length === 0) return { rows: [], changes: Number(statement.run(...values).changes) }
    // The objects that node:sqlite makes are in dictionary mode, which costs several times as much.
    const found = statement.all(...values) as unknown as SQLOutputValue[][]
    // Another process has added a column, and this is a `select *`.
    if (found[0] && found[0].length !== prepared.names.length) prepared.names = namesOf(statement)
    return { rows: found.map((values) => toRow(prepared.names, values)) }
  }

  #prepare(text: string): Prepared {
    const statement = this.#connection.prepare(text)
    statement.setReturnArrays(true)
    const prepared = { statement, names: namesOf(statement) }
    this.#prepared.set(text, prepared)
    return prepared
  }
}

const namesOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name)

function toRow(names: readonly string[], values: readonly SQLOutputValue[]): Row {
  const row: Row = {}
  for (let index = 0; index < names.length; index++)
    row[names[index] as string] = values[index] as SQLOutputValue
  return row
}

/** Returns a value for each `?`. Without an order, there is one for each already. */
export const bound = (values: readonly SQLInputValue[], order?: readonly number[]) =>
  order ? order.map((index) => values[index] as SQLInputValue) : values

/** Converts a value to bind it. Lists are the values of `any_of`. */
export function toInputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (Array.isArray(value)) return JSON.stringify(value)
  throw new TypeError(
    `only strings, numbers and null can be bound to a SQLite statement, not a ${typeof value}`,
  )
}
