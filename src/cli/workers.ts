import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { CommandRefused } from './command.ts'

/** Whoever has lived for so many milliseconds is replaced at once; else the pause doubles each time. */
const longLife = 10_000
const shortestPause = 100
const longestPause = 10_000

/** The processes that share the port (docs/decisions/0018-workers.md): started, replaced, and stopped. */
export class Workers {
  readonly #log: Logger
  #pause = shortestPause
  #listening = 0
  #isStopping = false

  constructor(log: Logger) {
    this.#log = log
  }

  /** How many can serve at the moment. */
  get listening(): number {
    return this.#listening
  }

  /** Starts them and answers the port once all listen. Throws CommandRefused where one can't. */
  async start(count: number): Promise<number> {
    // The first one picks the port, where it is free to be picked.
    const port = await this.#startOne()
    await Promise.all(Array.from({ length: count - 1 }, () => this.#startOne()))
    return port
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map(async (worker) => {
        const ended = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        await ended
      }),
    )
  }

  async #startOne(): Promise<number> {
    const startedAt = performance.now()
    const worker = cluster.fork()
    const ended = endOf(worker)
    const tooEarly = ended.then((how) => {
      throw new CommandRefused(`a worker ended before it listened (${how}); its own lines say why`)
    })
    const [address] = await Promise.race([once(worker, 'listening'), tooEarly])
    this.#listening++
    void ended.then((how) => {
      this.#listening--
      if (performance.now() - startedAt > longLife) this.#pause = 0
      this.#replace(worker.id, how)
    })
    return (address as { port: number }).port
  }

  #replace(id: number, how: string): void {
    if (this.#isStopping) return
    this.#log.error({ worker: id, ended: how, pause: this.#pause }, 'a worker ended and is replaced')
    setTimeout(() => {
      if (this.#isStopping) return
      this.#startOne().catch((error: unknown) => this.#replace(id, String(error)))
    }, this.#pause)
    this.#pause = Math.min(Math.max(this.#pause * 2, shortestPause), longestPause)
  }
}

/** Resolves with the exit status or the signal. */
async function endOf(worker: Worker): Promise<string> {
  // A channel that breaks is about to be followed by the end.
  worker.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<string>()
  worker.once('exit', (code: number | null, signal: string | null) =>
    resolve(signal ?? `exit status ${String(code)}`),
  )
  return promise
}
