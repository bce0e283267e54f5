import type { QueryConfig, QueryResult } from 'pg'
import type { Statement, Value } from '../engine/database.ts'
import { isOutdatedPlan, refusesNames } from './failure.ts'
import type { Pipeline } from './pipeline.ts'
import type { ConnectionPool } from './pool.ts'
import { render } from './render.ts'
import { Together } from './together.ts'

type Values = readonly (Value | readonly (string | null)[])[]

/** Runs hot statements, each in one round trip and prepared once per connection. */
export class PreparedStatements {
  readonly #pool: ConnectionPool
  readonly #reads: Pipeline
  readonly #together = new Together((statement, values) => this.#rows(statement, values, true))
  /** Set to false when a pooler between us and the server can't keep names apart. */
  #isNamed = true

  constructor(pool: ConnectionPool, reads: Pipeline) {
    this.#pool = pool
    this.#reads = reads
  }

  run<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
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
