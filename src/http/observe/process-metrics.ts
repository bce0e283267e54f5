import { collectDefaultMetrics, type Registry } from '@prometheus-io/client'

/** Their names break Prometheus's naming rules, and other metrics have the same values. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
]

/**
 * The longest timeout of a timer. The last two metrics are sampled ten times a second, which takes a sixth of the
 * CPU time of an idle process.
 */
const eventLoopUtilizationTimeout = 2 ** 31 - 1

/** Registers the usual metrics of a Node.js process: CPU, memory, files, event loop. */
export function showProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout })
  for (const name of misnamed) registry.removeSingleMetric(name)
}
