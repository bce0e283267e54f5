import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { errorOf } from './failure.ts'
import type { Answer, Calls, ThreadData } from './thread-entry.ts'

// From source as from dist: the neighbour has the extension that this file has.
const entry = new URL(`./thread-entry${extname(import.meta.url)}`, import.meta.url)

interface Asked {
  readonly resolve: (returned: never) => void
  readonly reject: (error: Error) => void
}

/** The thread that writes, as the event loop sees it: it does one thing after the other. */
export class Thread {
  readonly #data: ThreadData
  /** In the order in which the answers will come. */
  #asked: Asked[] = []
  #worker: Worker | undefined

  constructor(data: ThreadData) {
    this.#data = data
  }

  /** Throws DatabaseUnavailable after `timeoutMs`; the thread may do it even so. */
  async call<Name extends keyof Calls>(
    name: Name,
    timeoutMs: number,
    ...[given]: Parameters<Calls[Name]>
  ): Promise<ReturnType<Calls[Name]>> {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<Calls[Name]>>()
    const late = () => reject(new DatabaseUnavailable('the database did not answer in time'))
    const timer = setTimeout(late, timeoutMs)
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#asked.push({ resolve, reject })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
    this.#worker.postMessage([name, given])
    return promise.finally(() => clearTimeout(timer))
  }

  async terminate(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(entry, { name: 'sqlite', workerData: this.#data })
    let why = 'the thread that writes has ended'
    worker.on('message', (answer: Answer | object) => {
      // `node --watch` has every thread report the files that it loads.
      if (!('kind' in answer || 'returned' in answer)) return
      const asked = this.#asked.shift()
      if ('kind' in answer) asked?.reject(errorOf(answer))
      else asked?.resolve(answer.returned)
      // A process that has nothing else left to do may end.
      if (this.#asked.length === 0) worker.unref()
    })
    worker.on('error', (error) => {
      why = error.message
    })
    // The next message starts a new thread.
    worker.on('exit', () => {
      this.#worker = undefined
      for (const { reject } of this.#asked.splice(0)) reject(new DatabaseUnavailable(why))
    })
    return worker
  }
}
