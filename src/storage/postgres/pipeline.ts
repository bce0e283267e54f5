import type { QueryConfig, QueryResult } from 'pg'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { isOutdatedPlan } from './failure.ts'
import type { Connection, ConnectionPool } from './pool.ts'

/** If more statements are in progress, further ones are rejected, because they would be too late anyway. */
const mostUnderWay = 2000

/**
 * A connection on which many statements are in progress at once, each answered or failed by itself. It is for reads:
 * writes would wait for one another's commits, which run in parallel on several connections.
 */
export class Pipeline {
  readonly #pool: ConnectionPool
  #connecting: Promise<Connection> | undefined
  #underWay = 0

  constructor(pool: ConnectionPool) {
    this.#pool = pool
  }

  /**
   * Runs a statement, which is sent at the end of the turn of the event loop, or now if that is over. Throws
   * DatabaseUnavailable, after which the next call opens a new connection, as it does after an error for which
   * `isOutdatedPlan` returns true: a connection has many such plans.
   */
  async ask(query: QueryConfig, isTurnOver: boolean): Promise<QueryResult<object>> {
    if (this.#underWay >= mostUnderWay) throw new DatabaseUnavailable('too many reads are in progress')
    this.#underWay++
    const connecting = this.#connecting ?? this.#connect()
    try {
      const connection = await connecting
      if (!isTurnOver) connection.gather()
      return await connection.ask(query)
    } catch (error) {
      if (error instanceof DatabaseUnavailable || isOutdatedPlan(error)) this.#leave(connecting)
      throw error
    } finally {
      this.#underWay--
    }
  }

  /** Statements in progress are still answered. */
  close(): void {
    if (this.#connecting) this.#leave(this.#connecting)
  }

  #connect(): Promise<Connection> {
    const connecting = this.#pool.connect()
    this.#connecting = connecting
    connecting.then(
      (connection) => connection.onLost(() => this.#leave(connecting)),
      () => undefined,
    )
    return connecting
  }

  /**
   * Makes the next call open a new connection, unless one has already been opened. Statements in progress on the old one
   * are still answered.
   */
  #leave(connecting: Promise<Connection>): void {
    if (this.#connecting !== connecting) return
    this.#connecting = undefined
    connecting.then(
      (connection) => connection.release(true),
      () => undefined,
    )
  }
}
