import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { DatabaseUnavailable } from '../database.ts'
import { errorOf, failureOf } from './failure.ts'
import { type Outcome, PreparedStatements } from './prepared.ts'

// Readers hardly ever wait in WAL mode, but a wait here is a wait of the event loop.
const busyTimeoutMs = 1000
const cacheKib = 16_384

/** The connection for reads, on the calling thread: a lookup takes microseconds. */
export class Reader {
  readonly #connection: DatabaseSync
  readonly #statements: PreparedStatements

  constructor(file: string) {
    try {
      this.#connection = new DatabaseSync(file, { timeout: busyTimeoutMs })
      this.#connection.exec(`pragma query_only = on; pragma cache_size = -${cacheKib}`)
    } catch (error) {
      throw errorOf(failureOf(error))
    }
    this.#statements = new PreparedStatements(this.#connection)
  }

  select(text: string, values: readonly SQLInputValue[]): Outcome['rows'] {
    if (!this.#connection.isOpen) throw new DatabaseUnavailable('the database is closed')
    try {
      const { rows } = this.#statements.run(text, values)
      // node:sqlite makes rows without a prototype, everything else that hands out rows with one.
      for (const row of rows) Object.setPrototypeOf(row, Object.prototype)
      return rows
    } catch (error) {
      throw errorOf(failureOf(error))
    }
  }

  close(): void {
    if (this.#connection.isOpen) this.#connection.close()
  }
}
