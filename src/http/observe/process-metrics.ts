import { collectDefaultMetrics, type Registry } from '@prometheus-io/client'

/** Their names break the rules that Prometheus has for names, and others tell the same. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
]

/** As long as a timer can take: the last two of them are measured ten times a second, by a sixth of an idle process. */
const eventLoopUtilizationTimeout = 2 ** 31 - 1

/** The process as every service of this runtime shows it, under the usual names: processor, memory, files, event loop. */
export function showProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout })
  for (const name of misnamed) registry.removeSingleMetric(name)
}
