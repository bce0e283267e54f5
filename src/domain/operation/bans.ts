import { dayMs } from '../../lib/measure/units.ts'
import { parseNetwork } from '../../lib/net/network.ts'
import { isoTimeOrNull } from '../../lib/text/instant.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { malformed, newValues, noSuch } from '../../model/errors/families.ts'
import { banFields } from '../../model/fields/ban.ts'
import type { Changes, Values } from '../../model/fields/field.ts'
import type { ListPart } from '../../model/records/lists.ts'
import {
  activeBans,
  activeBansAfter,
  type BanRow,
  forgetLookupClient,
  putBan,
} from '../../storage/limits/lookup-clients.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'

/** A client or network that may not look up profiles. */
export interface Ban extends Values<typeof banFields> {
  /** An IPv4 address, the /64 of an IPv6 address, or a wider network. */
  network: string
  since: number
  isAutomatic: boolean
}

/** The time for which a lifted ban stays in the list: far longer than instances go without reading it all. */
const liftedMs = dayMs

/** Returns the bans in force, the newest first. */
export async function listBans({ db, clock }: ReadContext): Promise<Ban[]> {
  const rows = await activeBans(db, clock(), Number.MAX_SAFE_INTEGER)
  return rows.map(toBan)
}

/** Returns the bans in force after this network, sorted by network. */
export async function bansAfter({ db, clock }: ReadContext, { after = '', limit }: ListPart): Promise<Ban[]> {
  return (await activeBansAfter(db, clock(), after, limit)).map(toBan)
}

const toBan = (row: BanRow): Ban => ({
  network: row.network,
  since: row.banned_at,
  until: row.ends_at,
  isAutomatic: row.ban_length > 0,
})

/** Bans an address or a network in the form of the list. All instances apply it within two seconds. */
export async function addBan(
  context: ChangeContext,
  by: Actor,
  address: string,
  given: Changes<typeof banFields> = {},
  keep?: StoreAnswer<Ban>,
): Promise<Ban> {
  const network = networkOf(address)
  const fields = newValues(banFields, given)
  const since = context.clock()
  const ban: Ban = { network, since, ...fields, isAutomatic: false }
  const details = { network, until: isoTimeOrNull(fields.until) }
  return change(context, by, async (tx) => {
    await putBan(tx, network, since, fields.until)
    await keep?.(tx, ban)
    return { events: [{ event: 'ban.added', account: null, details }], result: ban }
  })
}

/** Lifts a ban and forgets earlier ones. Returns the network. */
export async function removeBan(context: ChangeContext, by: Actor, address: string): Promise<string> {
  const network = networkOf(address)
  const now = context.clock()
  await change(context, by, async (tx) => {
    if (!(await forgetLookupClient(tx, network, now, now + liftedMs))) throw noSuch('ban')
    return { events: [{ event: 'ban.removed', account: null, details: { network } }] }
  })
  return network
}

function networkOf(address: string): string {
  const network = parseNetwork(address)
  if (network === undefined)
    throw malformed('ip', 'an IPv4 or IPv6 address, or a network: IPv4 with /8 to /32, IPv6 with /16 to /64')
  return network
}
