// The rules of the community, which people accept when they register, and again once they have changed.
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { updateAccount } from '../../storage/accounts/accounts.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { change } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext, SiteContext } from '../context.ts'

/** The columns of an account, and of a registration that waits, for what its owner has accepted. */
export type AcceptedRules = Pick<AccountRow, 'rules_accepted_at' | 'rules_version'>

const noRules: AcceptedRules = { rules_accepted_at: null, rules_version: null }

/** Returns true if the version is that of the rules in force, or if there are none. */
export async function areRulesInForce({ settings }: SiteContext, version: string): Promise<boolean> {
  const isIt = () => settings.rules === undefined || settings.rules.version === version
  if (isIt()) return true
  // The page may come from an instance that has read newer rules.
  settings.outdate()
  await settings.refresh()
  return isIt()
}

/** Returns what is stored for somebody who accepts a version now: nothing if another one is in force meanwhile. */
export const acceptedNow = (
  { clock, settings }: ReadContext & SiteContext,
  version: string,
): AcceptedRules =>
  settings.rules?.version === version ? { rules_accepted_at: clock(), rules_version: version } : noRules

/** Returns true if the owner of an account has to be asked. */
export const mustAccept = (
  { settings }: SiteContext,
  { rulesAccepted }: Pick<Account, 'rulesAccepted'>,
): boolean => settings.rules !== undefined && settings.rules.version !== rulesAccepted?.version

/**
 * Keeps that the owner of an account accepts the rules. Does nothing if this version is accepted already. Throws Refused
 * `rules_not_accepted` if it is not the version in force, `account_unknown`, `account_only`.
 */
export async function acceptRules(
  context: ChangeContext & SiteContext,
  by: Actor,
  { id }: Account,
  version: string,
): Promise<void> {
  if (!(await areRulesInForce(context, version))) throw new Refused('rules_not_accepted', { about: { id } })
  const accepted = acceptedNow(context, version)
  await change(context, by, async (tx) => {
    const before = await lockedOwner(tx, id)
    if (accepted.rules_version === null || before.rules_version === version) return { events: [] }
    await updateAccount(tx, id, accepted)
    return { events: [{ event: 'account.rules_accepted', account: id, details: { version } }] }
  })
}
