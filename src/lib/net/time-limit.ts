import { monotonicClock } from '../measure/clock.ts'

/** The time that a request may lose before it is sent, since nothing begins at once. */
export const beginsInMs = 100

const begun = new WeakMap<AbortSignal, number>()

/** Returns a signal that ends after a time, or with one of `others`, and remembers when it began. */
export function timeLimit(ms: number, ...others: readonly AbortSignal[]): AbortSignal {
  const late = AbortSignal.timeout(ms)
  const signal = others.length === 0 ? late : AbortSignal.any([late, ...others])
  begun.set(signal, monotonicClock())
  return signal
}

/**
 * Returns true if a request that begins now has all the time of its `timeLimit`. One that has waited for its turn or for
 * the database has not, so if it is late, that says nothing about the other side. Another signal is believed.
 */
export function isWhole(signal: AbortSignal): boolean {
  const from = begun.get(signal)
  return from === undefined || monotonicClock() - from <= beginsInMs
}
