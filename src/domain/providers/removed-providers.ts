// A provider is removed at once, and kept for an hour with the accounts that were linked to it (docs/decisions/0174-undo.md).
import { maxLinkedIdentities, maxProviders } from '../../model/community/provider.ts'
import { tooMany } from '../../model/errors/families.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { lockGroup } from '../../storage/community/groups.ts'
import {
  groupsOfDeletion,
  keepMembershipsBy,
  lockMembers,
  restoreMembershipsBy,
} from '../../storage/community/members.ts'
import { countProviders, insertProvider } from '../../storage/community/providers.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { accountsOfPart } from '../../storage/records/deletions.ts'
import { botTokenPlace, providerSecretPlace } from '../../storage/schema/encryption.ts'
import type { ProviderRow } from '../../storage/schema/rows/providers.ts'
import { keepIdentities, restoreIdentities } from '../../storage/sign-in/linked-identities.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { keepDeleted } from '../operation/deletions.ts'

type Deps = ChangeContext & SecretContext

/** Keeps a provider that is being removed, with its identities and the memberships that it has made. */
export async function keepProvider(context: Deps, tx: Transaction, row: ProviderRow): Promise<void> {
  const { secrets } = context
  const { name, title } = row
  // In plain text: all that is kept is encrypted together.
  const kept: ProviderRow = {
    ...row,
    client_secret: await secrets.open(tx, providerSecretPlace(name), row.client_secret),
    bot_token: row.bot_token === null ? null : await secrets.open(tx, botTokenPlace(name), row.bot_token),
  }
  const id = await keepDeleted(context, tx, { kind: 'provider', name, title }, kept)
  await keepIdentities(tx, id, name)
  await keepMembershipsBy(tx, id, name)
}

/**
 * Brings a provider back. Linked to it are again those accounts whose credentials have not ended since, with the memberships
 * that it has made in groups that are there; its bot asks about all of them again. Throws Refused `too_many`, and
 * UniqueViolation.
 */
export async function restoreProvider(
  { clock, secrets }: Deps,
  tx: Transaction,
  { id, content }: { id: string; content: string },
): Promise<AuditEvent> {
  const row: ProviderRow = JSON.parse(content)
  const { name, client_secret, bot_token } = row
  if ((await countProviders(tx)) >= maxProviders) throw tooMany('provider', maxProviders)
  await insertProvider(tx, {
    ...row,
    client_secret: secrets.seal(providerSecretPlace(name), client_secret),
    bot_token: bot_token === null ? null : secrets.seal(botTokenPlace(name), bot_token),
    all_due_at: bot_token === null ? row.all_due_at : clock(),
    next_question_at: null,
  })
  for (const group of await groupsOfDeletion(tx, id)) await lockGroup(tx, group, 'for key share')
  await lockMembers(tx, await accountsOfPart(tx, id, 'identity'))
  const accounts = await restoreIdentities(tx, id, name, maxLinkedIdentities)
  await restoreMembershipsBy(tx, id, name)
  return { event: 'provider.restored', account: null, details: { name, accounts: accounts.length } }
}
