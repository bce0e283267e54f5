import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Config } from '../../config/load.ts'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/measure/units.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Database } from '../../storage/engine/database.ts'
import {
  type BanRow,
  banLookupClient,
  bansSince,
  chargeLookups,
} from '../../storage/limits/lookup-clients.ts'
import { ManualBans } from './manual-bans.ts'

/** The maximum age of the list of bans that a request is checked against. */
const maxBanListAgeMs = 2000

/** The maximum number of counted clients, and of automatic bans, in memory. 10,000 take 2 MB; the active ones stay. */
export const maxClients = 10_000

/** Changes dated up to this long before the last reading are read again, because clocks differ and writes may wait. */
const lateChangeMs = minuteMs

/** After this time the whole list is read, not only changes: a lifted ban stays in the list for a day. */
const maxChangesMs = hourMs

const maxBanMs = dayMs
/** A ban that ended longer ago than this does not make the next one longer. */
const banHistoryMs = 7 * dayMs

/** The Retry-After of a ban without an end. */
const permanentBanRetryMs = dayMs

type LimiterConfig = Pick<Config, 'lookupBans' | 'lookupBanRate' | 'lookupBanBurst' | 'lookupBanDuration'>

/**
 * Bans clients of the lookup API that ask far more than any game server does (docs/decisions/0020-lookup-bans.md).
 * Requests are counted in memory. Whenever a client has used up a hundredth of its budget, that part is charged in the
 * database, for all instances. The first request that finds the list of bans older than two seconds reads what has
 * changed. All manual bans are held in memory, but only the newest automatic ones.
 */
export class LookupLimiter {
  readonly #db: Database
  readonly #clock: Clock
  readonly #config: LimiterConfig
  readonly #log: Logger
  /** Requests since the last charge. */
  readonly #counts = new LRUCache<string, number>(upTo(maxClients))
  readonly #requestsPerCharge: number
  readonly #manualBans = new ManualBans()
  readonly #automaticBans = new LRUCache<string, number>(upTo(maxClients))
  #bansReadAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(db: Database, clock: Clock, config: LimiterConfig, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#config = config
    this.#log = log
    this.#requestsPerCharge = Math.ceil(config.lookupBanBurst / 100)
  }

  /**
   * Counts a request, and returns a promise only if that needs the database, which few requests do. Throws Refused
   * `client_banned`, with the number of seconds until the ban ends.
   */
  countRequest(address: string): Promise<void> | undefined {
    const network = clientNetwork(address)
    const now = this.#clock()
    if (Math.abs(now - this.#bansReadAt) < maxBanListAgeMs) return this.#count(network, now)
    this.#reading ??= this.#readBans(now)
    return this.#reading.then(() => this.#count(network, now))
  }

  #count(network: string, now: number): Promise<void> | undefined {
    this.#refuseBanned(network, now)
    if (this.#config.lookupBans === 'off') return undefined
    const count = (this.#counts.get(network) ?? 0) + 1
    if (count < this.#requestsPerCharge) {
      this.#counts.set(network, count)
      return undefined
    }
    this.#counts.delete(network)
    return this.#charge(network, count, now).then(() => this.#refuseBanned(network, now))
  }

  /** Returns the number of bans in force, as far as they are in memory. */
  bans(): { manual: number; automatic: number } {
    const now = this.#clock()
    const inForce = (ends: Iterable<number>) => Array.from(ends).filter((endsAt) => endsAt > now).length
    return { manual: inForce(this.#manualBans.ends()), automatic: inForce(this.#automaticBans.values()) }
  }

  #refuseBanned(network: string, now: number): void {
    const endsAt = Math.max(this.#manualBans.endOf(network) ?? 0, this.#automaticBans.peek(network) ?? 0)
    if (endsAt <= now) return
    const waitMs = endsAt === Number.POSITIVE_INFINITY ? permanentBanRetryMs : endsAt - now
    throw new Refused('client_banned', { retryAfter: Math.ceil(waitMs / 1000) })
  }

  async #charge(network: string, requests: number, now: number): Promise<void> {
    const { lookupBanRate, lookupBanBurst, lookupBanDuration } = this.#config
    const budget = { size: lookupBanBurst, refillMs: 1000 / lookupBanRate }
    const fullAt = await chargeLookups(this.#db, network, now, requests, budget)
    if (fullAt - now <= Math.round(budget.size * budget.refillMs)) return
    const endsAt = await banLookupClient(this.#db, network, now, {
      first: lookupBanDuration,
      longest: Math.max(maxBanMs, lookupBanDuration),
      remembered: banHistoryMs,
    })
    // Another instance or an operator has already banned the client.
    if (endsAt === undefined) return this.#readBans(now)
    this.#automaticBans.set(network, endsAt)
    this.#log.warn({ ip: network, until: isoTime(endsAt) }, 'banned from lookups')
  }

  async #readBans(now: number): Promise<void> {
    try {
      const ageMs = now - this.#bansReadAt
      const isWhole = ageMs < 0 || ageMs > maxChangesMs
      const seen = new Set<string>()
      for await (const page of bansSince(this.#db, isWhole ? 0 : this.#bansReadAt - lateChangeMs)) {
        for (const row of page) this.#take(row, now)
        if (isWhole) for (const { network } of page) seen.add(network)
      }
      if (isWhole) this.#keepOnly(seen)
      this.#bansReadAt = now
    } finally {
      this.#reading = undefined
    }
  }

  #take({ network, ends_at, ban_length }: BanRow, now: number): void {
    this.#manualBans.delete(network)
    this.#automaticBans.delete(network)
    const endsAt = ends_at ?? Number.POSITIVE_INFINITY
    if (endsAt <= now) return
    if (ban_length === 0) this.#manualBans.set(network, endsAt)
    // If automatic bans are off, only manual bans apply.
    else if (this.#config.lookupBans === 'on') this.#automaticBans.set(network, endsAt)
  }

  #keepOnly(networks: ReadonlySet<string>): void {
    const gone = (held: Iterable<string>) => Array.from(held).filter((network) => !networks.has(network))
    for (const network of gone(this.#manualBans.networks())) this.#manualBans.delete(network)
    for (const network of gone(this.#automaticBans.keys())) this.#automaticBans.delete(network)
  }
}
