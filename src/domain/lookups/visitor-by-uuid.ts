import { timeLimit } from '../../lib/net/time-limit.ts'
import type { ForeignProfile, JoinAnswer } from '../../model/community/neighbour.ts'
import { type NeighbourAtServerRow, neighboursOfServer } from '../../storage/community/neighbours.ts'
import { isUuidOfAccount, visitorByUuid } from '../../storage/community/visitors.ts'
import { isSet } from '../../storage/engine/flags.ts'
import { askAll } from '../neighbours/ask.ts'
import { isNoPlayersUuid, showsTextures } from '../neighbours/checks.ts'
import { type ForeignPlayer, foreignPlayer } from '../neighbours/joined.ts'
import { toNeighbour } from '../neighbours/rows.ts'
import { askerFor, type LookupPlace } from './place.ts'
import { type LookupDeps, visitorsByNames } from './visitors-by-name.ts'

type FoundProfile = { username: string; player: ForeignPlayer } | 'nobody' | 'unsure'

/**
 * Returns the neighbour's player with a UUID that hasJoined would let in under that player's name. No account may have
 * the UUID. Textures are asked for only if they are wanted, and left out if the neighbour does not answer.
 */
export async function visitorWithUuid(
  context: LookupDeps,
  place: NonNullable<LookupPlace>,
  id: string,
  wantsTextures: boolean,
): Promise<FoundProfile> {
  const { config, db } = context
  const rows = await neighboursOfServer(db, place.server)
  if (rows.length === 0 || isNoPlayersUuid(id)) return 'nobody'
  const signal = timeLimit(config.neighbourTime)
  const known = await visitorByUuid(db, id)
  if (!known && (await isUuidOfAccount(db, id))) return 'nobody'
  const profile = known
    ? { id, name: known.name, textures: undefined }
    : await strangerWith(context, place, rows, id, signal)
  if (typeof profile === 'string') return profile
  const found = (await visitorsByNames(context, place, [profile.name], signal)).get(profile.name) ?? 'nobody'
  if (found === 'unsure') return 'unsure'
  const row = rows.find((one) => found !== 'nobody' && found.id === id && one.id === found.neighbour)
  if (!row || found === 'nobody') return 'nobody'
  const neighbour = toNeighbour(row)
  const isShown = wantsTextures && showsTextures(neighbour) && neighbour.lookups
  const textures = known && isShown ? await texturesOf(context, place, row, id, signal) : profile.textures
  return {
    username: found.username,
    player: foreignPlayer(row, { id, name: found.username, textures }),
  }
}

/** Finds a player who has never joined. A UUID that two neighbours have is nobody's. */
async function strangerWith(
  { foreignPlayers }: LookupDeps,
  place: NonNullable<LookupPlace>,
  rows: readonly NeighbourAtServerRow[],
  id: string,
  signal: AbortSignal,
): Promise<ForeignProfile | 'nobody' | 'unsure'> {
  const asked = rows
    .filter(({ lookups, visitors_who, who }) => isSet(lookups) && (visitors_who ?? who) !== 'nobody')
    .map(toNeighbour)
  const asker = askerFor(place)
  const answers = await askAll(asked, (one) => foreignPlayers.profile(one, id, asker, signal), signal)
  const profiles = Array.from(answers.values(), profileIn).filter((profile) => profile !== undefined)
  const [profile, ...others] = profiles
  if (others.length > 0) return 'nobody'
  if (Array.from(answers.values()).some(({ says }) => says === 'unsure')) return 'unsure'
  return profile ?? 'nobody'
}

async function texturesOf(
  { foreignPlayers }: LookupDeps,
  place: NonNullable<LookupPlace>,
  row: NeighbourAtServerRow,
  id: string,
  signal: AbortSignal,
): Promise<ForeignProfile['textures']> {
  const ask = foreignPlayers.profile(toNeighbour(row), id, askerFor(place), signal)
  const [answer] = (await askAll([toNeighbour(row)], () => ask, signal)).values()
  return answer && profileIn(answer)?.textures
}

const profileIn = (answer: JoinAnswer): ForeignProfile | undefined =>
  'profile' in answer ? answer.profile : undefined
