import { canonicalAddress } from '../lib/address.ts'
import { digest } from '../lib/digest.ts'
import { fold } from '../lib/fold.ts'
import { nilUuid, parseUuid } from '../lib/uuid.ts'
import { isUsername } from '../model/account.ts'
import { Refused } from '../model/refusal.ts'
import { credentialByDigest } from '../storage/credentials.ts'
import { mayJoin, peekJoin, putJoin, takeJoin } from '../storage/joins.ts'
import type { ProfileRow } from '../storage/profiles.ts'
import type { Context } from './context.ts'
import { isExpired, mayDo, type Presented, present, sessionScope } from './credentials.ts'

export interface Join {
  accessToken: string
  /** The profile's UUID in any form, or its name. */
  selectedProfile: string
  /** The name beside a UUID, where the client sends both (S7): it must be the same account's. */
  username?: string
  serverId: string
  /** The client's address. */
  address: string
  /** Leaves nothing behind: for HEAD. */
  isPeek?: boolean
}

type Joining = Pick<Context, 'accessTokens' | 'clock' | 'config' | 'credentialUses' | 'db' | 'joinTraffic'>

/**
 * Leaves a pending join for hasJoined to take. One statement looks at the credential, the account and the
 * profile and writes the join; only a refusal asks again, for its reason. Answers the account's id.
 */
export async function join(
  context: Joining,
  { accessToken, selectedProfile, username, serverId, address, isPeek = false }: Join,
): Promise<string> {
  const { db, clock, config } = context
  context.joinTraffic.mark()
  const id = parseUuid(selectedProfile)
  if (id === nilUuid) throw new Refused('parameters_missing')
  // What could never be a name need not fit in a text column.
  const profile = id ?? folded(selectedProfile)
  const usernameFolded = username === undefined ? '' : folded(username)
  const presented = await present(context, accessToken)
  if (!presented) throw new Refused('join_token_invalid')
  const now = clock()
  const account =
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
  if (account === undefined) throw await whyNot(context, presented, id, now)
  if (!isPeek) context.credentialUses.mark(presented.digest, address)
  return account
}

async function whyNot(
  context: Joining,
  presented: Presented,
  id: string | undefined,
  now: number,
): Promise<Refused> {
  const stored = await credentialByDigest(context.db, presented.digest, now)
  const about = stored?.id ?? presented.claims?.sub
  if (!stored?.alive) return new Refused('join_token_invalid', { about })
  if (isExpired(stored, now)) return new Refused('join_token_expired', { about })
  if (!hasSessionScope(context, presented) || !mayDo(stored, 'join')) {
    return new Refused('join_scope_missing', { about })
  }
  return new Refused(id && id !== about ? 'join_profile_foreign' : 'join_name_foreign', { about })
}

const folded = (name: string): string | undefined => (isUsername(name) ? fold(name) : undefined)

/** A JWT bears the scope it was issued with, and a scope with another word is not known; for other kinds the row alone says. */
const hasSessionScope = (context: Joining, { claims }: Presented): boolean =>
  claims === undefined || claims.scope.split(' ').includes(sessionScope(context))

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
