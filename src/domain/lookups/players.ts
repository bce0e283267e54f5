import { parseUuid } from '../../lib/crypto/uuid.ts'
import { timeLimit } from '../../lib/net/time-limit.ts'
import { fold } from '../../lib/text/fold.ts'
import { isUsername, type Profile } from '../../model/accounts/account.ts'
import type { PropertyRequest } from '../../state/textures/textures-properties.ts'
import { playerByUsername } from '../../storage/game/profiles.ts'
import type { ChangeContext, PictureContext } from '../context.ts'
import { profileByUuid, profilesByNames, type TexturesProfile, withTextures } from '../game/profiles.ts'
import { propertiesOf, type VisitorProperty } from '../game/visitor-properties.ts'
import { offlinePlayer } from './offline-player.ts'
import { type LookupPlace, unsureLookup } from './place.ts'
import { visitorWithUuid } from './visitor-by-uuid.ts'
import { type LookupDeps, visitorsByNames } from './visitors-by-name.ts'

type Deps = LookupDeps & ChangeContext & PictureContext

/**
 * Finds an account by its name or, below the root of a game server, a neighbour's player. Returns undefined if there is
 * none. Throws Refused `neighbour_unsure`.
 */
export async function playerByName(
  context: LookupDeps,
  username: string,
  place: LookupPlace,
): Promise<Profile | undefined> {
  const account = isUsername(username) ? await playerByUsername(context.db, fold(username)) : undefined
  if (account || !place) return account
  const signal = timeLimit(context.config.neighbourTime)
  const found = (await visitorsByNames(context, place, [username], signal)).get(username)
  if (found === 'unsure') throw unsureLookup()
  return found === 'nobody' ? undefined : found
}

/**
 * Finds the accounts with these names or, below the root of a game server, neighbours' players, in the order of their
 * first mention and without duplicates. Names on which a neighbour is unsure are left out.
 */
export async function playersByNames(
  context: LookupDeps,
  usernames: readonly string[],
  place: LookupPlace,
): Promise<Profile[]> {
  const accounts = await profilesByNames(context, usernames)
  if (!place) return accounts
  const byKey = new Map(accounts.map((account) => [fold(account.username), account]))
  const names = new Map(usernames.filter(isUsername).map((username) => [fold(username), username]))
  const others = Array.from(names).flatMap(([key, username]) => (byKey.has(key) ? [] : [username]))
  if (others.length === 0) return accounts
  const signal = timeLimit(context.config.neighbourTime)
  for (const [username, found] of await visitorsByNames(context, place, others, signal)) {
    if (typeof found !== 'string') byKey.set(fold(username), found)
  }
  return Array.from(names.keys(), (key) => byKey.get(key)).filter((player) => player !== undefined)
}

/**
 * Finds an account by its UUID or, below the root of a game server, a neighbour's player, or else a username by its UUID
 * of offline mode. Returns undefined if there is none. Throws Refused `uuid_malformed`, `neighbour_unsure`.
 */
export async function playerByUuid(
  context: LookupDeps,
  uuid: string,
  place: LookupPlace,
): Promise<Profile | undefined> {
  const account = await profileByUuid(context, uuid)
  if (account) return account
  const found = place && (await visitorOf(context, uuid, place, false))
  if (found) return { id: found.player.profile.id, username: found.username }
  const offline = await offlinePlayer(context, uuid)
  return offline && { id: offline.id, username: offline.row.username }
}

/** A neighbour's player with all properties of the answer. */
interface VisitorProfile extends Profile {
  properties: VisitorProperty[]
}

/** Finds a player as `playerByUuid` does, with textures. */
export async function playerWithTextures(
  context: Deps,
  uuid: string,
  place: LookupPlace,
  wanted: PropertyRequest,
): Promise<TexturesProfile | VisitorProfile | undefined> {
  const account = await profileByUuid(context, uuid)
  if (account) return withTextures(context, account, wanted)
  const signal = timeLimit(context.config.neighbourTime)
  const found = place && (await visitorOf(context, uuid, place, true))
  if (!found) {
    const offline = await offlinePlayer(context, uuid)
    if (!offline) return undefined
    // The default skin is that of the account, by whichever UUID it is asked for.
    const row = { ...context.defaultSkins.dressed(offline.row), id: offline.id }
    return withTextures(context, row, wanted)
  }
  const { username, player } = found
  const properties = await propertiesOf(context, username, player, { signed: wanted.signed, signal })
  return { id: player.profile.id, username, properties }
}

async function visitorOf(
  context: LookupDeps,
  uuid: string,
  place: NonNullable<LookupPlace>,
  wantsTextures: boolean,
) {
  const id = parseUuid(uuid)
  const found = id === undefined ? 'nobody' : await visitorWithUuid(context, place, id, wantsTextures)
  if (found === 'unsure') throw unsureLookup()
  return found === 'nobody' ? undefined : found
}
