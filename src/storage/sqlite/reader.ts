import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { errorOf, failureOf } from './failure.ts'
import { type Outcome, PreparedStatements } from './prepared.ts'

// Readers hardly ever wait in WAL mode, but a wait here is a wait of the event loop.
const busyTimeoutMs = 1000
// Room for the rows of a few thousand players out of a million; what misses it costs a system call and a copy.
const cacheKib = 16_384

interface Question {
  readonly text: string
  readonly values: readonly SQLInputValue[]
  readonly resolve: (rows: Outcome['rows']) => void
  readonly reject: (error: Error) => void
}

/** The connection for reads, on the calling thread: a lookup takes microseconds. */
export class Reader {
  readonly #connection: DatabaseSync
  readonly #statements: PreparedStatements
  #asked: Question[] = []

  constructor(file: string) {
    try {
      this.#connection = new DatabaseSync(file, { timeout: busyTimeoutMs })
      this.#connection.exec(`pragma query_only = on; pragma cache_size = -${cacheKib}`)
    } catch (error) {
      throw errorOf(failureOf(error))
    }
    this.#statements = new PreparedStatements(this.#connection)
  }

  /**
   * What one turn of the event loop asks for is answered at its end, from one snapshot that is newer than
   * all of the questions: taking a snapshot costs more than reading a row.
   */
  select(text: string, values: readonly SQLInputValue[]): Promise<Outcome['rows']> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0) setImmediate(() => this.#answer())
      this.#asked.push({ text, values, resolve, reject })
    })
  }

  #answer(): void {
    const asked = this.#asked
    this.#asked = []
    const isShared = asked.length > 1 && this.#connection.isOpen
    if (isShared) this.#statements.run('begin', [])
    for (const { text, values, resolve, reject } of asked) {
      try {
        resolve(this.#select(text, values))
      } catch (error) {
        reject(error as Error)
      }
    }
    // Some errors end a transaction by themselves.
    if (isShared && this.#connection.isTransaction) this.#statements.run('commit', [])
  }

  #select(text: string, values: readonly SQLInputValue[]): Outcome['rows'] {
    if (!this.#connection.isOpen) throw new DatabaseUnavailable('the database is closed')
    try {
      return this.#statements.run(text, values).rows
    } catch (error) {
      throw errorOf(failureOf(error))
    }
  }

  close(): void {
    if (this.#connection.isOpen) this.#connection.close()
  }
}
