import type { Context } from '../../domain/context.ts'
import { Durations } from '../../lib/measure/durations.ts'
import { Tally } from '../../lib/measure/tally.ts'
import { onceLoaded } from '../../lib/process/once-loaded.ts'
import type { Refusal, RefusalDetail, Refused } from '../../model/errors/refusal.ts'
import type { Exposition } from './exposition.ts'

/** The steps of a player on the way into the game. */
const playerSteps = ['authenticate', 'refresh', 'join', 'hasJoined'] as const

export type PlayerStep = (typeof playerSteps)[number]

/** In seconds. */
const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Counts what the operators' listener shows at /metrics. The code that shows it is loaded for the first scrape. */
export class Metrics {
  /** Set if the metrics of several processes are shown. */
  #worker: string | undefined
  /** By route, status and method. */
  readonly #requests = new Map<string, Map<number, Map<string, Durations>>>()
  readonly refusals = new Tally<Refusal, RefusalDetail | ''>()
  readonly steps = new Tally<PlayerStep, RefusalDetail | Refusal | 'ok'>()
  readonly #exposition: () => Promise<Exposition>

  constructor(context: Context) {
    this.#exposition = onceLoaded(
      async () => new (await import('./exposition.ts')).Exposition(context, this, this.#worker),
    )
    // A counter that begins at one has no rate.
    for (const step of playerSteps) this.steps.add(step, 'ok', 0)
  }

  /**
   * Makes this process show the metrics of several processes, each series with its `worker`, and answer the process
   * that is asked for them.
   */
  async gather(worker: string): Promise<void> {
    this.#worker = worker
    await this.#exposition()
  }

  /** Returns the metrics in the Prometheus text format. */
  async text(): Promise<string> {
    return (await this.#exposition()).text()
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const byStatus = kept(this.#requests, route, () => new Map<number, Map<string, Durations>>())
    const byMethod = kept(byStatus, status, () => new Map<string, Durations>())
    kept(byMethod, method, () => new Durations(requestBounds)).observe(seconds)
  }

  refused({ reason, detail }: Pick<Refused, 'reason' | 'detail'>): void {
    this.refusals.add(reason, detail ?? '')
  }

  /** Counts a step of a player. `refused` is undefined if the step succeeded. */
  step(step: PlayerStep, refused: Pick<Refused, 'reason' | 'detail'> | undefined): void {
    this.steps.add(step, refused?.detail ?? refused?.reason ?? 'ok')
  }

  /** Returns the durations of requests with their labels. */
  *requests(): Generator<readonly [Record<string, string | number>, Durations]> {
    for (const [route, byStatus] of this.#requests) {
      for (const [status, byMethod] of byStatus) {
        for (const [method, durations] of byMethod) yield [{ method, route, status }, durations]
      }
    }
  }
}

/** Returns an entry of a map, and creates it if it is missing. */
function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
