// An application is deleted at once, and its row alone kept for an hour, in which that can be undone.
import { hourMs } from '../../lib/measure/units.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { type OauthClient, sharedClientId } from '../../model/community/oauth.ts'
import { noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import {
  deleteClientRow,
  deletedClients,
  insertClient,
  insertDeletedClient,
  takeDeletedClient,
} from '../../storage/oauth/clients.ts'
import type { DeletedClientRow } from '../../storage/schema/rows/oauth.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { toClient } from './clients.ts'

/** The time in which a deletion can be undone. */
export const undoMs = hourMs

/** An application whose deletion can be undone until an instant. */
export type DeletedClient = OauthClient & { restorableUntil: number }

/** Deletes a client, which ends all its grants at once. Throws Refused `unknown`, `client_shared`. */
export async function deleteClient(context: ChangeContext, by: Actor, clientId: string): Promise<void> {
  if (clientId === sharedClientId) throw new Refused('client_shared')
  await change(context, by, async (tx) => {
    const row = await deleteClientRow(tx, clientId)
    if (!row) throw noSuch('client')
    await insertDeletedClient(tx, { ...row, expires_at: context.clock() + undoMs })
    const details = { id: clientId, name: row.name }
    return { events: [{ event: 'client.deleted', account: null, details }] }
  })
}

/** Returns the clients whose deletion can be undone. */
export const listDeletedClients = async ({ clock, db }: ReadContext): Promise<DeletedClient[]> =>
  (await deletedClients(db, clock())).map(toDeletedClient)

const toDeletedClient = (row: DeletedClientRow): DeletedClient => ({
  ...toClient(row),
  restorableUntil: row.expires_at,
})

/**
 * Undoes the deletion of a client: its settings and its secret are valid again, its consents and tokens are not. Throws
 * Refused `unknown`.
 */
export function restoreClient(context: ChangeContext, by: Actor, clientId: string): Promise<OauthClient> {
  return change(context, by, async (tx) => {
    const kept = await takeDeletedClient(tx, clientId, context.clock())
    if (!kept) throw noSuch('client')
    const { expires_at: _end, ...row } = kept
    await insertClient(tx, row)
    const details = { id: clientId, name: row.name }
    return { events: [{ event: 'client.restored', account: null, details }], result: toClient(row) }
  })
}
