import { canonicalAddress } from '../lib/address.ts'
import { digest } from '../lib/digest.ts'
import { fold } from '../lib/fold.ts'
import { nilUuid, parseUuid } from '../lib/uuid.ts'
import { isUsername } from '../model/account.ts'
import { Refused } from '../model/refusal.ts'
import type { AccessTokenClaims } from '../parts/access-tokens.ts'
import { peekJoin, putJoin, takeJoin } from '../storage/joins.ts'
import { launcherTokenByJti } from '../storage/launcher-tokens.ts'
import type { ProfileRow } from '../storage/profiles.ts'
import type { Context } from './context.ts'
import { sessionScope } from './launcher-tokens.ts'

export interface Join {
  accessToken: string
  /** The profile's UUID in any form, or its name. */
  selectedProfile: string
  /** The name beside a UUID, where the client sends both (S7): it must be the same account's. */
  username?: string
  serverId: string
  /** The client's address. */
  address: string
}

/**
 * Leaves a pending join for hasJoined to take. One statement looks at the token, the account and the
 * profile and writes the join; only a refusal asks again, for its reason. Returns the account's id.
 */
export async function join(
  context: Context,
  { accessToken, selectedProfile, username, serverId, address }: Join,
): Promise<string> {
  const { db, clock, config } = context
  context.joinTraffic.mark()
  const id = parseUuid(selectedProfile)
  if (id === nilUuid) throw new Refused('parameters_missing')
  // What could never be a name need not fit in a text column.
  const profile = id ?? folded(selectedProfile)
  const usernameFolded = username === undefined ? '' : folded(username)
  const claims = await context.accessTokens.read(accessToken)
  if (!claims) throw new Refused('join_token_invalid')
  const now = clock()
  const isJoined =
    profile !== undefined &&
    usernameFolded !== undefined &&
    hasScope(claims, sessionScope(context)) &&
    (await putJoin(db, {
      jti: claims.jti,
      serverIdDigest: digest(serverId),
      address: canonicalAddress(address) ?? address,
      expiresAt: now + config.joinLifetime,
      now,
      profile,
      usernameFolded,
    }))
  if (!isJoined) throw await whyNot(context, claims, id, now)
  return claims.sub
}

async function whyNot(
  context: Context,
  claims: AccessTokenClaims,
  id: string | undefined,
  now: number,
): Promise<Refused> {
  const about = claims.sub
  const stored = await launcherTokenByJti(context.db, claims.jti, now)
  if (!stored?.alive) return new Refused('join_token_invalid', { about })
  if (stored.expires_at <= now) return new Refused('join_token_expired', { about })
  if (!hasScope(claims, sessionScope(context))) return new Refused('join_scope_missing', { about })
  return new Refused(id && id !== about ? 'join_profile_foreign' : 'join_name_foreign', { about })
}

const folded = (name: string): string | undefined => (isUsername(name) ? fold(name) : undefined)

const hasScope = (claims: AccessTokenClaims, scope: string): boolean =>
  claims.scope.split(' ').includes(scope)

export interface HasJoined {
  username: string
  serverId: string
  /** Where the server saw the client; undefined or empty where it does not ask for that. */
  ip: string | undefined
  /** Uses nothing up: for HEAD. */
  isPeek: boolean
}

/** The profile that has joined this server, once; the account is looked at again at this moment. */
export async function hasJoined(
  context: Context,
  { username, serverId, ip, isPeek }: HasJoined,
): Promise<ProfileRow> {
  context.joinTraffic.mark()
  const address = ip ? canonicalAddress(ip) : ''
  const about = isUsername(username) ? username : undefined
  if (address === undefined || about === undefined) throw new Refused('join_unknown', { about })
  const ask = isPeek ? peekJoin : takeJoin
  const profile = await ask(context.db, {
    serverIdDigest: digest(serverId),
    usernameFolded: fold(username),
    address,
    now: context.clock(),
  })
  if (!profile) throw new Refused('join_unknown', { about })
  return profile
}
