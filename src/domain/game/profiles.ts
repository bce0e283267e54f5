import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { isUsername, type Profile } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import type { TexturesProperty } from '../../model/textures-payload.ts'
import type { Wanted } from '../../state/textures/textures-properties.ts'
import {
  type ProfileRow,
  profileById,
  profileByUsername,
  profilesByUsernames,
} from '../../storage/game/profiles.ts'
import type { Context } from '../context.ts'

/** The profile with this UUID, written in any form; undefined where there is none. Throws Refused `uuid_malformed`. */
export async function profileByUuid(
  { db }: Pick<Context, 'db'>,
  uuid: string,
): Promise<ProfileRow | undefined> {
  const id = parseUuid(uuid)
  if (id === undefined) throw new Refused('uuid_malformed')
  return profileById(db, id)
}

/** The profile with this name in some letter case; what can't be a username is simply not found. */
export async function profileByName(
  { db }: Pick<Context, 'db'>,
  username: string,
): Promise<ProfileRow | undefined> {
  return isUsername(username) ? profileByUsername(db, fold(username)) : undefined
}

/** The profile that a name or a UUID means. */
export async function profileByNameOrUuid(
  context: Pick<Context, 'db'>,
  text: string,
): Promise<ProfileRow | undefined> {
  const id = parseUuid(text)
  return id === undefined ? profileByName(context, text) : profileById(context.db, id)
}

/** The profiles with these names in the order of their first mention, each once. One query, however many. */
export async function profilesByNames(
  { db }: Pick<Context, 'db'>,
  usernames: readonly string[],
): Promise<Profile[]> {
  const wanted = [...new Set(usernames.filter(isUsername).map(fold))]
  if (wanted.length === 0) return []
  const found = await profilesByUsernames(db, wanted)
  return wanted.map((name) => found.get(name)).filter((profile) => profile !== undefined)
}

/** A profile with what it wears, as game clients and servers are shown it (S4). */
export interface TexturesProfile extends Profile {
  textures: TexturesProperty
}

export async function withTextures(
  { texturesProperties }: Pick<Context, 'texturesProperties'>,
  row: ProfileRow,
  wanted: Wanted,
): Promise<TexturesProfile> {
  const { id, username } = row
  return { id, username, textures: await texturesProperties.forProfile(row, wanted) }
}
