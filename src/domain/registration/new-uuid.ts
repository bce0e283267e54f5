import { offlineUuid } from '../../lib/crypto/uuid.ts'
import { usedIds } from '../../storage/accounts/deletions.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { ChangeContext } from '../context.ts'

/**
 * Chooses the UUID of a new account as NORN_UUIDS says. Even if it should be derived from the name, it is random if an
 * existing or deleted account has the derived one.
 */
export async function newUuid(
  { config, random }: ChangeContext,
  db: Queries,
  username: string,
): Promise<string> {
  if (config.uuids === 'random') return random.uuid()
  const id = offlineUuid(username)
  return (await usedIds(db, [id])).has(id) ? random.uuid() : id
}
