import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { isUsername, type Profile } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { ReadContext } from '../context.ts'

/** A player as a client names one: by one of them, or by both. */
export interface NamedPlayer {
  name?: string | undefined
  profileId?: string | undefined
}

/**
 * Finds the player whom a client asks. Throws Refused `friend_unknown`, also for an account that waits for its deletion,
 * `friend_ambiguous` if name and UUID are two players, and `friend_self`.
 */
export async function namedPlayer(
  context: ReadContext,
  own: Pick<Profile, 'id'>,
  { name, profileId }: NamedPlayer,
): Promise<string> {
  const about = { id: own.id }
  const byName = name === undefined ? undefined : await idOf(context, 'username_folded', keyOfName(name))
  const byId = profileId === undefined ? undefined : await idOf(context, 'id', parseUuid(profileId))
  const isUnknown = (given: string | undefined, found: string | undefined) =>
    given !== undefined && found === undefined
  const id = byId ?? byName
  if (id === undefined || isUnknown(name, byName) || isUnknown(profileId, byId)) {
    throw new Refused('friend_unknown', { about })
  }
  if (byName !== undefined && byName !== id) throw new Refused('friend_ambiguous', { about })
  if (id === own.id) throw new Refused('friend_self', { about })
  return id
}

/**
 * Returns the id of the player who is to be removed. A game's list may be minutes old, so a UUID is taken as it is. Throws
 * Refused `friend_unknown`, `friend_ambiguous`.
 */
export async function playerToRemove(
  context: ReadContext,
  own: Pick<Profile, 'id'>,
  { name, profileId }: NamedPlayer,
): Promise<string> {
  const byId = profileId === undefined ? undefined : parseUuid(profileId)
  const byName = name === undefined ? undefined : await idOf(context, 'username_folded', keyOfName(name))
  if (byId !== undefined && byName !== undefined && byId !== byName) {
    throw new Refused('friend_ambiguous', { about: { id: own.id } })
  }
  const id = byId ?? byName
  if (id === undefined) throw new Refused('friend_unknown', { about: { id: own.id } })
  return id
}

const keyOfName = (name: string): string | undefined => (isUsername(name) ? fold(name) : undefined)

async function idOf(
  { db }: ReadContext,
  column: 'id' | 'username_folded',
  value: string | undefined,
): Promise<string | undefined> {
  const row = value === undefined ? undefined : await accountByKey(db, { column, value })
  return row?.deletes_at === null ? row.id : undefined
}
