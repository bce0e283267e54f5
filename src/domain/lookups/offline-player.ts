import { parseUuid } from '../../lib/crypto/uuid.ts'
import { profileByOfflineUuid } from '../../storage/accounts/offline-uuids.ts'
import type { ProfileRow } from '../../storage/game/profiles.ts'
import type { ReadContext } from '../context.ts'

/** The digit of a UUID that has its version. All UUIDs of offline mode are of version 3. */
const version = { at: 12, offline: '3' }

/** A profile that was found by another UUID than that of its account. */
interface OfflinePlayer {
  /** The UUID that was asked for. */
  id: string
  row: ProfileRow
}

/**
 * Finds the account from whose username a game server in offline mode has derived the UUID, with NORN_OFFLINE_SKINS. Asks
 * the database only for a UUID that can be such a one.
 */
export async function offlinePlayer(
  { config, db }: ReadContext,
  uuid: string,
): Promise<OfflinePlayer | undefined> {
  const id = parseUuid(uuid)
  if (config.offlineSkins === 'off' || id?.charAt(version.at) !== version.offline) return undefined
  const row = await profileByOfflineUuid(db, id)
  return row && { id, row }
}
