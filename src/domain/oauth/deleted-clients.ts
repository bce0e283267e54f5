// An application is deleted at once, and its row alone kept for an hour, in which that can be undone.
import type { Actor } from '../../model/accounts/actor.ts'
import { sharedClientId } from '../../model/community/oauth.ts'
import { noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { deleteClientRow, insertClient } from '../../storage/oauth/clients.ts'
import type { OauthClientRow } from '../../storage/schema/rows/oauth.ts'
import { change } from '../change.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { keepDeleted } from '../operation/deletions.ts'

/** Deletes a client, which ends all its grants at once. Throws Refused `unknown`, `client_shared`. */
export async function deleteClient(
  context: ChangeContext & SecretContext,
  by: Actor,
  clientId: string,
): Promise<void> {
  if (clientId === sharedClientId) throw new Refused('client_shared')
  await change(context, by, async (tx) => {
    const row = await deleteClientRow(tx, clientId)
    if (!row) throw noSuch('client')
    const { name } = row
    await keepDeleted(context, tx, { kind: 'client', name: clientId, title: name }, row)
    return { events: [{ event: 'client.deleted', account: null, details: { id: clientId, name } }] }
  })
}

/** Brings a client back: its settings and its secret are valid again, its consents and tokens are not. */
export async function restoreClient(
  _: ChangeContext,
  tx: Transaction,
  { content }: { content: string },
): Promise<AuditEvent> {
  const row: OauthClientRow = JSON.parse(content)
  await insertClient(tx, row)
  return { event: 'client.restored', account: null, details: { id: row.client_id, name: row.name } }
}
