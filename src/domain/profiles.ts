import { fold } from '../lib/fold.ts'
import { parseUuid } from '../lib/uuid.ts'
import { isUsername, type Profile } from '../model/account.ts'
import { Refused } from '../model/refusal.ts'
import { type ProfileRow, profileById, profileByUsername, profilesByUsernames } from '../storage/profiles.ts'
import type { Services } from './services.ts'

/** The profile with this UUID, written in any form; undefined where there is none. */
export async function profile(services: Services, uuid: string): Promise<ProfileRow | undefined> {
  const id = parseUuid(uuid)
  if (id === undefined) throw new Refused('uuid_malformed')
  return profileById(services.db, id)
}

/** The profile with this name in some letter case; a name that could never exist is simply not found. */
export async function namedProfile(services: Services, username: string): Promise<ProfileRow | undefined> {
  return isUsername(username) ? profileByUsername(services.db, fold(username)) : undefined
}

/** The profile that a name or a UUID means. */
export async function profileOf(services: Services, text: string): Promise<ProfileRow | undefined> {
  const id = parseUuid(text)
  return id === undefined ? namedProfile(services, text) : profileById(services.db, id)
}

/** The profiles with these names in the order of their first mention, each once. One query, however many. */
export async function namedProfiles(services: Services, usernames: readonly string[]): Promise<Profile[]> {
  const wanted = [...new Set(usernames.filter(isUsername).map(fold))]
  if (wanted.length === 0) return []
  const found = await profilesByUsernames(services.db, wanted)
  return wanted.flatMap((name) => found.get(name) ?? [])
}
