import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/measure/clock.ts'

/** What a device is told to wait between two questions (RFC 8628, section 3.5). */
export const pollIntervalS = 5

/** There are launchers that give up when they are told to slow down: only who asks far too often is. */
const soonestMs = (pollIntervalS * 1000) / 2

const maxRemembered = 10_000

/** When each waiting device has asked this process last. Kept in memory: to write it would cost more than a storm. */
export class DevicePolls {
  readonly #clock: Clock
  readonly #asked = new LRUCache<string, number>({ max: maxRemembered })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** False where the device asks again within half the interval; it is then as if it had not asked. */
  mayAsk(deviceCode: string): boolean {
    const now = this.#clock()
    const last = this.#asked.get(deviceCode)
    if (last !== undefined && now - last < soonestMs && now >= last) return false
    this.#asked.set(deviceCode, now)
    return true
  }
}
