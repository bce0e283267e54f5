import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { deleteLinkedIdentity } from '../../storage/sign-in/linked-identities.ts'
import { change } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext } from '../context.ts'
import { identityEvent } from './add.ts'
import { endMemberships } from './memberships.ts'
import { requireWayIn } from './way-in.ts'

/** Unlinks an account from a provider. Does nothing if it is not linked. Throws Refused `last_way_in`, `account_only`. */
export async function unlinkIdentity(
  context: ChangeContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  provider: string,
): Promise<void> {
  await change(context, by, async (tx) => {
    const account = await lockedOwner(tx, id)
    const events = await unlinkIdentitiesIn(tx, { id }, [provider])
    if (events.length > 0) await requireWayIn(context, tx, account)
    return { events }
  })
}

/** Unlinks an account from those of the providers that it has, as a part of a larger change, and answers the events. */
export async function unlinkIdentitiesIn(
  tx: Transaction,
  { id: account }: Pick<Account, 'id'>,
  providers: readonly string[],
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (const provider of providers) {
    const gone = await deleteLinkedIdentity(tx, account, provider)
    if (!gone) continue
    events.push(identityEvent('account.unlinked', account, gone))
    // Nobody else would end them.
    events.push(...(await endMemberships(tx, provider, account)))
  }
  return events
}
