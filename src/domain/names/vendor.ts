import { minuteMs } from '../../lib/measure/units.ts'
import { getBounded } from '../../lib/net/outgoing.ts'
import { fold } from '../../lib/text/fold.ts'
import { isUsername } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import type { Context, Reading } from '../context.ts'
import { takeFromNetwork } from '../registration/network-budget.ts'

/** For the whole answer. */
const timeoutMs = 3000
const maxAnswerBytes = 64 * 1024
const retryAfterSeconds = 5

/** Questions that one network may cause: the vendor answers so many of ours, and no more. */
const budget = { size: 60, refillMs: minuteMs }

type Needed = Reading & Pick<Context, 'config' | 'log'>

/**
 * Refuses a name that the vendor's lookup has, where NORN_VENDOR_NAMES is `reserve`. `address` is that of the player
 * who chooses it. Not within a transaction: it waits for another server. Throws Refused `username_vendor`, and
 * `vendor_unavailable` where the vendor has not said.
 */
export async function refuseVendorName(context: Needed, username: string, address: string): Promise<void> {
  if (await isVendorName(context, username, address)) throw new Refused('username_vendor')
}

/** The same question for pages that tell all problems at once. Throws Refused `vendor_unavailable`. */
export async function isVendorName(
  { clock, config, db, log }: Needed,
  username: string,
  address: string,
): Promise<boolean> {
  const { vendorNames, vendorApi } = config
  // A name with a dot alone would be another path, and the vendor has none such.
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

/** Whether an answer tells a profile of this name, in any letter case. */
function isProfileOf(body: Buffer, username: string): boolean {
  const { name }: { name?: unknown } = Object(JSON.parse(body.toString()))
  return typeof name === 'string' && isUsername(name) && fold(name) === fold(username)
}
