import { digest } from '../../lib/crypto/digest.ts'
import { dayMs } from '../../lib/measure/units.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import { printable } from '../../lib/text/printable.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { takeFromBudget } from '../../storage/limits/budgets.ts'
import {
  addKnownDevice,
  knownDevice,
  type SignInRow,
  setDeviceSeen,
  signInsSince,
} from '../../storage/sign-in/known-devices.ts'
import { toAccount } from '../accounts/account-row.ts'
import { reachable } from '../audit/record.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { notifyOwner } from '../mail.ts'

/** The limit on notices, so that people who travel do not receive one after another. */
const notices = { size: 1, refillMs: dayMs }

const signInsAtOnce = 1000

type Deps = ChangeContext & SecretContext

/**
 * Notifies owners of sign-ins from devices that are new to their accounts, except for the very first one. Returns the
 * instant from which to continue. If several processes look at the same sign-ins, one of them sends the notice.
 */
export async function noticeNewDevices(context: Deps, from: number): Promise<number> {
  const signIns = await signInsSince(context.db, from, signInsAtOnce)
  for (const signIn of signIns) await noticeDevice(context, signIn)
  const last = signIns.at(-1)?.first_used_at ?? from
  // If more sign-ins share an instant than are read at once, they would be read forever.
  return signIns.length === signInsAtOnce && last === from ? last + 1 : last
}

async function noticeDevice(context: Deps, signIn: SignInRow): Promise<void> {
  const { clock, db } = context
  // Devices are known to the account, whichever of its players they sign in.
  const { owner_id: id, account_id: player, address } = signIn
  const [device, ...former] = deviceDigests(context, signIn)
  const now = clock()
  const known = await knownDevice(db, id, [device, ...former])
  if (known !== undefined) {
    // Also to the digest under the newest key, before the former one is forgotten.
    if (known.seen_at < now - dayMs || known.digest !== device)
      await setDeviceSeen(db, id, known.digest, device, now)
    return
  }
  await db.transaction(async (tx) => {
    const before = await addKnownDevice(tx, id, device, now)
    if (before === undefined || before === 0) return
    if ((await takeFromBudget(tx, `devices:${id}`, now, notices)) > 0) return
    const row = await accountByKey(tx, { column: 'id', value: player })
    if (!row) return
    await notifyOwner(context, tx, await reachable(tx, toAccount(row, now)), {
      about: 'new_device',
      device: printable(signIn.user_agent ?? '?'),
      address: address ?? '?',
    })
  })
}

/**
 * Identifies a browser or launcher by its network and by its name without versions, which change every month. The
 * digest is keyed, because there are few networks to try. Those after the first are under former keys, and without a
 * key, as they were stored before 0.2.0.
 */
function deviceDigests(
  { loginDigests }: SecretContext,
  { user_agent, address }: SignInRow,
): [string, ...string[]] {
  const family = (user_agent ?? '').replaceAll(/[\d._]+/g, '')
  const text = `device:${clientNetwork(address ?? '')}\n${family}`
  return [loginDigests.forRow(text), ...loginDigests.allForRows(text), digest(text)]
}
