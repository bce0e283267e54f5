import { fold } from '../lib/fold.ts'
import { parseUuid } from '../lib/uuid.ts'
import { isUsername } from '../model/account.ts'
import { Refused } from '../model/refusal.ts'
import { type ProfileRow, profileById, profileByUsername } from '../storage/profiles.ts'
import type { Services } from './services.ts'

/** The profile with this UUID, written in any form; undefined where there is none. */
export async function profile(services: Services, uuid: string): Promise<ProfileRow | undefined> {
  const id = parseUuid(uuid)
  if (id === undefined) throw new Refused('uuid_malformed')
  return profileById(services.db, id)
}

/** The profile with this name, in any letter case. A name that could never be one has none. */
export async function profileNamed(services: Services, name: string): Promise<ProfileRow | undefined> {
  return isUsername(name) ? profileByUsername(services.db, fold(name)) : undefined
}

/** The profile that a name or a UUID means. */
export async function profileOf(services: Services, text: string): Promise<ProfileRow | undefined> {
  const id = parseUuid(text)
  return id === undefined ? profileNamed(services, text) : profileById(services.db, id)
}
