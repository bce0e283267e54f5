import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client'

/** What the operators' listener shows at /metrics. */
export class Metrics {
  readonly #registry = new Registry()
  #gathered: AggregatorRegistry<typeof Registry.PROMETHEUS_CONTENT_TYPE> | undefined
  readonly #duration = new Histogram({
    name: 'norn_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.#registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: 'norn_' })
  }

  /** Of several processes the first one shows what all have measured, each series under its `worker`. */
  gather(worker: string): void {
    this.#registry.setDefaultLabels({ worker })
    AggregatorRegistry.setRegistries(this.#registry)
    this.#gathered = new AggregatorRegistry()
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** In the exposition format. */
  text(): Promise<string> {
    return this.#gathered ? this.#gathered.clusterMetrics() : this.#registry.metrics()
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.#duration.observe({ method, route, status }, seconds)
  }
}
