import { collectDefaultMetrics, type Registry } from '@prometheus-io/client'
import { showEventLoopLag } from './event-loop-lag.ts'

/** Their names break Prometheus's naming rules, and other metrics have the same values. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
]

/** The library would watch the event loop as long as the process runs (event-loop-lag.ts). */
const watchedElsewhere = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (name) => `nodejs_eventloop_lag_${name}_seconds`,
)

/** The longest timeout of a timer. The library would look at the event loop every 10 and every 100 ms. */
const never = 2 ** 31 - 1

/** Registers the usual metrics of a Node.js process: CPU, memory, files, event loop. */
export function showProcess(registry: Registry): void {
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: never,
    eventLoopUtilizationTimeout: never,
  })
  for (const name of [...misnamed, ...watchedElsewhere]) registry.removeSingleMetric(name)
  showEventLoopLag(registry)
}
