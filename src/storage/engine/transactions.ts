import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Schema } from '../schema/schema.ts'
import type { Queries, Statement, Transactions, Value } from './database.ts'
import { handedOver } from './texts.ts'

/** Knows whether the caller is inside a transaction of one database, however deep in its calls. */
export class OpenTransaction {
  readonly #current = new AsyncLocalStorage<{ isOpen: boolean }>()

  /** Rejects inside: a statement beside the transaction would wait for it, or outlive its rollback. */
  outside<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current.getStore()?.isOpen)
      return Promise.reject(
        new Error('the database was used inside its own transaction; use the transaction that was passed in'),
      )
    return work()
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    // What the work has started, a timer perhaps, is outside again once the work is over.
    const current = { isOpen: true }
    try {
      return await this.#current.run(current, work)
    } finally {
      current.isOpen = false
    }
  }
}

type Render = (
  statement: Statement<unknown>,
  values: readonly Value[],
) => Rendered & { followUp?: Rendered | undefined }

interface Rendered {
  text: string
  values: readonly unknown[]
}

/** What an engine brings. */
export interface Engine {
  readonly dialect: Queries['dialect']
  /** Takes its connections through `open.outside`. */
  readonly query: Kysely<Schema>
  readonly open: OpenTransaction
  /** The statement as this database reads it. */
  readonly render: Render
  /** The quick way for hot statements, where there is one. */
  readonly run?: Queries['run']
}

/** Adds the door to what an engine can do without it. The only caller of Kysely's own. */
export function withTransactions({ dialect, query, open, render, run }: Engine): Transactions {
  const runHot = checked(run ?? runWith(query, render))
  return {
    dialect,
    query,
    run: (statement, values) => open.outside(() => runHot(statement, values)),
    transaction: (work) =>
      query
        .transaction()
        .execute((tx) => open.run(() => work({ dialect, query: tx, run: checked(runWith(tx, render)) }))),
  }
}

const checked =
  (run: Queries['run']): Queries['run'] =>
  async (statement, values) =>
    run(statement, handedOver(values, !statement.writes))

/** Without the name of a prepared statement: in a transaction there is no second try where that fails. */
function runWith(query: Kysely<Schema>, render: Render): Queries['run'] {
  return async <Row>(statement: Statement<Row>, given: readonly Value[]) => {
    const { text, values, followUp } = render(statement, given)
    const { rows } = await query.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    if (followUp && rows.length > 0) {
      await query.executeQuery(CompiledQuery.raw(followUp.text, [...followUp.values]))
    }
    return rows
  }
}
