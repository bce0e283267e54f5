import { AggregatorRegistry, Registry } from '@prometheus-io/client'
import type { Context } from '../../domain/context.ts'
import type { Durations } from '../../lib/measure/durations.ts'
import type { Tally } from '../../lib/measure/tally.ts'
import { showDurations } from './duration-histogram.ts'
import { showProcess } from './process-metrics.ts'
import { counter } from './registered.ts'
import { showState } from './state-metrics.ts'

/** The counts of `Metrics`. */
interface Counted {
  readonly refusals: Pick<Tally<string, string>, 'entries'>
  readonly steps: Pick<Tally<string, string>, 'entries'>
  /** Returns the durations of requests with their labels. */
  requests(): Iterable<readonly [Record<string, string | number>, Durations]>
}

/** Shows what was counted, and the state of the parts and of the process, in the Prometheus text format. */
export class Exposition {
  readonly #registry = new Registry()
  readonly #gathered: AggregatorRegistry<typeof Registry.PROMETHEUS_CONTENT_TYPE> | undefined

  /** With a `worker`, it shows the metrics of several processes, each series with its `worker`. */
  constructor(context: Context, counted: Counted, worker: string | undefined) {
    showState(this.#registry, context)
    showRequests(this.#registry, counted)
    showProcess(this.#registry)
    if (worker === undefined) return
    this.#registry.setDefaultLabels({ worker })
    AggregatorRegistry.setRegistries(this.#registry)
    this.#gathered = new AggregatorRegistry()
  }

  text(): Promise<string> {
    return this.#gathered ? this.#gathered.clusterMetrics() : this.#registry.metrics()
  }
}

function showRequests(registry: Registry, counted: Counted): void {
  showDurations(
    registry,
    {
      name: 'norn_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer.',
    },
    () => counted.requests(),
  )
  counter(registry, {
    name: 'norn_refusals_total',
    help: 'Requests that were refused, by reason and, if the reason leaves that open, by detail.',
    labelNames: ['reason', 'detail'],
    values: () =>
      Array.from(counted.refusals.entries(), ([reason, detail, count]) => [{ reason, detail }, count]),
  })
  counter(registry, {
    name: 'norn_player_steps_total',
    help: 'Sign-ins, token refreshes, joins and hasJoined, by outcome: ok, or the reason for the refusal.',
    labelNames: ['step', 'outcome'],
    values: () => Array.from(counted.steps.entries(), ([step, outcome, count]) => [{ step, outcome }, count]),
  })
}
