import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Schema } from '../schema/schema.ts'
import type { Queries, Statement, Transactions, Value } from './database.ts'
import { handedOver } from './texts.ts'

/** Tracks whether the caller is inside a transaction of one database, however deep the calls are nested. */
export class OpenTransaction {
  readonly #current = new AsyncLocalStorage<{ isOpen: boolean }>()

  /** Rejects inside a transaction: a statement next to it would wait for it, or survive its rollback. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.refuseInside()
    return work()
  }

  /** Throws inside a transaction. */
  refuseInside(): void {
    if (this.#current.getStore()?.isOpen)
      throw new Error(
        'the database was used inside its own transaction; use the transaction that was passed in',
      )
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    // Anything that the work has started, such as a timer, is outside again once the work is done.
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

/** The parts that an engine provides. */
export interface Engine {
  readonly dialect: Queries['dialect']
  /** Takes its connections through `open.outside`. */
  readonly query: Kysely<Schema>
  readonly open: OpenTransaction
  /** Renders a statement for this database. */
  readonly render: Render
  /** A faster way to run declared statements, if there is one. */
  readonly run?: Queries['run']
  /** Returns true if a transaction failed only because it met others, so that it can be repeated. Default: never. */
  readonly hasMetOthers?: (error: unknown) => boolean
}

/** Repeating succeeds at once, except while many change the same rows. */
const mostRepeats = 3

/** The time for the other transaction to take the row that it waited for. */
const headStartMs = 20

/** Adds transactions to an engine. Nothing else calls Kysely's own. */
export function withTransactions({
  dialect,
  query,
  open,
  render,
  run,
  hasMetOthers = () => false,
}: Engine): Transactions {
  const runHot = checked(run ?? runWith(query, render), () => open.refuseInside())
  return {
    dialect,
    query,
    run: runHot,
    transaction: async (work) => {
      for (let repeats = 0; ; repeats++) {
        try {
          return await query
            .transaction()
            .execute((tx) => open.run(() => work({ dialect, query: tx, run: checked(runWith(tx, render)) })))
        } catch (error) {
          if (repeats === mostRepeats || !hasMetOthers(error)) throw error
          await sleep(headStartMs)
        }
      }
    },
  }
}

/** Not an async function, because another promise for each declared statement would cost as much as a small read. */
const checked =
  (run: Queries['run'], refuse?: () => void): Queries['run'] =>
  (statement, values) => {
    try {
      refuse?.()
      return run(statement, handedOver(values, !statement.writes))
    } catch (error) {
      return Promise.reject(error)
    }
  }

/**
 * Runs without the name of a prepared statement, because a statement that fails in a transaction can't be tried again.
 */
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
