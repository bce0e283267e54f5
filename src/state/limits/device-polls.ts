import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'

/** The interval at which a device should poll (RFC 8628, section 3.5). */
export const pollIntervalS = 5

/** Some launchers give up when told to slow down, so only devices that poll far too often are. */
const soonestMs = (pollIntervalS * 1000) / 2

export const maxRemembered = 10_000

/** The time at which each waiting device last polled this process. In memory: writing costs more than polls. */
export class DevicePolls {
  readonly #clock: Clock
  readonly #asked = new LRUCache<string, number>(upTo(maxRemembered))

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns false if the device polls again within half the interval. The poll then does not count. */
  mayAsk(deviceCode: string): boolean {
    const now = this.#clock()
    const last = this.#asked.get(deviceCode)
    if (last !== undefined && now - last < soonestMs && now >= last) return false
    this.#asked.set(deviceCode, now)
    return true
  }
}
