import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { TokenBucket } from '../../lib/measure/token-bucket.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { askGuarded, isOurFailure, ResponseTooLarge } from '../../lib/net/outgoing.ts'
import { SubjectBreaker } from '../../lib/net/subject-breaker.ts'
import { isWhole, timeLimit } from '../../lib/net/time-limit.ts'
import { Gate, isTheirs, TurnedAway } from '../../lib/queue/gate.ts'
import type { Neighbour } from '../../model/community/neighbour.ts'
import { maxTextureBytes } from '../../model/game/texture.ts'
import { guardedBy } from './guarded.ts'

/** For each neighbour, so that one with slow pictures delays no other. Each may take 1 MiB of memory. */
export const maxAtOnce = 4
export const maxWaiting = 32
/** The pictures of a neighbour that are read at once after a quiet hour, and how soon there is one more. */
export const budget = { size: 600, refillMs: minuteMs / 10 }
export const maxFailuresInARow = 5
export const breakerPauseMs = 10_000
/** The longest time for all pictures of a player. */
export const timeoutMs = 10_000
/** The most players whose pictures are copied at once. */
export const maxCopies = 64
/** Copying that has failed is not tried again for this time. */
export const failedForMs = minuteMs
export const maxFailed = 2000
const maxNeighbours = 1000
const maxHosts = 20

/** Thrown if a picture can't be read now, because its host does not answer as it should. */
export class PictureUnavailable extends Error {
  override name = 'PictureUnavailable'
}

/** Thrown if too many pictures were read, or one has waited so long that there was not enough time for an answer. */
class PicturePutOff extends TurnedAway {
  override name = 'PicturePutOff'
}

interface Line {
  gate: Gate
  bucket: TokenBucket
  /** A host of pictures and one picture fail by themselves. */
  breakerOf: (host: string) => SubjectBreaker
}

/** Copies pictures from neighbours. They are also copied when nobody waits any longer, until the process ends. */
export class Pictures {
  readonly #guarded: ReturnType<typeof guardedBy>
  readonly #log: Logger
  readonly #lines: LRUCache<string, Line>
  readonly #failed: LRUCache<string, true>
  readonly #copies = new Map<string, Promise<unknown>>()
  readonly #closing = new AbortController()

  constructor(monotonic: Clock, baseUrl: () => string | undefined, log: Logger) {
    this.#guarded = guardedBy(baseUrl)
    this.#log = log
    this.#lines = new LRUCache({
      max: maxNeighbours,
      memoMethod: () => {
        const breakers = new LRUCache<string, SubjectBreaker>({
          max: maxHosts,
          memoMethod: () => new SubjectBreaker(monotonic, maxFailuresInARow, breakerPauseMs, isTheirs),
        })
        return {
          gate: new Gate(() => maxAtOnce, maxWaiting),
          bucket: new TokenBucket(monotonic, budget.size, budget.refillMs),
          breakerOf: (host) => breakers.memo(host),
        }
      },
    })
    this.#failed = new LRUCache({
      max: maxFailed,
      ttl: failedForMs,
      ttlResolution: 0,
      perf: { now: monotonic },
    })
  }

  /**
   * Does the work once for all who ask for the same `key` meanwhile. Returns undefined if it fails, has failed a moment
   * ago, or too much is being copied. Never throws.
   */
  copy<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const running = this.#copies.get(key) as Promise<T | undefined> | undefined
    if (running) return running
    const isRefused = this.#failed.has(key) || this.#copies.size >= maxCopies || this.#closing.signal.aborted
    if (isRefused) return Promise.resolve(undefined)
    const copying = this.#logged(key, work).finally(() => this.#copies.delete(key))
    this.#copies.set(key, copying)
    return copying
  }

  /**
   * Reads a picture that a player of a neighbour wears. Returns undefined if its host says that there is none, or it is
   * larger than a texture may be. Throws
   * PictureUnavailable, BreakerOpen, TurnedAway, and what a request throws.
   */
  read(
    { id, isPrivate }: Pick<Neighbour, 'id' | 'isPrivate'>,
    url: string,
    signal: AbortSignal,
  ): Promise<Buffer | undefined> {
    const question = { ...this.#guarded({ isPrivate }, signal, 'image/png'), maxBytes: maxTextureBytes }
    const line = this.#lines.memo(id)
    if (!line) throw new Error('a line was not made')
    const { gate, breakerOf, bucket } = line
    return gate.run(async () => {
      if (signal.aborted || !bucket.take()) throw new PicturePutOff('too many pictures of this neighbour')
      const hasFullTime = isWhole(signal)
      return breakerOf(new URL(url).host).run(url, async () => {
        try {
          const { status, body } = await askGuarded(url, question)
          if (status === 404 || status === 410) return undefined
          if (status !== 200) throw new PictureUnavailable(`status ${status}`)
          return body
        } catch (error) {
          // Like another file that is not a texture, this says nothing against its host.
          if (error instanceof ResponseTooLarge) return undefined
          const isOurs = this.#closing.signal.aborted || isOurFailure(error)
          if (isOurs || (signal.aborted && !hasFullTime))
            throw new PicturePutOff('a picture has waited too long')
          throw error
        }
      })
    })
  }

  /** Ends what is being copied, and resolves when it has ended. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#copies.values())
  }

  async #logged<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const signal = timeLimit(timeoutMs, this.#closing.signal)
    try {
      return await work(signal)
    } catch (error) {
      // What has only waited for its turn is tried again when somebody next asks for it.
      if (!(error instanceof TurnedAway)) this.#failed.set(key, true)
      this.#log.info({ err: error }, "a player's textures could not be copied from a neighbour")
      return undefined
    }
  }
}
