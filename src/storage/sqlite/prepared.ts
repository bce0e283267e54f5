import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

export interface Outcome {
  readonly rows: Record<string, SQLOutputValue>[]
  /** Absent where the statement returns rows. */
  readonly changes?: number
}

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
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
    const { statement, returnsRows } = this.#prepared(text)
    if (returnsRows) return { rows: statement.all(...values) }
    return { rows: [], changes: Number(statement.run(...values).changes) }
  }

  #prepared(text: string): Prepared {
    let prepared = this.#byText.get(text)
    if (prepared) {
      this.#byText.delete(text)
    } else {
      const statement = this.#connection.prepare(text)
      prepared = { statement, returnsRows: statement.columns().length > 0 }
      const [oldest] = this.#byText.keys()
      if (oldest !== undefined && this.#byText.size === kept) this.#byText.delete(oldest)
    }
    this.#byText.set(text, prepared)
    return prepared
  }
}
