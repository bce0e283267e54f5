import { AggregatorRegistry, Registry } from '@prometheus-io/client'
import type { Context } from '../../domain/context.ts'
import { Durations } from '../../lib/measure/durations.ts'
import { Tally } from '../../lib/measure/tally.ts'
import type { Refusal, RefusalDetail, Refused } from '../../model/errors/refusal.ts'
import { showDurations } from './duration-histogram.ts'
import { showProcess } from './process-metrics.ts'
import { counter } from './registered.ts'
import { showState } from './state-metrics.ts'

/** The steps of a player on the way into the game. */
const playerSteps = ['authenticate', 'refresh', 'join', 'hasJoined'] as const

export type PlayerStep = (typeof playerSteps)[number]

/** In seconds. */
const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The metrics that the operators' listener shows at /metrics. */
export class Metrics {
  readonly #registry = new Registry()
  #showsProcess = false
  #gathered: AggregatorRegistry<typeof Registry.PROMETHEUS_CONTENT_TYPE> | undefined
  /** By route, status and method. */
  readonly #requests = new Map<string, Map<number, Map<string, Durations>>>()
  readonly #refusals = new Tally<Refusal, RefusalDetail | ''>()
  readonly #steps = new Tally<PlayerStep, RefusalDetail | Refusal | 'ok'>()

  constructor(context: Context) {
    showState(this.#registry, context)
    showDurations(
      this.#registry,
      {
        name: 'norn_http_request_duration_seconds',
        help: 'Time from a request to the end of its answer.',
      },
      () => this.#requestSeries(),
    )
    counter(this.#registry, {
      name: 'norn_refusals_total',
      help: 'Requests that were refused, by reason and, if the reason leaves that open, by detail.',
      labelNames: ['reason', 'detail'],
      values: () =>
        Array.from(this.#refusals.entries(), ([reason, detail, count]) => [{ reason, detail }, count]),
    })
    counter(this.#registry, {
      name: 'norn_player_steps_total',
      help: 'Sign-ins, token refreshes, joins and hasJoined, by outcome: ok, or the reason for the refusal.',
      labelNames: ['step', 'outcome'],
      values: () => Array.from(this.#steps.entries(), ([step, outcome, count]) => [{ step, outcome }, count]),
    })
    // A counter that begins at one has no rate.
    for (const step of playerSteps) this.#steps.add(step, 'ok', 0)
  }

  /** Makes this process show the metrics of several processes, each series with its `worker`. */
  gather(worker: string): void {
    this.#showProcessToo()
    this.#registry.setDefaultLabels({ worker })
    AggregatorRegistry.setRegistries(this.#registry)
    this.#gathered = new AggregatorRegistry()
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Returns the metrics in the Prometheus text format. */
  text(): Promise<string> {
    this.#showProcessToo()
    return this.#gathered ? this.#gathered.clusterMetrics() : this.#registry.metrics()
  }

  /** From the first question on, since watching the event loop costs an idle process more than all else. */
  #showProcessToo(): void {
    if (this.#showsProcess) return
    this.#showsProcess = true
    showProcess(this.#registry)
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const byStatus = kept(this.#requests, route, () => new Map<number, Map<string, Durations>>())
    const byMethod = kept(byStatus, status, () => new Map<string, Durations>())
    kept(byMethod, method, () => new Durations(requestBounds)).observe(seconds)
  }

  refused({ reason, detail }: Pick<Refused, 'reason' | 'detail'>): void {
    this.#refusals.add(reason, detail ?? '')
  }

  /** Counts a step of a player. `refused` is undefined if the step succeeded. */
  step(step: PlayerStep, refused: Pick<Refused, 'reason' | 'detail'> | undefined): void {
    this.#steps.add(step, refused?.detail ?? refused?.reason ?? 'ok')
  }

  *#requestSeries(): Generator<readonly [Record<string, string | number>, Durations]> {
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
