import type { SQLInputValue } from 'node:sqlite'
import { AbortedTransactionError } from 'kysely'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import type { Task } from './messages.ts'
import type { Outcome } from './prepared.ts'

export interface TransactionOptions {
  /** Hands a task to the writer thread, behind everything handed over before. */
  readonly ask: (task: Task) => Promise<Outcome>
  /** Called once, when the last task has been handed over. */
  readonly onEnd: () => void
  /** Whoever lets a transaction lie for longer than this loses it: everybody else waits for it. */
  readonly idleLimitMs: number
}

/** An open transaction: whoever holds it has the writer to itself. */
export class Transaction {
  readonly #options: TransactionOptions
  #state: 'open' | 'failed' | 'ended' = 'open'
  #running = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: TransactionOptions) {
    this.#options = options
    this.#watch()
  }

  async run(text: string, values: readonly SQLInputValue[]): Promise<Outcome> {
    if (this.#state === 'ended') throw ended()
    // SQLite would go on, PostgreSQL would not: the same mistake has to show on both.
    if (this.#state === 'failed')
      throw new Error('a statement failed: the transaction can only be rolled back')
    clearTimeout(this.#idle)
    this.#running++
    try {
      return await this.#options.ask({ kind: 'statement', text, values })
    } catch (error) {
      if (this.#state === 'open') this.#state = 'failed'
      throw error
    } finally {
      this.#running--
      this.#watch()
    }
  }

  /** Over afterwards, also where this throws. */
  async commit(): Promise<void> {
    if (this.#state === 'open') return this.#end('commit')
    if (this.#state === 'ended') throw ended()
    await this.#end('rollback')
    throw new AbortedTransactionError()
  }

  async rollback(): Promise<void> {
    if (this.#state !== 'ended') await this.#end('rollback')
  }

  async #end(kind: 'commit' | 'rollback'): Promise<void> {
    this.#state = 'ended'
    clearTimeout(this.#idle)
    const answer = this.#options.ask({ kind })
    this.#options.onEnd()
    await answer
  }

  #watch(): void {
    const { idleLimitMs } = this.#options
    if (this.#state === 'ended' || this.#running > 0 || !Number.isFinite(idleLimitMs)) return
    // A rollback that fails means that the thread is gone, and the transaction with it.
    this.#idle = setTimeout(() => this.rollback().catch(() => undefined), idleLimitMs)
  }
}

function ended(): Error {
  return new DatabaseUnavailable('the transaction has ended: by itself, if it was idle for too long')
}
