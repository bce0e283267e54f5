import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { CommandRefused } from '../line/command.ts'

/** A worker that ran longer than this is replaced at once; otherwise the delay doubles each time. */
const stableAfterMs = 10_000
const minRestartDelayMs = 100
const maxRestartDelayMs = 10_000

/** Starts, replaces and stops the processes that share the port (docs/decisions/0018-workers.md). */
export class Workers {
  readonly #log: Logger
  #restartDelayMs = minRestartDelayMs
  #listening = 0
  #isStopping = false

  constructor(log: Logger) {
    this.#log = log
    // Each worker accepts for itself: a connection that is handed to a worker while it is killed would stay open
    // and unread.
    cluster.schedulingPolicy = cluster.SCHED_NONE
  }

  get listening(): number {
    return this.#listening
  }

  /** Starts the workers and resolves with the port once all listen. Throws CommandRefused if one fails. */
  async start(count: number): Promise<number> {
    // With port 0, the first worker picks the port.
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
      throw new CommandRefused(`a worker ended before it listened (${how}); its log lines say why`)
    })
    const [address] = await Promise.race([once(worker, 'listening'), tooEarly])
    this.#listening++
    void ended.then((how) => {
      this.#listening--
      if (performance.now() - startedAt > stableAfterMs) this.#restartDelayMs = 0
      this.#replace(worker.id, how)
    })
    return (address as { port: number }).port
  }

  #replace(id: number, how: string): void {
    if (this.#isStopping) return
    this.#log.error({ worker: id, ended: how, pause: this.#restartDelayMs }, 'a worker ended and is replaced')
    setTimeout(() => {
      if (this.#isStopping) return
      this.#startOne().catch((error: unknown) => this.#replace(id, String(error)))
    }, this.#restartDelayMs)
    this.#restartDelayMs = Math.min(Math.max(this.#restartDelayMs * 2, minRestartDelayMs), maxRestartDelayMs)
  }
}

/** Resolves with the exit status or the signal. */
async function endOf(worker: Worker): Promise<string> {
  // After a broken channel, the worker exits.
  worker.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<string>()
  worker.once('exit', (code: number | null, signal: string | null) =>
    resolve(signal ?? `exit status ${String(code)}`),
  )
  return promise
}
