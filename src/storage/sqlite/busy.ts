import { failureOf } from './failure.ts'

const never = new Int32Array(new SharedArrayBuffer(4))

/** Halts this thread. */
export function pause(ms: number): void {
  Atomics.wait(never, 0, 0, ms)
}

/**
 * Does what another process may be in the way of, again and again until it is out of the way. SQLite's own
 * waiting looks ever more rarely, up to ten times a second: whoever writes much would starve the others.
 */
export function whenFree<T>(patienceMs: number, work: () => T): T {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (failureOf(error).kind !== 'busy' || performance.now() > giveUpAt) throw error
      pause(1)
    }
  }
}
