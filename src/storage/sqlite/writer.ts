import { extname } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { errorOf } from './failure.ts'
import type { Answer, Request, Task, ThreadData } from './messages.ts'
import type { Outcome } from './prepared.ts'
import { Transaction } from './transaction.ts'
import { Turns } from './turns.ts'

// From source as from dist: the neighbour has the extension that this file has.
const threadFile = new URL(`./writer-thread${extname(import.meta.url)}`, import.meta.url)

interface Waiting {
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
  readonly giveUpAt: number
}

/**
 * Every write of this process, in the order of asking, done by one thread: the event loop never waits
 * for the disk, and writes that arrive together are committed together. What is resolved is durable.
 */
export class Writer {
  readonly #file: string
  readonly #patienceMs: number
  readonly #waiting = new Map<number, Waiting>()
  readonly #turns = new Turns()
  readonly #expiry = setInterval(() => this.#expire(), 1000).unref()
  #outbox: Request[] = []
  /** Writes that arrived while a transaction is open. */
  #held: Request[] = []
  #thread: Worker | undefined
  #lastId = 0
  #closing: Promise<void> | undefined

  private constructor(file: string, patienceMs: number) {
    this.#file = file
    this.#patienceMs = patienceMs
  }

  /** `patienceMs`: how long a write, a turn to write or an idle transaction may take. */
  static async open(file: string, patienceMs: number): Promise<Writer> {
    const writer = new Writer(file, patienceMs)
    try {
      // The thread itself gives up in time; how long it takes to start is no sign of anything.
      await writer.#ask({ kind: 'open' }, true)
      return writer
    } catch (error) {
      await writer.#end()
      throw error
    }
  }

  async write(text: string, values: readonly SQLInputValue[], patient = false): Promise<Outcome> {
    this.#refuseWhenClosed()
    return this.#ask({ kind: 'write', text, values }, patient)
  }

  async begin(patient = false): Promise<Transaction> {
    this.#refuseWhenClosed()
    await this.#turns.take(this.#patience(patient))
    const onEnd = () => this.#endTurn()
    try {
      await this.#ask({ kind: 'begin', patient }, patient)
    } catch (error) {
      // It may still begin, after we have given up waiting.
      this.#ask({ kind: 'rollback' }).catch(() => undefined)
      onEnd()
      throw error
    }
    return new Transaction({
      ask: (task) => this.#ask(task, patient),
      onEnd,
      idleLimitMs: this.#patience(patient),
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#turns.take(Number.POSITIVE_INFINITY)
    // What was answered is on the disk: a thread that can't say goodbye loses nothing.
    if (this.#thread || this.#outbox.length > 0) await this.#ask({ kind: 'close' }).catch(() => undefined)
    await this.#end()
  }

  async #end(): Promise<void> {
    await this.#thread?.terminate()
    clearInterval(this.#expiry)
  }

  #endTurn(): void {
    const held = this.#held.filter(({ id }) => this.#waiting.has(id))
    this.#held = []
    this.#post(held)
    this.#turns.end()
  }

  #patience(patient: boolean): number {
    return patient ? Number.POSITIVE_INFINITY : this.#patienceMs
  }

  #refuseWhenClosed(): void {
    if (this.#closing) throw new DatabaseUnavailable('the database is closed')
  }

  #ask(task: Task, patient = false): Promise<Outcome> {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    this.#waiting.set(id, { resolve, reject, giveUpAt: performance.now() + this.#patience(patient) })
    const request = { id, ...task }
    if (task.kind === 'write' && this.#turns.taken) this.#held.push(request)
    else this.#post([request])
    return promise
  }

  /** One message for everything that one turn of the event loop brings. */
  #post(requests: readonly Request[]): void {
    if (requests.length === 0) return
    if (this.#outbox.length === 0) setImmediate(() => this.#flush())
    this.#outbox.push(...requests)
  }

  #flush(): void {
    if (this.#outbox.length === 0) return
    this.#thread ??= this.#start()
    this.#thread.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
    this.#thread.postMessage(this.#outbox)
    this.#outbox = []
  }

  #start(): Worker {
    const thread = new Worker(threadFile, {
      name: 'sqlite',
      // The thread gives up on other processes before we give up on the thread.
      workerData: { file: this.#file, busyTimeoutMs: this.#patienceMs / 2 } satisfies ThreadData,
    })
    let why = 'it has ended'
    thread.on('message', (answers: Answer[]) => this.#settle(answers))
    thread.on('error', (error) => {
      why = String(error)
    })
    thread.on('exit', () => this.#lose(new DatabaseUnavailable(`the writer thread is gone: ${why}`)))
    return thread
  }

  #settle(answers: readonly Answer[]): void {
    for (const answer of answers) {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('failure' in answer) waiting?.reject(errorOf(answer.failure))
      else waiting?.resolve(answer)
    }
    // A process that has nothing else left to do may end.
    if (this.#waiting.size === 0) this.#thread?.unref()
  }

  /** The next request starts a new thread. */
  #lose(error: Error): void {
    this.#thread = undefined
    this.#outbox = []
    this.#held = []
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  /** A request that was posted may still be carried out; one that was held is not. */
  #expire(): void {
    const now = performance.now()
    const why = this.#turns.taken ? ': a transaction is open' : ''
    for (const [id, { reject, giveUpAt }] of this.#waiting) {
      if (giveUpAt > now) continue
      this.#waiting.delete(id)
      reject(new DatabaseUnavailable(`no answer from the database in time${why}`))
    }
  }
}
