// What administrators delete is kept for an hour, apart from all that gives access, so that it can come back
// (docs/decisions/0174-undo.md).
import { timeUuid } from '../../lib/crypto/uuid.ts'
import { hourMs } from '../../lib/measure/units.ts'
import { noSuch } from '../../model/errors/families.ts'
import type { Deletion } from '../../model/records/deletion.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { deletionById, deletionsInForce, insertDeletion } from '../../storage/records/deletions.ts'
import { deletionPlace } from '../../storage/schema/encryption.ts'
import type { DeletionRow } from '../../storage/schema/rows/deletions.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'

/** The time in which a deletion can be undone. */
export const undoMs = hourMs

/** Keeps what is being deleted. Returns the id under which its parts are kept. */
export async function keepDeleted(
  { clock, random, secrets }: ChangeContext & SecretContext,
  tx: Transaction,
  thing: Pick<Deletion, 'kind' | 'name' | 'title'>,
  content: object,
): Promise<string> {
  await secrets.lock(tx)
  const now = clock()
  const id = timeUuid(now, random)
  const sealed = secrets.seal(deletionPlace(id), JSON.stringify(content))
  await insertDeletion(tx, { id, ...thing, content: sealed, expires_at: now + undoMs })
  return id
}

/** Returns the deletions that can be undone, the oldest first. */
export const listDeletions = async ({ clock, db }: ReadContext): Promise<Deletion[]> =>
  (await deletionsInForce(db, clock())).map(toDeletion)

/** Returns a deletion that can be undone. Throws Refused `unknown`. */
export async function findDeletion({ clock, db }: ReadContext, id: string): Promise<Deletion> {
  const row = await deletionById(db, id, clock())
  if (!row) throw noSuch('deletion')
  return toDeletion(row)
}

export const toDeletion = ({
  id,
  kind,
  name,
  title,
  expires_at,
}: Omit<DeletionRow, 'content'>): Deletion => ({
  id,
  kind,
  name,
  title,
  restorableUntil: expires_at,
})
