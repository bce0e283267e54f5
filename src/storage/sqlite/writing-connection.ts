import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { pause, whenFree } from './busy.ts'
import { type Failure, failureOf } from './failure.ts'
import type { Answer, Step, ThreadData, Write } from './messages.ts'
import { openForWriting } from './open-for-writing.ts'
import { type Outcome, PreparedStatements } from './prepared.ts'

const done: Outcome = { rows: [] }
// Who has held the lock for long leaves it free for a moment: others look for it every millisecond.
const longMs = 10
const restMs = 2

/** What the writer thread does to the database. */
export class WritingConnection {
  readonly #connection: DatabaseSync
  readonly #statements: PreparedStatements
  readonly #busyTimeoutMs: number
  #heldSince = 0
  #restUntil = 0

  constructor(data: ThreadData) {
    this.#busyTimeoutMs = data.busyTimeoutMs
    this.#connection = openForWriting(data)
    this.#statements = new PreparedStatements(this.#connection)
  }

  /**
   * One commit, and so one wait for the disk, for many independent writes. A statement that fails takes
   * back only what it did itself: SQLite sees to that, without a savepoint around each.
   */
  commitTogether(writes: readonly Write[]): Answer[] {
    const answers: Answer[] = []
    try {
      this.#begin(this.#busyTimeoutMs)
      for (const { id, text, values } of writes) {
        const answer = answerTo(id, () => this.#run(text, values))
        answers.push(answer)
        // A full disk, for one, makes SQLite roll back the whole transaction by itself.
        if ('failure' in answer && !this.#connection.isTransaction) return failAll(writes, answer.failure)
      }
      this.#commit()
      return answers
    } catch (error) {
      this.#rollBack()
      return failAll(writes, failureOf(error))
    }
  }

  perform(step: Step): Outcome {
    if (step.kind === 'begin')
      return this.#begin(step.patient ? Number.POSITIVE_INFINITY : this.#busyTimeoutMs)
    if (step.kind === 'statement') return this.#inTransaction(step.text, step.values)
    if (step.kind === 'commit') return this.#commit()
    if (step.kind === 'open') return done
    this.#rollBack()
    if (step.kind === 'close') this.#connection.close()
    return done
  }

  #begin(patienceMs: number): Outcome {
    const rest = this.#restUntil - performance.now()
    if (rest > 0) pause(rest)
    const begun = whenFree(patienceMs, () => this.#run('begin immediate'))
    this.#heldSince = performance.now()
    return begun
  }

  /** Ends the transaction either way. */
  #commit(): Outcome {
    try {
      return this.#inTransaction('commit')
    } finally {
      this.#rollBack()
      const now = performance.now()
      if (now - this.#heldSince > longMs) this.#restUntil = now + restMs
    }
  }

  /** After SQLite has rolled back by itself a statement would commit on its own. */
  #inTransaction(text: string, values?: readonly SQLInputValue[]): Outcome {
    if (!this.#connection.isTransaction) throw new DatabaseUnavailable('the transaction was lost')
    return this.#run(text, values)
  }

  #rollBack(): Outcome {
    return this.#connection.isTransaction ? this.#run('rollback') : done
  }

  #run(text: string, values: readonly SQLInputValue[] = []): Outcome {
    return this.#statements.run(text, values)
  }
}

export function answerTo(id: number, work: () => Outcome): Answer {
  try {
    return { id, ...work() }
  } catch (error) {
    return { id, failure: failureOf(error) }
  }
}

export function failAll(requests: readonly { id: number }[], failure: Failure): Answer[] {
  return requests.map(({ id }) => ({ id, failure }))
}
