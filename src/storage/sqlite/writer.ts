import { Gate } from '../../lib/gate.ts'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import type { Outcomes } from '../database.ts'
import { errorOf } from './failure.ts'
import type { Outcome } from './statements.ts'
import { Thread } from './thread.ts'
import type { Message, Result, ThreadData, Write } from './thread-entry.ts'

/** More than so many writes, or transactions, in line are turned away: by then they would be late anyway. */
const mostWaiting = 10_000
/** The thread gives up on the lock of another process before we give up on the thread. */
const lockShare = 0.8

/** As long as a timer can take: 24 days. */
export const withoutEnd = 2 ** 31 - 1

interface Pending {
  readonly write: Write
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

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
  #pending: Pending[] = []
  #closing: Promise<void> | undefined

  constructor(file: string, identity: ThreadData['identity'], patienceMs: number, outcomes: Outcomes) {
    this.patienceMs = patienceMs
    this.#outcomes = outcomes
    this.#thread = new Thread({ file, identity, lockTimeoutMs: patienceMs * lockShare })
  }

  write(write: Write): Promise<Outcome> {
    if (this.#closing || this.#pending.length >= mostWaiting) return Promise.reject(this.#refusal())
    return new Promise((resolve, reject) => {
      // What one turn of the event loop brings begins as one batch.
      if (this.#pending.length === 0) setImmediate(() => this.#flush())
      this.#pending.push({ write, resolve, reject })
    })
  }

  /** Lets the caller alone write until `end`. */
  async begin(patienceMs: number, isBulk: boolean): Promise<void> {
    if (this.#closing || !(await this.#hasEntered(patienceMs))) throw this.#refusal()
    try {
      await this.ask({ kind: 'begin', lockTimeoutMs: patienceMs * lockShare, isBulk }, patienceMs)
    } catch (error) {
      // It may still begin, after we have given up waiting.
      this.end('rollback').catch(() => undefined)
      throw error
    }
  }

  /** False where another process has the old log open at this moment. */
  async eraseOldValues(): Promise<boolean> {
    if (this.#closing || !(await this.#hasEntered(this.patienceMs))) throw this.#refusal()
    try {
      const [outcome] = await this.ask({ kind: 'erase' }, withoutEnd)
      return outcome !== undefined && 'rows' in outcome && outcome.changes === 1
    } finally {
      this.#gate.leave()
    }
  }

  async ask(message: Message, patienceMs = this.patienceMs): Promise<readonly Result[]> {
    try {
      const results = await this.#thread.ask(message, patienceMs)
      if (message.kind === 'batch' || message.kind === 'commit') this.#outcomes.wrote()
      return results
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !this.#closing) this.#outcomes.failed(error)
      throw error
    }
  }

  /** Of a transaction that has begun. */
  async end(kind: 'commit' | 'rollback', patienceMs?: number): Promise<void> {
    const ended = this.ask({ kind }, patienceMs)
    // The thread serves whoever is next after this.
    this.#gate.leave()
    await ended
  }

  /** What was asked for before is done before. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#flush()
    // What was answered is on the disk: a thread that can't say goodbye loses nothing.
    await this.#gate.run(() => this.ask({ kind: 'close' })).catch(() => undefined)
    await this.#thread.terminate()
  }

  async #flush(): Promise<void> {
    const hasEntered = await this.#hasEntered(this.patienceMs)
    const batch = this.#pending.splice(0)
    try {
      if (!hasEntered) throw this.#refusal()
      const writes = batch.map(({ write }) => write)
      const results = writes.length === 0 ? [] : await this.ask({ kind: 'batch', writes })
      for (const [index, result] of results.entries()) {
        if ('rows' in result) batch[index]?.resolve(result)
        else batch[index]?.reject(this.#heard(errorOf(result.failure)))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error as Error)
    } finally {
      if (hasEntered) this.#gate.leave()
    }
  }

  #hasEntered(patienceMs: number): Promise<boolean> {
    return this.#gate.enter(patienceMs).then(
      () => true,
      () => false,
    )
  }

  #refusal(): Error {
    if (this.#closing) return new DatabaseUnavailable('the database is closed')
    return this.#heard(new DatabaseUnavailable('no turn to write in time'))
  }

  #heard(error: Error): Error {
    if (error instanceof DatabaseUnavailable) this.#outcomes.failed(error)
    return error
  }
}
