import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/schema.ts'
import { deleteLinkedIdentity, identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import { passkeysOf } from '../../storage/sign-in/passkeys.ts'
import { lockedAccount } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { identityEvent } from './add.ts'

/** Unlinks an account from a provider. Does nothing if it is not linked. Throws Refused `last_way_in`. */
export async function unlinkIdentity(
  context: ChangeContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  provider: string,
): Promise<void> {
  await change(context, by, async (tx) => {
    const account = await lockedAccount(tx, id)
    const events = await unlinkIdentitiesIn(tx, { id }, [provider])
    if (events.length > 0 && !(await hasWayIn(tx, account)))
      throw new Refused('last_way_in', { about: { id } })
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
    if (gone) events.push(identityEvent('account.unlinked', account, gone))
  }
  return events
}

/** Returns true if an account can sign in on pages: with a password, a passkey or through a provider. */
async function hasWayIn(
  tx: Transaction,
  account: Pick<AccountRow, 'id' | 'password_hash'>,
): Promise<boolean> {
  if (account.password_hash !== unusableHash) return true
  if ((await passkeysOf(tx, account.id)).length > 0) return true
  return (await identitiesOfAccount(tx, account.id)).length > 0
}
