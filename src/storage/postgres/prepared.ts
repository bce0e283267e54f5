import type { QueryConfig, QueryResult } from 'pg'
import type { Statement, Value } from '../engine/database.ts'
import { isOutdatedPlan, refusesNames } from './failure.ts'
import { GroupCommit, longestLockWaitMs } from './group-commit.ts'
import type { Pipeline } from './pipeline.ts'
import type { Connection, ConnectionPool } from './pool.ts'
import { render } from './render.ts'
import { Together } from './together.ts'

type Values = readonly (Value | readonly (string | null)[])[]

/** Runs declared statements, each in one round trip and prepared once per connection. */
export class PreparedStatements {
  readonly #pool: ConnectionPool
  readonly #reads: Pipeline
  readonly #shared: ConnectionPool
  readonly #together = new Together((statement, values) => this.#rows(statement, values, true))
  readonly #commits = new GroupCommit({
    together: (statement, lists) => this.#writeTogether(statement, lists),
    alone: (statement, values) => this.#rows(statement, values),
  })
  /** Set to false when a pooler between us and the server can't keep names apart. */
  #isNamed = true
  /** Unknown until it is certain that no pooler between us and the server has dropped the limit for locks. */
  #sharing: 'unknown' | 'on' | 'off' = 'unknown'

  /** `shared` has connections for writes that share a commit. */
  constructor(pool: ConnectionPool, reads: Pipeline, shared: ConnectionPool) {
    this.#pool = pool
    this.#reads = reads
    this.#shared = shared
  }

  run<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    if (statement.commonCommitBy && this.#sharing !== 'off') return this.#commits.write(statement, values)
    return statement.together
      ? this.#together.ask(statement, values)
      : (this.#rows(statement, values) as Promise<Row[]>)
  }

  /** With `isTurnOver`, a read waits for no others. */
  async #rows(statement: Statement<unknown>, values: Values, isTurnOver = false): Promise<object[]> {
    const { name, text } = render(statement)
    const query = { text, values: [...values] }
    const ask = (asked: QueryConfig) =>
      statement.writes ? this.#write(asked) : this.#reads.ask(asked, isTurnOver)
    try {
      return (await ask(this.#isNamed ? { ...query, name } : query)).rows
    } catch (error) {
      if (refusesNames(error)) this.#isNamed = false
      else if (!isOutdatedPlan(error)) throw error
      return (await ask(query)).rows
    }
  }

  async #writeTogether(
    statement: Statement<unknown>,
    lists: readonly (readonly Value[])[],
  ): Promise<object[][]> {
    const connection = await this.#shared.connect()
    let isOutdated = false
    try {
      if (this.#sharing === 'unknown') await this.#checkLockLimit(connection)
      return await connection.askSeveral({ ...render(statement), lists })
    } catch (error) {
      if (refusesNames(error)) this.#sharing = 'off'
      isOutdated = isOutdatedPlan(error)
      throw error
    } finally {
      connection.release(isOutdated)
    }
  }

  /** Throws if the server does not limit how long writes that share a commit wait for locks. */
  async #checkLockLimit(connection: Connection): Promise<void> {
    const { rows } = await connection.ask({ text: 'show lock_timeout' })
    this.#sharing = rows[0]?.lock_timeout === `${longestLockWaitMs}ms` ? 'on' : 'off'
    if (this.#sharing === 'off') throw new Error('the server does not limit waits for locks')
  }

  async #write(query: QueryConfig): Promise<QueryResult<object>> {
    const connection = await this.#pool.connect()
    let isOutdated = false
    try {
      return await connection.ask(query)
    } catch (error) {
      isOutdated = isOutdatedPlan(error)
      throw error
    } finally {
      connection.release(isOutdated)
    }
  }
}
