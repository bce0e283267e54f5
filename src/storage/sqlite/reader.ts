import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { monotonicClock } from '../../lib/measure/clock.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import type { StatementObserver } from '../engine/database.ts'
import { errorOf, failureOf } from './failure.ts'
import { type Outcome, Statements } from './statements.ts'

// Readers hardly ever wait in WAL mode, but any wait here blocks the event loop.
const busyTimeoutMs = 1000
// Enough for the rows of a few thousand of a million players. A miss costs a system call and a copy.
const cacheKib = 16_384

interface Question {
  readonly text: string
  readonly values: readonly SQLInputValue[]
  readonly begun: number | undefined
  readonly resolve: (rows: Outcome['rows']) => void
  readonly reject: (error: Error) => void
}

/** The connection for reads. It runs on the calling thread, because a lookup takes only microseconds. */
export class Reader {
  readonly #file: string
  readonly #observer: StatementObserver
  readonly #connection: DatabaseSync
  readonly #statements: Statements
  #asked: Question[] = []

  constructor(file: string, observer: StatementObserver) {
    this.#file = file
    this.#observer = observer
    try {
      this.#connection = new DatabaseSync(file, { timeout: busyTimeoutMs })
      this.#connection.exec(`pragma query_only = on; pragma cache_size = -${cacheKib}`)
      // The first read opens the log, or fails.
      this.#connection.exec('pragma schema_version')
    } catch (error) {
      throw errorOf(failureOf(error, file))
    }
    this.#statements = new Statements(this.#connection)
  }

  /**
   * Collects the queries of one turn of the event loop and answers them at its end, from a single snapshot that is
   * newer than all of them. Taking a snapshot costs more than reading a row. With `begun`, by the monotonic clock, the
   * observer is told the time since then.
   */
  select(text: string, values: readonly SQLInputValue[], begun?: number): Promise<Outcome['rows']> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0) setImmediate(this.#answer)
      this.#asked.push({ text, values, begun, resolve, reject })
    })
  }

  readonly #answer = (): void => {
    const asked = this.#asked
    this.#asked = []
    try {
      if (!this.#connection.isOpen) throw new DatabaseUnavailable('the database is closed')
      // A failed commit leaves a transaction open, whose snapshot becomes stale.
      if (this.#connection.isTransaction) this.#statements.run('rollback')
      if (asked.length > 1) this.#statements.run('begin')
      for (const { text, values, resolve, reject } of asked) {
        try {
          resolve(this.#statements.run(text, values).rows)
        } catch (error) {
          reject(this.#reportFailure(error))
        }
      }
      if (this.#connection.isTransaction) this.#statements.run('commit')
    } catch (error) {
      // Queries that already have their rows are not affected.
      for (const { reject } of asked) reject(this.#reportFailure(error))
    }
    const now = monotonicClock()
    for (const { begun } of asked) if (begun !== undefined) this.#observer.took('read', now - begun)
  }

  #reportFailure(thrown: unknown): Error {
    const error = errorOf(failureOf(thrown, this.#file))
    if (error instanceof DatabaseUnavailable && this.#connection.isOpen) this.#observer.failed(error)
    return error
  }

  close(): void {
    if (this.#connection.isOpen) this.#connection.close()
  }
}
