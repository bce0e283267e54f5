import { monotonicClock } from '../../lib/measure/clock.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import type { Statement, Value } from '../engine/database.ts'

/** If more writes wait for an answer, further ones are rejected, because they would be too late anyway. */
const mostWaiting = 2000

/** A write that has waited for longer is rejected when its turn comes. */
const longestWaitMs = 2000

/** The most writes of one commit. */
const mostAtOnce = 32

/** The most commits in progress. Meanwhile, further writes collect for the next. */
export const mostCommits = 2

/** If a write has to wait for a lock for longer, all of its commit get transactions of their own. */
export const longestLockWaitMs = 50

interface Write {
  readonly values: readonly Value[]
  readonly since: number
  readonly resolve: (rows: never[]) => void
  readonly reject: (error: unknown) => void
}

interface Run {
  /** Runs a statement once for each list of values, in one transaction. If one of them fails, nothing is written. */
  together(statement: Statement<unknown>, lists: readonly (readonly Value[])[]): Promise<object[][]>
  alone(statement: Statement<unknown>, values: readonly Value[]): Promise<object[]>
}

/**
 * Writes that share commits, as all do on the embedded database: a commit, and the way to the server and back, cost
 * several times as much as to change a row. If one of them fails or waits for a lock, each gets a transaction of its own,
 * so that none fails or waits because of another.
 */
export class GroupCommit {
  readonly #run: Run
  readonly #waiting = new Map<Statement<unknown>, Write[]>()
  #inProgress = 0
  #commits = 0
  #isScheduled = false

  constructor(run: Run) {
    this.#run = run
  }

  /** Resolves once the write is durable. Throws DatabaseUnavailable. */
  write<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#inProgress >= mostWaiting) throw new DatabaseUnavailable('too many writes are in progress')
      this.#inProgress++
      const write = { values, since: monotonicClock(), resolve, reject }
      const others = this.#waiting.get(statement)
      if (others) others.push(write)
      else this.#waiting.set(statement, [write])
      if (this.#isScheduled) return
      this.#isScheduled = true
      setImmediate(this.#send)
    })
  }

  readonly #send = (): void => {
    this.#isScheduled = false
    for (const [statement, writes] of this.#waiting) {
      if (this.#commits >= mostCommits) return
      // What is left waits behind the other statements.
      this.#waiting.delete(statement)
      const some = this.#withoutLate(writes.splice(0, mostAtOnce))
      if (writes.length > 0) this.#waiting.set(statement, writes)
      if (some.length > 0) void this.#commit(statement, inOrder(statement, some))
    }
  }

  #withoutLate(writes: Write[]): Write[] {
    const oldest = monotonicClock() - longestWaitMs
    const onTime = writes.filter(({ since }) => since >= oldest)
    if (onTime.length < writes.length) {
      const error = new DatabaseUnavailable('writes wait for too long')
      for (const write of writes) if (write.since < oldest) this.#reject(write, error)
    }
    return onTime
  }

  async #commit(statement: Statement<unknown>, writes: readonly Write[]): Promise<void> {
    this.#commits++
    try {
      const lists = writes.map(({ values }) => values)
      const answers = await this.#run.together(statement, lists)
      for (const [index, { resolve }] of writes.entries()) resolve((answers[index] ?? []) as never[])
      this.#inProgress -= writes.length
    } catch (error) {
      for (const write of writes)
        if (error instanceof DatabaseUnavailable) this.#reject(write, error)
        else void this.#runAlone(statement, write)
    }
    this.#commits--
    this.#send()
  }

  async #runAlone(statement: Statement<unknown>, write: Write): Promise<void> {
    try {
      write.resolve((await this.#run.alone(statement, write.values)) as never[])
      this.#inProgress--
    } catch (error) {
      this.#reject(write, error)
    }
  }

  #reject({ reject }: Write, error: unknown): void {
    this.#inProgress--
    reject(error)
  }
}

/** Two commits that lock the same rows in the same order do not wait for each other in a circle. */
function inOrder({ commonCommitBy = 1 }: Statement<unknown>, writes: Write[]): Write[] {
  const key = ({ values }: Write): string => String(values[commonCommitBy - 1])
  return writes.sort((one, other) => (key(one) < key(other) ? -1 : 1))
}
