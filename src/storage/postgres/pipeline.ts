import type { QueryConfig, QueryResult } from 'pg'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import type { Connection, ConnectionPool } from './pool.ts'

/** More than so many under way at once are turned away: by then they would be late anyway. */
const mostUnderWay = 2000

/**
 * One connection on which many statements are under way at once, each answered or failed by itself. For
 * reads: writes would wait for one another's commits, which on several connections are made together.
 */
export class Pipeline {
  readonly #pool: ConnectionPool
  #connecting: Promise<Connection> | undefined
  #underWay = 0

  constructor(pool: ConnectionPool) {
    this.#pool = pool
  }

  /** Throws DatabaseUnavailable, whereupon the next call makes a new connection. */
  async ask(query: QueryConfig): Promise<QueryResult> {
    if (this.#underWay >= mostUnderWay) throw new DatabaseUnavailable('too many reads are in progress')
    this.#underWay++
    const connecting = (this.#connecting ??= this.#connect())
    try {
      return await (await connecting).ask(query)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#leave(connecting)
      throw error
    } finally {
      this.#underWay--
    }
  }

  /** The next call makes a new connection; what is under way on the old one is still answered. */
  renew(): void {
    if (this.#connecting) this.#leave(this.#connecting)
  }

  async #connect(): Promise<Connection> {
    const connection = await this.#pool.connect()
    connection.onLost(() => this.renew())
    return connection
  }

  #leave(connecting: Promise<Connection>): void {
    if (this.#connecting !== connecting) return
    this.#connecting = undefined
    connecting.then(
      (connection) => connection.release(true),
      () => undefined,
    )
  }
}
