import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { errorOf } from './failure.ts'
import type { Answer, Calls, Loaded, ThreadData, Write } from './thread-entry.ts'

// The file next to this one has the same extension, in src and in dist.
const entry = new URL(`./thread-entry${extname(import.meta.url)}`, import.meta.url)

interface PendingCall {
  readonly resolve: (returned: never) => void
  readonly reject: (error: Error) => void
}

/** The writer thread as the event loop sees it. It handles one call after another. */
export class Thread {
  readonly #data: () => ThreadData
  /** In the order in which the answers will arrive. */
  #pending: PendingCall[] = []
  #worker: Worker | undefined
  /** Resolves when the running thread has loaded its modules. */
  #loading = Promise.withResolvers<void>()
  #isLoaded = false
  /** The numbers of the statements whose texts the running thread has. */
  #told = new Set<number>()

  constructor(data: () => ThreadData) {
    this.#data = data
  }

  /** Calls the thread. Throws DatabaseUnavailable after `timeoutMs`, although the thread may still do the work. */
  async call<Name extends keyof Calls>(
    name: Name,
    timeoutMs: number,
    ...[given]: Parameters<Calls[Name]>
  ): Promise<ReturnType<Calls[Name]>> {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<Calls[Name]>>()
    const onTimeout = () => reject(new DatabaseUnavailable('the database did not answer in time'))
    this.#worker ??= this.#start()
    // The time that a thread takes to start and to load its modules says nothing about the database.
    let timer: NodeJS.Timeout | undefined
    const limit = () => void (timer = setTimeout(onTimeout, timeoutMs))
    if (this.#isLoaded) limit()
    else void this.#loading.promise.then(limit)
    this.#worker.ref()
    this.#pending.push({ resolve, reject })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    this.#worker.postMessage([name, name === 'batch' ? this.#shortened(given as readonly Write[]) : given])
    return promise.finally(() => clearTimeout(timer))
  }

  /** Leaves out the texts that the thread has: to copy one costs a third as much as to run it. */
  #shortened(writes: readonly Write[]): Write[] {
    return writes.map((write) => {
      const { number, values } = write
      if (number === undefined) return write
      if (this.#told.has(number)) return { text: '', values, number }
      this.#told.add(number)
      return write
    })
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  async terminate(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    this.#told = new Set()
    this.#isLoaded = false
    const loading = Promise.withResolvers<void>()
    this.#loading = loading
    const worker = new Worker(entry, { name: 'sqlite', workerData: this.#data() })
    let why = 'the thread that writes has ended'
    worker.on('message', (answer: Loaded | Answer | object) => {
      if (answer === 'loaded') {
        this.#isLoaded = true
        loading.resolve()
        return
      }
      // With `node --watch`, every thread also reports the files that it loads.
      if (!('kind' in answer || 'returned' in answer)) return
      const asked = this.#pending.shift()
      if ('kind' in answer) asked?.reject(errorOf(answer))
      else asked?.resolve(answer.returned)
      // A process with nothing else left to do may end.
      if (this.#pending.length === 0) worker.unref()
    })
    worker.on('error', (error) => {
      why = error.message
    })
    // The next call starts a new thread.
    worker.on('exit', () => {
      this.#worker = undefined
      for (const { reject } of this.#pending.splice(0)) reject(new DatabaseUnavailable(why))
    })
    return worker
  }
}
