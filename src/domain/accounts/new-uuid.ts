import { offlineUuid } from '../../lib/crypto/uuid.ts'
import { usedIds } from '../../storage/accounts/deletions.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { Context } from '../context.ts'

/**
 * The UUID of a new account, as NORN_UUIDS says. One that is made of the name is random all the same where an account
 * has it, or had it before it was deleted.
 */
export async function newUuid(
  { config, random }: Pick<Context, 'config' | 'random'>,
  db: Queries,
  username: string,
): Promise<string> {
  if (config.uuids === 'random') return random.uuid()
  const id = offlineUuid(username)
  return (await usedIds(db, [id])).has(id) ? random.uuid() : id
}
