import { minuteMs } from '../../lib/measure/units.ts'
import { first, type Queries, reads, writes } from '../engine/database.ts'
import { readsAll, writesAny } from '../engine/queries.ts'
import { puts } from '../engine/rows.ts'
import type { LookupClientRow } from '../schema/rows/limits.ts'
import type { Budget } from './budgets.ts'

/** A budget whose debt is larger than its size was written by a clock that was ahead, and counts as full. */
const fullAt = `case when lookup_client.full_at > cast($4 as bigint) then cast($2 as bigint)
  when lookup_client.full_at > cast($2 as bigint) then lookup_client.full_at
  else cast($2 as bigint) end + cast($3 as bigint)`

const charge = writes<{ full_at: number }>(
  'charge_lookups',
  `insert into lookup_client (network, full_at, ban_length, forgotten_at)
   values ($1, cast($2 as bigint) + cast($3 as bigint), 0, cast($2 as bigint) + cast($3 as bigint))
   on conflict (network) do update set full_at = ${fullAt},
     forgotten_at = case when lookup_client.forgotten_at < ${fullAt} then ${fullAt}
       else lookup_client.forgotten_at end
   returning full_at`,
)

/** A difference between clocks, or a correction of a clock, up to this size is harmless. */
const clockSlackMs = minuteMs

/** Charges a number of requests to a client's budget, and returns the instant at which it would be full again. */
export async function chargeLookups(
  db: Queries,
  network: string,
  now: number,
  requests: number,
  { size, refillMs }: Budget,
): Promise<number> {
  const cost = Math.round(requests * refillMs)
  const latest = now + 2 * Math.round(size * refillMs) + clockSlackMs
  const row = await first(db, charge, [network, now, cost, latest])
  return row?.full_at ?? now
}

/** An automatic ban that begins later than this was made by a clock that was ahead, and does not count. */
const soon = (now: string): string => `cast(${now} as bigint) + ${clockSlackMs}`

const length = `case when ban_length = 0 then cast($3 as bigint)
  when ban_length * 2 < cast($4 as bigint) then ban_length * 2 else cast($4 as bigint) end`

const ban = writes<{ ends_at: number }>(
  'ban_lookup_client',
  `update lookup_client set banned_at = $2, ban_length = ${length}, ends_at = cast($2 as bigint) + ${length},
     forgotten_at = cast($2 as bigint) + ${length} + cast($5 as bigint), full_at = $2
   where network = $1 and (banned_at is null or ends_at <= $2 or (ban_length > 0 and banned_at > ${soon('$2')}))
   returning ends_at`,
)

interface BanLengths {
  first: number
  /** The longest ban. Each ban lasts twice as long as the one before, up to this limit. */
  longest: number
  /** The time after its end for which a ban still counts as the one before. */
  remembered: number
}

/** Bans a charged client. Returns undefined if it is already banned: of several instances, one succeeds. */
export async function banLookupClient(
  db: Queries,
  network: string,
  now: number,
  lengths: BanLengths,
): Promise<number | undefined> {
  const row = await first(db, ban, [network, now, lengths.first, lengths.longest, lengths.remembered])
  return row?.ends_at
}

export type BanRow = Pick<LookupClientRow, 'network' | 'ends_at' | 'ban_length'> & { banned_at: number }

/** Returns the bans in force, the newest first. */
export const activeBans = readsAll<BanRow, [now: number, limit: number]>(
  'active_bans',
  `select network, banned_at, ends_at, ban_length from lookup_client
   where banned_at is not null and (ends_at is null or ends_at > $1)
     and (ban_length = 0 or banned_at <= ${soon('$1')})
   order by banned_at desc, network limit $2`,
)

/** Returns the bans in force, sorted by network. */
export const activeBansAfter = readsAll<BanRow, [now: number, after: string, limit: number]>(
  'active_bans_after',
  `select network, banned_at, ends_at, ban_length from lookup_client
   where network > $2 and banned_at is not null and (ends_at is null or ends_at > $1)
     and (ban_length = 0 or banned_at <= ${soon('$1')})
   order by network limit $3`,
)

/** The number of bans that are read at once. */
const bansPerPage = 1000

const changed = reads<BanRow>(
  'bans_after',
  `select network, banned_at, ends_at, ban_length from lookup_client
   where (banned_at, network) > (cast($1 as bigint), cast($2 as text))
   order by banned_at, network limit ${bansPerPage}`,
)

/** Yields the bans that were set, ended or lifted at `since` or later, page by page in that order. */
export async function* bansSince(db: Queries, since: number): AsyncGenerator<BanRow[]> {
  let [at, network] = [since, '']
  for (;;) {
    const page = await db.run(changed, [at, network])
    yield page
    const last = page.at(-1)
    if (!last || page.length < bansPerPage) return
    at = last.banned_at
    network = last.network
  }
}

/** Sets a manual ban, which replaces everything that is known about the client. */
export const putBan = (db: Queries, network: string, now: number, until: number | null): Promise<void> =>
  put(db, { network, full_at: now, banned_at: now, ends_at: until, ban_length: 0, forgotten_at: until })

const put = puts('lookup_client')

/**
 * Forgets everything about a client, and returns whether it was banned. Its row stays until `forgottenAt`, as a ban
 * that ended when it began, so that readers of the changes see it.
 */
export const forgetLookupClient = writesAny<[network: string, now: number, forgottenAt: number]>(
  'forget_lookup_client',
  `update lookup_client set full_at = $2, banned_at = $2, ends_at = $2, ban_length = 0, forgotten_at = $3
   where network = $1 and banned_at is not null and (ends_at is null or ends_at > banned_at)
   returning network`,
)
