import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from '@prometheus-io/client'
import { minuteMs } from '../../lib/measure/units.ts'

/** The pause between two looks, in milliseconds. */
const resolution = 10

/** A scraper that has not come for this long has gone. The watch wakes an idle process 100 times a second. */
const watchedForMs = 5 * minuteMs

type Lag = ReturnType<typeof monitorEventLoopDelay>

const statistics: Readonly<Record<string, readonly [help: string, read: (lag: Lag) => number]>> = {
  min: ['The minimum recorded event loop delay.', ({ min }) => min],
  max: ['The maximum recorded event loop delay.', ({ max }) => max],
  mean: ['The mean of the recorded event loop delays.', ({ mean }) => mean],
  stddev: ['The standard deviation of the recorded event loop delays.', ({ stddev }) => stddev],
  p50: ['The 50th percentile of the recorded event loop delays.', (lag) => lag.percentile(50)],
  p90: ['The 90th percentile of the recorded event loop delays.', (lag) => lag.percentile(90)],
  p99: ['The 99th percentile of the recorded event loop delays.', (lag) => lag.percentile(99)],
}

/** Registers the usual metrics of the event loop's delay since the last scrape; 0 at the first one after a pause. */
export function showEventLoopLag(registry: Registry): void {
  const lag = monitorEventLoopDelay({ resolution })
  let stopping: NodeJS.Timeout | undefined
  const watch = () => {
    lag.reset()
    lag.enable()
    clearTimeout(stopping)
    stopping = setTimeout(() => lag.disable(), watchedForMs).unref()
  }
  /** The library calls it for the first of the gauges, before it reads any. */
  const collect = () => {
    for (const { gauge, read } of gauges) gauge.set(lag.count === 0 ? 0 : read(lag) / 1e9)
    watch()
  }
  const gauges = Object.entries(statistics).map(([name, [help, read]], index) => {
    const described = { name: `nodejs_eventloop_lag_${name}_seconds`, help, registers: [registry] }
    return { gauge: new Gauge(index === 0 ? { ...described, collect } : described), read }
  })
}
