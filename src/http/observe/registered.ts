import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  type Registry,
} from '@prometheus-io/client'

export const gauge = <Label extends string>(registry: Registry, shown: GaugeConfiguration<Label>) =>
  new Gauge({ ...shown, registers: [registry] })

export const counter = <Label extends string>(registry: Registry, shown: CounterConfiguration<Label>) =>
  new Counter({ ...shown, registers: [registry] })
