import { parseUuid } from '../lib/uuid.ts'
import { Refused } from '../model/refusal.ts'
import { type ProfileRow, profileById } from '../storage/profiles.ts'
import type { Services } from './services.ts'

/** The profile with this UUID, written in any form; undefined where there is none. */
export async function profile(services: Services, uuid: string): Promise<ProfileRow | undefined> {
  const id = parseUuid(uuid)
  if (id === undefined) throw new Refused('uuid_malformed')
  return profileById(services.db, id)
}
