import type { ReadContext } from '../../domain/context.ts'
import { offlineUuid } from '../../lib/crypto/uuid.ts'
import type { SourcePlayer } from './source.ts'

/**
 * Imports players under another username, found by the exact name in the source. Worlds and inventories belong to a
 * UUID, so a UUID that is derived from a name is derived from the name that the game server knows.
 */
export async function* renamePlayers(
  { config }: ReadContext,
  players: AsyncIterable<SourcePlayer>,
  usernames: ReadonlyMap<string, string>,
): AsyncGenerator<SourcePlayer> {
  for await (const player of players) {
    const { fields } = player
    const username = usernames.get(fields.username)
    if (username === undefined) yield player
    else {
      const id = fields.id ?? (config.uuids === 'offline' ? offlineUuid(fields.username) : null)
      yield { ...player, fields: { ...fields, id, username } }
    }
  }
}
