import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch, takenSince } from '../../model/errors/families.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import type { Deletion, DeletionKind } from '../../model/records/deletion.ts'
import { type Transaction, UniqueViolation } from '../../storage/engine/database.ts'
import { dropDeletion, lockDeletion } from '../../storage/records/deletions.ts'
import { deletionPlace } from '../../storage/schema/encryption.ts'
import { change } from '../change.ts'
import { restoreServer } from '../community/removed-servers.ts'
import { restoreGroup } from '../community/restore-group.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { restoreNeighbour } from '../neighbours/neighbours.ts'
import { restoreClient } from '../oauth/deleted-clients.ts'
import { restoreProvider } from '../providers/removed-providers.ts'
import { restoreWebhook } from '../webhooks/webhooks.ts'
import { toDeletion } from './deletions.ts'

type Deps = ChangeContext & SecretContext

/** Brings a thing back from the content that was kept of it, which is JSON, and from its parts. Returns the event. */
type Restore = (context: Deps, tx: Transaction, kept: { id: string; content: string }) => Promise<AuditEvent>

const restoring: Readonly<Record<DeletionKind, Restore>> = {
  client: restoreClient,
  group: restoreGroup,
  server: restoreServer,
  webhook: restoreWebhook,
  neighbour: restoreNeighbour,
  provider: restoreProvider,
}

/** Undoes a deletion. Throws Refused `unknown`, `taken`, `too_many`, having changed nothing: it can be tried again. */
export function undoDeletion(context: Deps, by: Actor, id: string): Promise<Deletion> {
  const { clock, secrets } = context
  return change(context, by, async (tx) => {
    await secrets.lock(tx)
    const row = await lockDeletion(tx, id, clock())
    if (!row) throw noSuch('deletion')
    const { kind } = row
    const content = await secrets.open(tx, deletionPlace(id), row.content)
    const event = await restoring[kind](context, tx, { id, content }).catch((error: unknown) => {
      throw error instanceof UniqueViolation ? takenSince(kind, error) : error
    })
    await dropDeletion(tx, id)
    return { events: [event], result: toDeletion(row) }
  })
}
