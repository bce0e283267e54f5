import { minuteMs } from '../../lib/measure/units.ts'
import { getBounded } from '../../lib/net/outgoing.ts'
import { fold } from '../../lib/text/fold.ts'
import { isUsername } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { ChangeContext } from '../context.ts'
import { takeFromNetwork } from '../registration/network-budget.ts'

/** The limit for the whole response. */
export const timeoutMs = 3000
export const maxAnswerBytes = 64 * 1024
const retryAfterSeconds = 5

/** The limit on requests that one network may cause, because the vendor limits ours. */
export const budget = { size: 60, refillMs: minuteMs }

/**
 * Refuses a name that the vendor's lookup has, if NORN_VENDOR_NAMES is `reserve`. `address` is that of the player who
 * chooses it. Waits for another server, so it must not be called within a transaction. Throws Refused
 * `username_vendor`, and `vendor_unavailable` if the vendor does not answer.
 */
export async function refuseVendorName(
  context: ChangeContext,
  username: string,
  address: string,
): Promise<void> {
  if (await isVendorName(context, username, address)) throw new Refused('username_vendor')
}

/** Returns true if the name is refused for this reason, for pages. Throws Refused `vendor_unavailable`. */
export async function isVendorName(
  { clock, config, db, log }: ChangeContext,
  username: string,
  address: string,
): Promise<boolean> {
  const { vendorNames, vendorApi } = config
  // In a URL, a name of dots only would be another path. The vendor has no such names.
  if (vendorNames === 'allow' || vendorApi === undefined || /^\.+$/.test(username)) return false
  const waitMs = await takeFromNetwork(db, 'vendor-names', address, clock(), budget)
  if (waitMs > 0) throw new Refused('vendor_unavailable', { retryAfter: Math.ceil(waitMs / 1000) })
  const url = `${vendorApi}/users/profiles/${config.game}/${encodeURIComponent(username)}`
  try {
    const { status, body } = await getBounded(url, maxAnswerBytes, AbortSignal.timeout(timeoutMs))
    if (status === 204 || status === 404) return false
    if (status === 200 && isProfileOf(body, username)) return true
    throw new Error(`the answer has status ${status} and is not a profile with that name`)
  } catch (cause) {
    log.warn({ err: cause, url: vendorApi }, 'the vendor could not be asked about a username')
    throw new Refused('vendor_unavailable', { cause, retryAfter: retryAfterSeconds })
  }
}

/** Returns true if the response contains a profile of this name, in any letter case. */
function isProfileOf(body: Buffer, username: string): boolean {
  const { name }: { name?: unknown } = Object(JSON.parse(body.toString()))
  return typeof name === 'string' && isUsername(name) && fold(name) === fold(username)
}
