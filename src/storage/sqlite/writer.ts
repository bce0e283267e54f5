import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gate } from '../../lib/queue/gate.ts'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import type { Outcomes } from '../engine/database.ts'
import { errorOf } from './failure.ts'
import type { Outcome } from './statements.ts'
import { Thread } from './thread.ts'
import type { Result, ThreadData, Write } from './thread-entry.ts'

/** More than so many writes, or transactions, in line are turned away: by then they would be late anyway. */
const mostWaiting = 10_000
/** The thread gives up on the lock of another process before we give up on the thread. */
const lockShare = 0.8

/** As long as a timer can take: 24 days. */
export const withoutEnd = 2 ** 31 - 1

/**
 * Every write of this process, done by one thread: the event loop never waits for the disk. One batch of
 * single writes or one transaction at a time; what arrives meanwhile is the next batch, and one commit.
 */
export class Writer {
  /** How long a turn to write, and then an answer, may take. */
  readonly patienceMs: number
  readonly #thread: Thread
  readonly #outcomes: Outcomes
  readonly #gate = new Gate(() => 1, mostWaiting)
  /** It grows until it is let in. */
  #batch: { readonly writes: Write[]; readonly results: Promise<readonly Result[]> } | undefined
  #closing: Promise<void> | undefined

  constructor(file: string, identity: ThreadData['identity'], patienceMs: number, outcomes: Outcomes) {
    this.patienceMs = patienceMs
    this.#outcomes = outcomes
    this.#thread = new Thread({ file, identity, lockTimeoutMs: patienceMs * lockShare })
  }

  async write(write: Write): Promise<Outcome> {
    if (this.#closing) throw this.#refusal()
    this.#batch ??= this.#begun([])
    const { writes, results } = this.#batch
    if (writes.length >= mostWaiting) throw this.#refusal()
    const index = writes.push(write) - 1
    const result = (await results)[index]
    if (result && 'rows' in result) return result
    throw this.#heard(
      result ? errorOf(result) : new Error('the writer thread returned no result for a write'),
    )
  }

  /** Lets the caller alone write until `end`. */
  async begin(patienceMs: number): Promise<void> {
    if (this.#closing) throw this.#refusal()
    await this.#enter(patienceMs)
    try {
      // Who may take so long has much to write.
      await this.call('begin', patienceMs, patienceMs > this.patienceMs)
    } catch (error) {
      // It may still begin, after we have given up waiting.
      this.end('rollback', patienceMs).catch(() => undefined)
      throw error
    }
  }

  /** Of a transaction that has begun. */
  async end(how: 'commit' | 'rollback', patienceMs: number): Promise<void> {
    const ended = this.call(how, patienceMs)
    // The thread serves whoever is next after this.
    this.#gate.leave()
    await ended
  }

  /** False where another process has the old log open at this moment. */
  async eraseOldValues(): Promise<boolean> {
    if (this.#closing) throw this.#refusal()
    await this.#enter(this.patienceMs)
    return this.call('eraseOldValues', withoutEnd).finally(() => this.#gate.leave())
  }

  readonly call: Thread['call'] = async (name, timeoutMs, ...given) => {
    try {
      const returned = await this.#thread.call(name, timeoutMs, ...given)
      if (name === 'batch' || name === 'commit') this.#outcomes.wrote()
      return returned
    } catch (error) {
      throw this.#heard(error)
    }
  }

  /** What was asked for before is done before. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#batch?.results.catch(() => undefined)
    // What was answered is on the disk: a thread that can't say goodbye loses nothing.
    await this.#gate.run(() => this.call('close', this.patienceMs)).catch(() => undefined)
    await this.#thread.terminate()
  }

  #begun(writes: Write[]) {
    return { writes, results: this.#commit(writes) }
  }

  async #commit(writes: readonly Write[]): Promise<readonly Result[]> {
    // What one turn of the event loop brings begins as one batch.
    await nextTurn()
    await this.#enter(this.patienceMs).finally(() => {
      this.#batch = undefined
    })
    return this.call('batch', this.patienceMs, writes).finally(() => this.#gate.leave())
  }

  async #enter(patienceMs: number): Promise<void> {
    await this.#gate.enter(patienceMs).catch(() => {
      throw this.#refusal()
    })
  }

  #refusal(): Error {
    const why = this.#closing ? 'the database is closed' : 'waited too long for a turn to write'
    return this.#heard(new DatabaseUnavailable(why))
  }

  #heard<E>(error: E): E {
    if (error instanceof DatabaseUnavailable && !this.#closing) this.#outcomes.failed(error)
    return error
  }
}
