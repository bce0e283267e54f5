import { webcrypto } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { BreakerOpen } from '../../lib/net/breaker.ts'
import { isOurFailure } from '../../lib/net/outgoing.ts'
import { SubjectBreaker } from '../../lib/net/subject-breaker.ts'
import { isWhole, timeLimit } from '../../lib/net/time-limit.ts'
import { type Asker, FairGate, processAsker } from '../../lib/queue/fair-gate.ts'
import { isTheirs, TurnedAway } from '../../lib/queue/gate.ts'
import { ObjectWrong, StoreUnavailable } from '../../model/errors/store-unavailable.ts'
import { askS3, type S3Answer, type S3Request, type S3Settings, s3Code } from './s3.ts'

/** The limit for one request, including its time in the queue. */
export const storeTimeoutMs = 5000
/** Each may take 1 MiB of memory. */
export const maxStoreRequests = 16
export const maxStoreWaiting = { all: 128, group: 32 }
/** Small enough that a store that is down does not keep the requests of many. */
export const maxStoreFailures = 5
export const storePauseMs = 5000

/** Thrown if a request has waited so long that there was not enough time for an answer. */
class StorePutOff extends TurnedAway {
  override name = 'StorePutOff'
}

interface Line {
  gate: FairGate
  breaker: SubjectBreaker
}

/** The files of textures in the object store (`NORN_TEXTURES_URL`), by their SHA-256. What it answers is not believed. */
export class ObjectStore {
  readonly #settings: S3Settings
  readonly #clock: Clock
  readonly #log: Logger
  /** Reading and changing have their own lines: looking at many pictures delays no upload. */
  readonly #reading: Line
  readonly #changing: Line

  constructor(
    settings: S3Settings,
    { clock, monotonic, log }: { clock: Clock; monotonic: Clock; log: Logger },
  ) {
    this.#settings = settings
    this.#clock = clock
    this.#log = log
    const line = () => ({
      gate: new FairGate(() => maxStoreRequests, maxStoreWaiting),
      breaker: new SubjectBreaker(monotonic, maxStoreFailures, storePauseMs, isTheirs),
    })
    this.#reading = line()
    this.#changing = line()
  }

  /** Reads a file. Throws ObjectWrong if it is missing or another one, and StoreUnavailable. */
  async read(hash: string, asker: Asker = processAsker): Promise<Buffer> {
    const { status, body } = await this.#ask(this.#reading, asker, 'GET', hash, [200, 404])
    // Not on the event loop, which a large file would keep for a millisecond.
    const found =
      status === 200 && Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(body)))
    if (found && found.toString('hex') === hash) return body
    const what = found ? 'another file' : 'no file'
    this.#log.warn({ hash }, `the texture store has ${what} for this texture`)
    throw new ObjectWrong(`the store has ${what} for ${hash}`)
  }

  /** Writes a file. Throws StoreUnavailable, after which the file may be there or not. */
  async write(hash: string, png: Buffer, asker: Asker = processAsker): Promise<void> {
    await this.#ask(this.#changing, asker, 'PUT', hash, [200, 201, 204], { png, sha256: hash })
  }

  /** Deletes a file, whether or not it is there. Throws StoreUnavailable, after which it may be there or not. */
  async delete(hash: string): Promise<void> {
    await this.#ask(this.#changing, processAsker, 'DELETE', hash, [200, 202, 204, 404])
  }

  async #ask(
    { gate, breaker }: Line,
    asker: Asker,
    method: S3Request['method'],
    name: string,
    expected: readonly number[],
    file?: S3Request['file'],
  ): Promise<S3Answer> {
    const signal = timeLimit(storeTimeoutMs)
    try {
      return await gate.run(asker, () => {
        if (signal.aborted) throw new StorePutOff('too many wait for the texture store')
        const hasFullTime = isWhole(signal)
        return breaker.run(name, async () => {
          try {
            const answer = await askS3(this.#settings, { method, name, file, signal }, this.#clock)
            // A bucket that is missing answers 404 too.
            const { status } = answer
            const code = expected.includes(status) && status !== 404 ? undefined : s3Code(answer)
            // A bucket that is missing answers 404 as well.
            if (expected.includes(status) && code !== 'NoSuchBucket') return answer
            throw new StoreUnavailable(`${method} answers ${status} ${code ?? ''}`.trimEnd())
          } catch (error) {
            const isLate = signal.aborted && !hasFullTime
            throw isLate || isOurFailure(error)
              ? new StorePutOff('too many wait for the texture store')
              : error
          }
        })
      })
    } catch (error) {
      const isTold = !(error instanceof BreakerOpen || error instanceof TurnedAway)
      if (isTold) this.#log.warn({ err: error }, 'the texture store failed')
      if (error instanceof StoreUnavailable) throw error
      throw new StoreUnavailable(error instanceof Error ? error.message : String(error), { cause: error })
    }
  }
}
