import type { Actor } from '../../model/accounts/actor.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { LinkedIdentityRow } from '../../storage/schema/rows/providers.ts'
import { insertLinkedIdentity } from '../../storage/sign-in/linked-identities.ts'
import { record } from '../audit/record.ts'
import type { ChangeContext } from '../context.ts'

/** Somebody at a provider, whom a new account is for. */
export type AddedIdentity = Pick<LinkedIdentityRow, 'provider' | 'subject' | 'name' | 'email'>

/** Links an identity to an account that its person has just registered. Throws UniqueViolation. */
export async function addIdentity(
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  account: string,
  added: AddedIdentity,
): Promise<void> {
  await insertLinkedIdentity(tx, {
    ...added,
    account_id: account,
    linked_at: context.clock(),
    last_sign_in_at: null,
  })
  // Its owner has just done it, and nothing was there before.
  await record(context, tx, by, { ...identityEvent('account.linked', account, added), isNoticed: true })
}

export const identityEvent = <Name extends 'account.linked' | 'account.unlinked'>(
  event: Name,
  account: string,
  { provider, subject, name }: Pick<LinkedIdentityRow, 'provider' | 'subject' | 'name'>,
) => ({ event, account, details: { provider, name: name ?? subject } })
