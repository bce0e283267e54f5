import { isUsername, type Profile } from '../../model/accounts/account.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { Refused, type ServerRefusal } from '../../model/errors/refusal.ts'
import { isVisitRefusal, type VisitRefusal } from '../../model/errors/visit-refusal.ts'
import type { PropertyRequest } from '../../state/textures/textures-properties.ts'
import { profileById } from '../../storage/game/profiles.ts'
import { groupsOf } from '../community/members.ts'
import type { Context, NeighbourContext } from '../context.ts'
import { countVisit } from '../figures/neighbour-figures.ts'
import { type HasJoined, hasJoinedWithTextures, type Joined } from '../game/joins.ts'
import { type TexturesProfile, withTextures } from '../game/profiles.ts'
import { propertiesOf, type VisitorProperty } from '../game/visitor-properties.ts'
import { admit, entryNow } from './admit.ts'
import type { Visit } from './facts.ts'
import { type ForeignPlayer, findJoiner } from './joined.ts'

/** The seconds after which a game server may ask again. */
const retryAfter = 5

/** The time in milliseconds after that of the neighbours in which the database has to store a visitor. */
const storingMs = 400

/** A neighbour's player who may join, with all properties of the answer. */
export interface Visiting extends Profile {
  server: string
  /** The neighbour's id. */
  neighbour: string
  properties: VisitorProperty[]
}

/**
 * Returns the player that joined a game server with an account here or, if there is no such join, at a neighbour.
 * HEAD requests ask nobody, since a neighbour would use up the join. Throws Refused with one of `visitRefusals`.
 */
export async function hasJoinedOrVisits(
  context: Context,
  asked: HasJoined,
  wanted: PropertyRequest,
): Promise<Joined<TexturesProfile> | Visiting> {
  try {
    return await hasJoinedWithTextures(context, asked, wanted)
  } catch (error) {
    const visit = error instanceof Refused && !asked.isPeek ? visitOf(asked, error) : undefined
    if (!visit) throw error
    // A neighbour that asks back about the same join does not know it.
    const end = context.neighbours.beginJoin(askerOf(visit), visit)
    if (!end) throw error
    const deadline = AbortSignal.timeout(context.config.neighbourTime + storingMs)
    const answer = before(deadline, visiting(context, visit, error as Refused, wanted, deadline))
    return await answer.finally(end).catch((refused: unknown) => {
      if (refused instanceof Refused && isVisitRefusal(refused.reason))
        remember(context, visit, refused.reason)
      throw refused
    })
  }
}

/**
 * Returns what the work returns. Neighbours and pictures have shorter limits: at the deadline only the database can still
 * be late, and games don't wait for it. Throws DatabaseUnavailable then, and what the work throws.
 */
function before<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const ended = () => reject(new DatabaseUnavailable('a visitor was not stored in time'))
    deadline.addEventListener('abort', ended, { once: true })
  })
  return Promise.race([work, late])
}

const askerOf = ({ server, address }: Visit): string => `${server} ${address}`

/** Keeps a refusal for the people who look after the service. */
function remember(
  { neighbourNews }: NeighbourContext,
  { server, username: name }: Visit,
  reason: VisitRefusal,
): void {
  if (isUsername(name)) neighbourNews.refused({ server, name, reason })
}

/** Returns what neighbours may be asked about after this refusal: a name that no join here has used. */
function visitOf(
  { username, serverId, ip, at }: HasJoined,
  { reason, detail, server }: Refused,
): Visit | undefined {
  const isStranger = detail === undefined || detail === 'username_unknown' || detail === 'never_joined'
  if (reason !== 'join_unknown' || !isStranger || !at || at.isOfNorn || server === undefined) {
    return undefined
  }
  return { server, username, serverId, ip: ip || undefined, address: at.address }
}

async function visiting(
  context: Context,
  visit: Visit,
  refused: Refused,
  wanted: PropertyRequest,
  deadline: AbortSignal,
): Promise<Joined<TexturesProfile> | Visiting> {
  const inTime = AbortSignal.timeout(context.config.neighbourTime)
  const joiner = await findJoiner(context, visit)
  if (!joiner) throw refused
  if (joiner.outcome === 'unsure') throw refusedAs('neighbour_unsure', refused)
  if (joiner.outcome === 'no') throw joiner.reason ? refusedAs(joiner.reason, refused) : refused
  const { player } = joiner
  const entry = await admit(context, visit, player, deadline)
  if (entry.reason === 'visitors_too_many') countVisit(context.hourCounts, player.neighbour.id, 'full')
  if (entry.reason) throw refusedAs(entry.reason, refused)
  countVisit(context.hourCounts, player.neighbour.id, 'admitted')
  if (entry.account !== undefined) {
    return accountAnswer(context, visit, player, { account: entry.account, refused, wanted })
  }
  return answerTo(context, visit, player, inTime)
}

const refusedAs = (reason: VisitRefusal | ServerRefusal, { about, server, detail }: Refused): Refused =>
  new Refused(reason, {
    about,
    server,
    // An account that has joined nowhere says more than that the name is its own.
    detail: reason === 'name_owned' ? detail : undefined,
    ...(reason === 'neighbour_unsure' && { retryAfter }),
  })

/** Answers with the account of a linked player, as if the account had joined. */
async function accountAnswer(
  context: Context,
  { server }: Visit,
  { tellsGroups }: ForeignPlayer,
  { account: id, refused, wanted }: { account: string; refused: Refused; wanted: PropertyRequest },
): Promise<Joined<TexturesProfile>> {
  const row = await profileById(context.db, id)
  // It was deleted a moment ago.
  if (!row) throw refusedAs('name_owned', refused)
  const shown = await withTextures(context, row, wanted)
  return { ...shown, server, groups: tellsGroups ? await groupsOf(context, row) : undefined }
}

async function answerTo(
  context: Context,
  { server, username }: Visit,
  player: ForeignPlayer,
  signal: AbortSignal,
): Promise<Visiting> {
  const properties = await propertiesOf(context, username, player, { signed: true, signal })
  return { id: player.profile.id, username, server, neighbour: player.neighbour.id, properties }
}

/** Asks neighbours about a refused join and records what the answer would have been. Pins nobody, and never throws. */
export async function watchVisit(context: Context, asked: HasJoined, refused: Refused): Promise<void> {
  const { attempts, log, neighbours } = context
  const visit = asked.isPeek ? undefined : visitOf(asked, refused)
  if (!visit) return
  try {
    const end = neighbours.beginJoin(askerOf(visit), visit)
    if (!end) return
    const seen = await neighbours.watch(() => wouldBe(context, visit)).finally(end)
    if (seen?.outcome === undefined) return
    const { outcome, because } = seen
    if (outcome !== 'ok') remember(context, visit, outcome)
    const { server, username, address } = visit
    for (const id of because) neighbours.watched(id, outcome)
    log.info({ server, username, watched: outcome, neighbours: because }, 'neighbours watched')
    const about = { about: refused.about, server }
    const detail = [outcome, ...because].join(' ')
    attempts.refused('hasJoined', { ...about, reason: 'watched', detail }, address)
  } catch (error) {
    log.warn({ err: error }, 'a join could not be watched')
  }
}

/** The answer that would be given, and the neighbours whose answers have led to it. */
interface WouldBe {
  /** Undefined if no neighbour has anything to say. */
  outcome: 'ok' | VisitRefusal | undefined
  because: readonly string[]
}

/** Returns what `hasJoinedOrVisits` would answer. */
async function wouldBe(context: Context, visit: Visit): Promise<WouldBe> {
  const joiner = await findJoiner(context, visit)
  if (!joiner) return { outcome: undefined, because: [] }
  const { because } = joiner
  if (joiner.outcome === 'unsure') return { outcome: 'neighbour_unsure', because }
  const { reason } = joiner.outcome === 'no' ? joiner : await entryNow(context, visit, joiner.player)
  if (reason && !isVisitRefusal(reason)) return { outcome: 'visitor_refused', because }
  if (joiner.outcome === 'no') return { outcome: reason, because }
  if (!reason) countVisit(context.hourCounts, joiner.player.neighbour.id, 'admitted')
  return { outcome: reason ?? 'ok', because }
}
