import { digest } from '../../lib/crypto/digest.ts'
import { nilUuid, parseUuid } from '../../lib/crypto/uuid.ts'
import { canonicalAddress } from '../../lib/net/address.ts'
import { fold } from '../../lib/text/fold.ts'
import { type About, isUsername, type Profile } from '../../model/accounts/account.ts'
import { isServerKey } from '../../model/community/game-server.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { type RefusalDetail, Refused } from '../../model/errors/refusal.ts'
import type { PropertyRequest } from '../../state/textures/textures-properties.ts'
import { credentialByDigest } from '../../storage/credentials/credentials.ts'
import {
  type JoinQuery,
  joinsNotTaken,
  mayJoin,
  type NoJoinRow,
  peekJoin,
  putJoin,
  putJoinBack,
  takeJoin,
} from '../../storage/game/joins.ts'
import type { ProfileRow } from '../../storage/game/profiles.ts'
import { joinsNotTakenAt, peekJoinAt, takeJoinAt } from '../../storage/game/server-joins.ts'
import { serverOfRoot, unknownServer } from '../community/root.ts'
import { digestOfKey } from '../community/server-keys.ts'
import type { Context, JoinContext, ReadContext, TokenContext } from '../context.ts'
import {
  isExpired,
  mayDo,
  type PresentedToken,
  present,
  sessionScope,
  whyDead,
} from '../tokens/credentials.ts'
import { type TexturesProfile, withTextures } from './profiles.ts'

export interface Join {
  accessToken: string
  /** The profile's UUID in any form, or its name. */
  selectedProfile: string
  /** The name sent along with a UUID, if the client sends both (S7). Both must belong to the same account. */
  username?: string
  serverId: string
  /** The client's address. */
  address: string
  /** If true, nothing is stored. Used for HEAD. */
  isPeek?: boolean
}

type JoinDeps = ReadContext & TokenContext & JoinContext

/**
 * Stores a pending join, which hasJoined will take, and returns its account. A single statement checks the credential,
 * the account and the profile and writes the join. Only a refusal needs another query, to find the reason.
 */
export async function join(
  context: JoinDeps,
  { accessToken, selectedProfile, username, serverId, address, isPeek = false }: Join,
): Promise<Profile> {
  const { db, clock, config } = context
  context.joinTraffic.mark()
  const id = parseUuid(selectedProfile)
  if (id === nilUuid) throw new Refused('parameters_missing')
  // A text that can't be a name might not fit into a text column.
  const profile = id ?? folded(selectedProfile)
  const usernameFolded = username === undefined ? '' : folded(username)
  const presented = await present(context, accessToken)
  if (!presented) throw new Refused('join_token_invalid')
  const now = clock()
  const joined =
    profile !== undefined && usernameFolded !== undefined && hasSessionScope(context, presented)
      ? await (isPeek ? mayJoin : putJoin)(db, {
          digest: presented.digest,
          serverIdDigest: digest(serverId),
          address: canonicalAddress(address) ?? address,
          expiresAt: now + config.joinLifetime,
          now,
          profile,
          usernameFolded,
        })
      : undefined
  if (joined === undefined) throw await whyNot(context, presented, id, now)
  if (!isPeek) context.credentialUses.mark(presented.digest, address)
  return joined
}

async function whyNot(
  context: JoinDeps,
  presented: PresentedToken,
  id: string | undefined,
  now: number,
): Promise<Refused> {
  const stored = await credentialByDigest(context.db, presented.digest, now)
  if (!stored?.alive) {
    return new Refused('join_token_invalid', await whyDead(context, presented, stored))
  }
  const about = stored
  if (isExpired(stored, now)) return new Refused('join_token_expired', { about })
  if (!hasSessionScope(context, presented) || !mayDo(stored, 'join')) {
    return new Refused('join_scope_missing', { about })
  }
  return new Refused(id && id !== about.id ? 'join_profile_foreign' : 'join_name_foreign', { about })
}

const folded = (name: string): string | undefined => (isUsername(name) ? fold(name) : undefined)

/**
 * Returns true if the token's scope allows joining. A JWT contains the scope for which it was issued, and a scope with
 * another game's word is not accepted. For other kinds, the row alone decides.
 */
const hasSessionScope = (context: JoinDeps, { claims }: PresentedToken): boolean =>
  claims === undefined || claims.scope.split(' ').includes(sessionScope(context))

/** The root of a game server below which somebody asks. */
interface ServerRoot {
  key: string
  address: string
  /** True if another Norn asks. It is told about accounts alone, so that no question goes round in a circle. */
  isOfNorn?: boolean
}

export interface HasJoined {
  username: string
  serverId: string
  /** The address from which the server sees the client. Undefined or empty if the server does not want it checked. */
  ip: string | undefined
  /** If true, the join is not used up. Used for HEAD. */
  isPeek: boolean
  /** The root below which the server asks. Undefined for the plain root. */
  at?: ServerRoot | undefined
}

/** A profile that may join, and the game server that asked below its own root. */
export type Joined<Kind> = Kind & {
  server?: string | undefined
  /** The player's groups, if that server receives them. */
  groups?: readonly string[] | undefined
}

/** Returns the profile that joined this server and uses up the join. The account is checked again at this moment. */
export async function hasJoined(context: Context, asked: HasJoined): Promise<Joined<Profile>> {
  const { profile, server } = await findJoin(context, asked)
  return { ...profile, server }
}

/**
 * Takes a join and returns the textures profile. If textures can't be made, the join is put back for another attempt.
 */
export async function hasJoinedWithTextures(
  context: Context,
  asked: HasJoined,
  wanted: PropertyRequest,
): Promise<Joined<TexturesProfile>> {
  const { profile, server, groups, giveBack } = await findJoin(context, asked)
  try {
    const shown = await withTextures(context, profile, wanted)
    return server === undefined ? shown : { ...shown, server, groups }
  } catch (error) {
    await giveBack().catch((cause: unknown) =>
      context.log.warn({ err: cause }, 'a join could not be given back'),
    )
    throw error
  }
}

interface Found {
  profile: ProfileRow
  server?: string
  groups?: readonly string[] | undefined
  giveBack: () => Promise<void>
}

async function findJoin(context: Context, { username, serverId, ip, isPeek, at }: HasJoined): Promise<Found> {
  context.joinTraffic.mark()
  const { db, takenJoins } = context
  const address = ip ? canonicalAddress(ip) : ''
  // Checked first, because a client without a valid key must learn nothing.
  if (at && !isServerKey(at.key)) throw await unknownServer(context, at.address, aboutName(username))
  if (at && (!isUsername(username) || address === undefined)) await serverOfRoot(context, at.key, at.address)
  if (!isUsername(username)) throw new Refused('join_unknown', { detail: 'username_unknown' })
  if (address === undefined) {
    throw new Refused('join_unknown', { about: { username }, detail: 'ip_malformed' })
  }
  const serverIdDigest = digest(serverId)
  const query = { serverIdDigest, usernameFolded: fold(username), address, now: context.clock() }
  if (at) return findJoinAt(context, username, query, { ...at, isPeek })
  if (isPeek) {
    const profile = await peekJoin(db, query)
    if (profile) return { profile, giveBack: async () => undefined }
  } else {
    const profile = await takeJoin(db, query)
    if (profile) {
      takenJoins.remember(profile.id, serverIdDigest)
      return { profile, giveBack: () => putJoinBack(db, profile, serverIdDigest) }
    }
  }
  throw new Refused('join_unknown', await whyUnknown(context, username, query))
}

/** Finds a join below the root of a game server, which may or may not let this player in. */
async function findJoinAt(
  context: Context,
  username: string,
  query: JoinQuery,
  { key, address, isPeek }: { key: string; address: string; isPeek: boolean },
): Promise<Found> {
  const { db, gameServers, takenJoins } = context
  const root = gameServers.root(key, digestOfKey)
  const taken = isPeek ? undefined : await takeJoinAt(db, query, root)
  const found = taken ?? (isPeek ? await peekJoinAt(db, query, root) : undefined)
  if (!found) {
    const asked = await joinsNotTakenAt(db, query, root)
    if (!asked) throw await unknownServer(context, address, { about: { username } })
    if (!isPeek) gameServers.asked(asked.server_id)
    const why = reasonIn(context, username, query, asked.id === null ? undefined : asked)
    throw new Refused('join_unknown', { ...why, server: asked.server })
  }
  const { server, serverId, verdict, groups } = found
  if (taken) {
    gameServers.asked(serverId)
    takenJoins.remember(found.id, query.serverIdDigest)
  }
  if (verdict !== 'ok') throw new Refused(verdict, { about: found, server })
  const giveBack = async () => taken && putJoinBack(db, taken, query.serverIdDigest)
  return { profile: found, server, groups, giveBack }
}

const aboutName = (username: string): { about?: { username: string } } =>
  isUsername(username) ? { about: { username } } : {}

/** Finds the reason for the log only. If the database fails at this second query, the answer stays the same. */
async function whyUnknown(
  context: ReadContext & JoinContext,
  username: string,
  query: JoinQuery,
): Promise<{ about: About; detail?: RefusalDetail }> {
  try {
    return reasonIn(context, username, query, await joinsNotTaken(context.db, query))
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { about: { username } }
    throw error
  }
}

function reasonIn(
  { takenJoins }: JoinContext,
  username: string,
  query: JoinQuery,
  found: NoJoinRow | undefined,
): { about: About; detail: RefusalDetail } {
  if (!found) return { about: { username }, detail: 'username_unknown' }
  const isTaken = takenJoins.has(found.id, query.serverIdDigest)
  return { about: found, detail: detailOf(found, isTaken, query) }
}

function detailOf(found: NoJoinRow, isTaken: boolean, { address, now }: JoinQuery): RefusalDetail {
  if (found.suspended) return 'account_suspended'
  if (found.expires_at !== null && found.expires_at <= now) return 'join_expired'
  if (found.expires_at !== null && address !== '' && found.address !== address) return 'join_address_differs'
  if (isTaken) return 'join_taken'
  return found.elsewhere > 0 ? 'server_id_differs' : 'never_joined'
}
