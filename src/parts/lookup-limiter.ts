import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Config } from '../config/load.ts'
import { clientNetwork } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'
import { Refused } from '../model/refusal.ts'
import type { Database } from '../storage/database.ts'
import { activeBans, banLookupClient, chargeLookups } from '../storage/lookup-clients.ts'

/** How old the list of bans may be that a request is held against. */
const listAge = 2000

/** Both lists in memory end here: 10,000 clients are some 2 MB, and those that ask a lot stay. */
const mostClients = 10_000

const day = 86_400_000
const longestBan = day
const remembered = 7 * day

/** Where a ban has no end, when to try again. */
const tryAgain = day

/**
 * Bans clients of the lookup API that ask far beyond what any game server does
 * (docs/decisions/0020-lookup-bans.md). Requests are counted here, without the database; each hundredth
 * of its budget that a client uses up is charged there, for all instances. The list of bans is read again
 * by a request that finds it older than two seconds.
 */
export class LookupLimiter {
  readonly #db: Database
  readonly #clock: Clock
  readonly #config: Config
  readonly #log: Logger
  /** Requests since the last charge. */
  readonly #counts = new LRUCache<string, number>({ max: mostClients })
  readonly #slice: number
  /** When the ban of a network ends; Infinity where it does not. */
  #bans = new Map<string, number>()
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(db: Database, clock: Clock, config: Config, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#config = config
    this.#log = log
    this.#slice = Math.ceil(config.lookupBanBurst / 100)
  }

  /** Counts a request. Throws `client_banned` with the seconds until the ban ends. */
  async admit(address: string): Promise<void> {
    const network = clientNetwork(address)
    const now = this.#clock()
    if (Math.abs(now - this.#readAt) >= listAge) await (this.#reading ??= this.#read(now))
    this.#refuseBanned(network, now)
    if (this.#config.lookupBans === 'off') return
    const count = (this.#counts.get(network) ?? 0) + 1
    if (count < this.#slice) {
      this.#counts.set(network, count)
      return
    }
    this.#counts.delete(network)
    await this.#charge(network, count, now)
    this.#refuseBanned(network, now)
  }

  #refuseBanned(network: string, now: number): void {
    const endsAt = this.#bans.get(network)
    if (endsAt === undefined || endsAt <= now) return
    const wait = endsAt === Number.POSITIVE_INFINITY ? tryAgain : endsAt - now
    throw new Refused('client_banned', { retryAfter: Math.ceil(wait / 1000) })
  }

  async #charge(network: string, requests: number, now: number): Promise<void> {
    const { lookupBanRate, lookupBanBurst, lookupBanDuration } = this.#config
    const cost = (count: number) => Math.round((count * 1000) / lookupBanRate)
    const fullAt = await chargeLookups(this.#db, network, now, cost(requests))
    if (fullAt - now <= cost(lookupBanBurst)) return
    const lengths = { first: lookupBanDuration, longest: Math.max(longestBan, lookupBanDuration), remembered }
    const endsAt = await banLookupClient(this.#db, network, now, lengths)
    // Another instance, or an operator, was first.
    if (endsAt === undefined) return this.#read(now)
    this.#bans.set(network, endsAt)
    this.#log.warn({ ip: network, until: new Date(endsAt).toISOString() }, 'banned from lookups')
  }

  async #read(now: number): Promise<void> {
    try {
      const rows = await activeBans(this.#db, now, mostClients)
      const held = this.#config.lookupBans === 'off' ? rows.filter((row) => row.ban_length === 0) : rows
      this.#bans = new Map(held.map((row) => [row.network, row.ends_at ?? Number.POSITIVE_INFINITY]))
      this.#readAt = now
    } finally {
      this.#reading = undefined
    }
  }
}
