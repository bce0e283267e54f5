import type { Logger } from 'pino'

/** The interval between writes. A kill -9 loses no more than the counts of one interval. */
const flushIntervalMs = 1000

interface Counting<Row> {
  /** The log line of a failure. */
  failure: string
  keyOf: (row: Row) => string
  /** Adds the counts to the stored ones. */
  write: (rows: readonly Row[]) => Promise<void>
}

/**
 * Counts in memory, and adds the counts to the stored ones once a second, so that no request waits for a write. If the
 * database fails, they are added the next time.
 */
export class BatchedCounts<Row extends { count: number }> {
  readonly #log: Logger
  readonly #counting: Counting<Row>
  #waiting = new Map<string, Row>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(log: Logger, counting: Counting<Row>) {
    this.#log = log
    this.#counting = counting
  }

  /** Adds the count of a row. There must be few different keys, since those that wait are not limited. */
  add(row: Row): void {
    this.#add(row)
    this.#timer ??= setTimeout(() => void this.flush(), flushIntervalMs).unref()
  }

  /** Writes the counts. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const rows = [...this.#waiting.values()]
    if (rows.length === 0) return
    this.#waiting = new Map()
    try {
      await this.#counting.write(rows)
    } catch (error) {
      for (const row of rows) this.#add(row)
      this.#log.debug({ err: error }, this.#counting.failure)
    }
  }

  #add(row: Row): void {
    const key = this.#counting.keyOf(row)
    const known = this.#waiting.get(key)
    if (known) known.count += row.count
    else this.#waiting.set(key, row)
  }
}
