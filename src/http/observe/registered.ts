import { Counter, Gauge, type Registry } from '@prometheus-io/client'

type Labels = Readonly<Record<string, string>>

/** A metric whose values are counted elsewhere: `values` returns all of them, with their labels, for each scrape. */
interface Shown {
  name: string
  help: string
  labelNames?: readonly string[]
  values: () => Values | Promise<Values>
}

type Values = Iterable<readonly [labels: Labels, value: number]>

const shows =
  (Metric: typeof Counter<string> | typeof Gauge<string>) =>
  (registry: Registry, { values, ...described }: Shown) =>
    new Metric({
      ...described,
      registers: [registry],
      async collect() {
        this.reset()
        for (const [labels, value] of await values()) this.inc(labels, value)
      },
    })

export const counter = shows(Counter)
export const gauge = shows(Gauge)
