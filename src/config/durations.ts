import { dayMs, hourMs, minuteMs } from '../lib/measure/units.ts'
import type { Kind } from './values.ts'

const durationUnits = { s: 1000, m: minuteMs, h: hourMs, d: dayMs } as const
const durationPattern = /^(\d{1,10})([smhd])$/
const maxDurationMs = 3650 * durationUnits.d

/** A duration in milliseconds. `min` and `example` are written as the setting is: `90s`, `15m`, `12h`, `30d`. */
export function duration(min: string, example: string): Kind<number> {
  const minMs = readDuration(min) ?? 0
  return {
    allowed: `a duration from ${min} to 3650d, written like 90s, 15m, 12h or 30d`,
    example,
    read: (text) => {
      const value = readDuration(text)
      return value !== undefined && value >= minMs && value <= maxDurationMs ? value : undefined
    },
  }
}

function readDuration(text: string): number | undefined {
  const [, count, unit] = durationPattern.exec(text) ?? []
  return count && unit ? Number(count) * durationUnits[unit as keyof typeof durationUnits] : undefined
}

/**
 * A duration of a few seconds in milliseconds, written with a fraction such as `3.5s`. `because` says why it may not be
 * longer.
 */
export function seconds(min: number, max: number, example: string, because: string): Kind<number> {
  return {
    allowed: `a duration from ${min}s to ${max}s, written like 2s or ${example}: ${because}`,
    example,
    read: (text) => {
      const [, count] = /^(\d{1,3}(?:\.\d{1,3})?)s$/.exec(text) ?? []
      const value = count === undefined ? Number.NaN : Number(count)
      return value >= min && value <= max ? Math.round(value * 1000) : undefined
    },
  }
}
