import type { Actor } from '../../model/accounts/actor.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { LinkedIdentityRow } from '../../storage/schema/rows/providers.ts'
import type { ChangeContext } from '../context.ts'
import { addIdentity } from './add.ts'

/** Links imported accounts to those who their owners are at providers. Throws UniqueViolation. */
export async function addImportedIdentities(
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  links: readonly Pick<LinkedIdentityRow, 'provider' | 'subject' | 'account_id'>[],
): Promise<void> {
  for (const { account_id, provider, subject } of links) {
    await addIdentity(context, tx, by, account_id, { provider, subject, name: null, email: null })
  }
}
