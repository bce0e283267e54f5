import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gate } from '../../lib/queue/gate.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import type { StatementObserver } from '../engine/database.ts'
import { errorOf } from './failure.ts'
import type { Opened } from './file-watch.ts'
import type { Outcome } from './statements.ts'
import { Thread } from './thread.ts'
import type { Result, Write } from './thread-entry.ts'

/** If more writes or transactions are waiting, further ones are rejected, because they would be too late anyway. */
export const mostWaiting = 10_000
/** The thread's share of the limit, so that it gives up on a lock before the caller gives up on the thread. */
const lockShare = 0.8

/** The longest time that a timer supports: 24 days. */
export const longestTimeoutMs = 2 ** 31 - 1

interface Batch {
  readonly writes: Write[]
  readonly results: Promise<readonly Result[]>
  /** By `performance.now()`. A later write would share too little of the wait for a turn. */
  readonly closesAt: number
}

/**
 * Does all writes of this process on one thread, so that the event loop never waits for the disk. It handles one batch
 * of single writes, or one transaction, at a time. Writes that arrive meanwhile form the next batch, with a single
 * commit.
 */
export class Writer {
  /** The limit for a turn to write, and for an answer after that. */
  readonly timeoutMs: number
  readonly #thread: Thread
  readonly #observer: StatementObserver
  readonly #gate = new Gate(() => 1, mostWaiting)
  /** The batch grows until its turn comes, or until half of its wait is over. */
  #batch: Batch | undefined
  #closing: Promise<void> | undefined

  constructor(file: string, openedBefore: () => Opened, timeoutMs: number, observer: StatementObserver) {
    this.timeoutMs = timeoutMs
    this.#observer = observer
    this.#thread = new Thread(() => ({
      file,
      openedBefore: openedBefore(),
      lockTimeoutMs: timeoutMs * lockShare,
    }))
  }

  async write(write: Write): Promise<Outcome> {
    if (this.#closing) throw this.#refusal()
    if (!this.#batch || performance.now() >= this.#batch.closesAt) this.#batch = this.#begun([])
    const { writes, results } = this.#batch
    if (writes.length >= mostWaiting) throw this.#refusal()
    const index = writes.push(write) - 1
    const result = (await results)[index]
    if (result && 'rows' in result) return result
    throw this.#reportFailure(
      result ? errorOf(result) : new Error('the writer thread returned no result for a write'),
    )
  }

  /** Gives the caller the exclusive right to write until `end`. */
  async begin(timeoutMs: number): Promise<void> {
    if (this.#closing) throw this.#refusal()
    await this.#enter(timeoutMs)
    try {
      // A caller that allows more time has much to write.
      await this.call('begin', timeoutMs, timeoutMs > this.timeoutMs)
    } catch (error) {
      // It may still begin after the caller has given up.
      this.end('rollback', timeoutMs).catch(() => undefined)
      throw error
    }
  }

  /** Ends a transaction that has begun. */
  async end(how: 'commit' | 'rollback', timeoutMs: number): Promise<void> {
    const ended = this.call(how, timeoutMs)
    // The thread handles calls in order, so the next caller may enter.
    this.#gate.leave()
    await ended
  }

  /** Returns false if another process has the old log open. */
  async eraseOldValues(): Promise<boolean> {
    if (this.#closing) throw this.#refusal()
    await this.#enter(this.timeoutMs)
    return this.call('eraseOldValues', longestTimeoutMs).finally(() => this.#gate.leave())
  }

  readonly call: Thread['call'] = async (name, timeoutMs, ...given) => {
    try {
      const returned = await this.#thread.call(name, timeoutMs, ...given)
      if (name === 'batch' || name === 'commit') this.#observer.wrote()
      return returned
    } catch (error) {
      throw this.#reportFailure(error)
    }
  }

  /** Waits for everything that was requested before. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#batch?.results.catch(() => undefined)
    // Everything that was answered is on the disk, so nothing is lost if the thread can't close properly.
    await this.#gate
      .run(async () => this.#thread.isRunning && this.call('close', this.timeoutMs))
      .catch(() => undefined)
    await this.#thread.terminate()
  }

  #begun(writes: Write[]): Batch {
    const closesAt = performance.now() + this.timeoutMs / 2
    return { writes, results: this.#commit(writes), closesAt }
  }

  async #commit(writes: readonly Write[]): Promise<readonly Result[]> {
    // Writes of the same turn of the event loop form one batch.
    await nextTurn()
    await this.#enter(this.timeoutMs).finally(() => {
      if (this.#batch?.writes === writes) this.#batch = undefined
    })
    return this.call('batch', this.timeoutMs, writes).finally(() => this.#gate.leave())
  }

  async #enter(timeoutMs: number): Promise<void> {
    await this.#gate.enter(timeoutMs).catch(() => {
      throw this.#refusal()
    })
  }

  #refusal(): Error {
    const why = this.#closing ? 'the database is closed' : 'waited too long for a turn to write'
    return this.#reportFailure(new DatabaseUnavailable(why))
  }

  #reportFailure<E>(error: E): E {
    if (error instanceof DatabaseUnavailable && !this.#closing) this.#observer.failed(error)
    return error
  }
}
