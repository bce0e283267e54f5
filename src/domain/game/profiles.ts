import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { type AccountTextures, isUsername, type Profile } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TexturesProperty } from '../../model/game/textures-payload.ts'
import type { PropertyRequest } from '../../state/textures/textures-properties.ts'
import {
  type ProfileRow,
  playerByUsername,
  profileById,
  profileByUsername,
  profilesByUsernames,
  texturesOf,
} from '../../storage/game/profiles.ts'
import type { PictureContext, ReadContext } from '../context.ts'

/** Finds a profile by its UUID, in any form. Returns undefined if there is none. Throws Refused `uuid_malformed`. */
export function profileByUuid({ db }: ReadContext, uuid: string): Promise<ProfileRow | undefined> {
  const id = parseUuid(uuid)
  if (id === undefined) throw new Refused('uuid_malformed')
  return profileById(db, id)
}

/** Finds a profile by its name, in any letter case. Text that can't be a username is simply not found. */
export async function profileByName({ db }: ReadContext, username: string): Promise<ProfileRow | undefined> {
  return isUsername(username) ? await profileByUsername(db, fold(username)) : undefined
}

/** Finds what a player wears here, by the name in any letter case. Another skin system is not asked. */
export async function wornByName(
  context: ReadContext & PictureContext,
  username: string,
): Promise<{ username: string; textures: AccountTextures } | undefined> {
  const found = await profileByName(context, username)
  return found && { username: found.username, textures: texturesOf(context.defaultSkins.dressed(found)) }
}

export async function profileByNameOrUuid(
  context: ReadContext,
  text: string,
): Promise<ProfileRow | undefined> {
  const id = parseUuid(text)
  return id === undefined ? profileByName(context, text) : profileById(context.db, id)
}

/**
 * Finds the profiles with these names, in the order of their first mention and without duplicates. Always runs a single
 * query.
 */
export async function profilesByNames({ db }: ReadContext, usernames: readonly string[]): Promise<Profile[]> {
  const wanted = [...new Set(usernames.filter(isUsername).map(fold))]
  const [first, ...others] = wanted
  if (first === undefined) return []
  if (others.length === 0) return existing([await playerByUsername(db, first)])
  const found = await profilesByUsernames(db, wanted)
  return existing(wanted.map((name) => found.get(name)))
}

const existing = (profiles: readonly (Profile | undefined)[]): Profile[] =>
  profiles.filter((profile) => profile !== undefined)

/** A profile with its textures, as game clients and servers receive it (S4). */
export interface TexturesProfile extends Profile {
  textures: TexturesProperty
}

/** Returns no promise for a property that is known, as `forProfile` does. */
export function withTextures(
  { texturesProperties }: PictureContext,
  row: ProfileRow,
  wanted: PropertyRequest,
): TexturesProfile | Promise<TexturesProfile> {
  const { id, username } = row
  const textures = texturesProperties.forProfile(row, wanted)
  if (textures instanceof Promise) return textures.then((made) => ({ id, username, textures: made }))
  return { id, username, textures }
}
