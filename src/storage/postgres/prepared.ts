import type { QueryConfig, QueryResult } from 'pg'
import type { Statement, Value } from '../engine/database.ts'
import { isOutdatedPlan, refusesNames } from './failure.ts'
import type { Pipeline } from './pipeline.ts'
import type { ConnectionPool } from './pool.ts'
import { render } from './render.ts'

/** Runs hot statements, each in one round trip and prepared once per connection. */
export class PreparedStatements {
  readonly #pool: ConnectionPool
  readonly #reads: Pipeline
  /** Set to false when a pooler between us and the server can't keep names apart. */
  #isNamed = true

  constructor(pool: ConnectionPool, reads: Pipeline) {
    this.#pool = pool
    this.#reads = reads
  }

  async run<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    try {
      return await this.#ask(statement, values, this.#isNamed)
    } catch (error) {
      if (refusesNames(error)) this.#isNamed = false
      else if (!isOutdatedPlan(error)) throw error
      return this.#ask(statement, values, false)
    }
  }

  async #ask<Row>(statement: Statement<Row>, values: readonly Value[], isNamed: boolean): Promise<Row[]> {
    const { name, text } = render(statement)
    const query = { text, values: [...values], ...(isNamed && { name }) }
    const { rows } = await (statement.writes ? this.#write(query) : this.#reads.ask(query))
    return rows as Row[]
  }

  async #write(query: QueryConfig): Promise<QueryResult> {
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
