import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

export interface Outcome {
  readonly rows: Record<string, SQLOutputValue>[]
  /** Absent where the statement returns rows. */
  readonly changes?: number
}

interface Prepared {
  readonly statement: StatementSync
  /** The columns of its rows; none where it returns no rows. */
  names: readonly string[]
}

// Preparing costs as much as running; more texts than this only come from lists of changing length.
const kept = 256

/** The statements of one connection, each prepared once; the least recently used one makes room. */
export class PreparedStatements {
  readonly #connection: DatabaseSync
  readonly #byText = new Map<string, Prepared>()

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  run(text: string, values: readonly SQLInputValue[]): Outcome {
    const prepared = this.#prepared(text)
    const { statement } = prepared
    if (prepared.names.length === 0) return { rows: [], changes: Number(statement.run(...values).changes) }
    // The objects that node:sqlite makes are hash tables, which cost several times as much.
    const found = statement.all(...values) as unknown as SQLOutputValue[][]
    // Another process has added a column, and this is a `select *`.
    if (found[0] && found[0].length !== prepared.names.length) prepared.names = namesOf(statement)
    const { names } = prepared
    return { rows: found.map((row) => toObject(names, row)) }
  }

  #prepared(text: string): Prepared {
    let prepared = this.#byText.get(text)
    if (prepared) {
      this.#byText.delete(text)
    } else {
      const statement = this.#connection.prepare(text)
      statement.setReturnArrays(true)
      prepared = { statement, names: namesOf(statement) }
      const [oldest] = this.#byText.keys()
      if (oldest !== undefined && this.#byText.size === kept) this.#byText.delete(oldest)
    }
    this.#byText.set(text, prepared)
    return prepared
  }
}

const namesOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name)

function toObject(names: readonly string[], values: readonly SQLOutputValue[]): Outcome['rows'][number] {
  const row: Outcome['rows'][number] = {}
  for (let index = 0; index < names.length; index++)
    row[names[index] as string] = values[index] as SQLOutputValue
  return row
}
