import { isNobodysUuid, offlineUuid } from '../../lib/crypto/uuid.ts'
import { wholePattern } from '../../lib/text/whole-pattern.ts'
import { isUsername } from '../../model/accounts/account.ts'
import type { ForeignProfile, Neighbour } from '../../model/community/neighbour.ts'
import type { NeighbourWho } from '../../model/fields/neighbour.ts'

/** The ties of a neighbour's player to this service. */
export interface Ties {
  /** True if an account has a proved link to the player. */
  isLinked: boolean
  /** True if the player has joined before and owns the name. */
  isKnown: boolean
  /** True if an operator has listed the player. */
  isListed: boolean
}

/** Returns true if a neighbour with this `who` lets the player in. Players that are linked are let in by all but `nobody`. */
export function isAdmitted(who: NeighbourWho, { isLinked, isKnown, isListed }: Ties): boolean {
  if (who === 'nobody') return false
  if (who === 'everyone' || isLinked) return true
  return who === 'known' ? isKnown : who === 'listed' && isListed
}

/** The first 16 hex digits of UUIDs that proxies give to players of another edition of the game. */
const reservedStart = '0'.repeat(16)

/**
 * Returns true if no neighbour's player may have this UUID. A UUID of version 3 is derived from a name, so it belongs to
 * the player of another name unless it is derived from this one.
 */
export function isReservedUuid(id: string, name: string): boolean {
  if (isNoPlayersUuid(id)) return true
  return id.charAt(12) === '3' && id !== offlineUuid(name)
}

/** Returns true if no neighbour's player may have this UUID, whatever the name. */
export const isNoPlayersUuid = (id: string): boolean => isNobodysUuid(id) || id.startsWith(reservedStart)

/** Returns the compiled pattern of a neighbour's names, which has to match the whole name. Throws SyntaxError. */
export const namePattern = (pattern: string): RegExp => wholePattern(pattern)

/** Returns true if a neighbour's pattern admits the name. Patterns are tried on nothing longer than a name. */
export const isNameOf = ({ names }: Pick<Neighbour, 'names'>, username: string): boolean =>
  isUsername(username) && namePattern(names).test(username)

/**
 * Returns the reason why a profile can't join under the name that the game server has asked for. The server uses the name
 * that it has asked for, so the answered one must be the same, in letter case too.
 */
export function profileProblem(
  { id, name }: Pick<ForeignProfile, 'id' | 'name'>,
  { username, pattern }: { username: string; pattern: RegExp },
): 'answer_malformed' | 'visitor_refused' | 'uuid_taken' | undefined {
  if (name !== username) return 'answer_malformed'
  if (!isUsername(name) || !pattern.test(name)) return 'visitor_refused'
  return isReservedUuid(id, name) ? 'uuid_taken' : undefined
}

/** Returns true if textures of a neighbour's players are shown. */
export const showsTextures = ({ textures }: Pick<Neighbour, 'textures'>): boolean =>
  textures === 'pass' || textures === 'mirror'

/**
 * Returns a neighbour's signed textures property if all its addresses are at confirmed hosts, otherwise undefined: the
 * player is then shown without a skin, but may join. Games fetch these addresses, and hosts are compared as a whole.
 */
export function passableTextures(
  { textures }: Pick<ForeignProfile, 'textures'>,
  hosts: readonly string[],
): { value: string; signature: string } | undefined {
  if (textures?.signature === undefined) return undefined
  const { value, signature } = textures
  const payload: { textures?: unknown } = Object(JSON.parse(Buffer.from(value, 'base64').toString()))
  const entries: unknown[] = Object.values(Object(payload.textures))
  return entries.every((entry) => isAt(hosts, entry)) ? { value, signature } : undefined
}

function isAt(hosts: readonly string[], entry: unknown): boolean {
  const { url } = Object(entry) as { url?: unknown }
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  const isPlain = port === '' && username === '' && password === ''
  return /^https?:$/.test(protocol) && isPlain && hosts.includes(hostname)
}
