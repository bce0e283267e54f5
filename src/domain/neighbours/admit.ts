import { fold } from '../../lib/text/fold.ts'
import { systemActor } from '../../model/accounts/actor.ts'
import type { VisitRefusal } from '../../model/errors/visit-refusal.ts'
import { deleteEndedHolds, isNameKey, nameClaim } from '../../storage/accounts/name-claims.ts'
import {
  type LinkAtServerRow,
  linksOfPlayers,
  renameLinkedPlayer,
} from '../../storage/community/linked-players.ts'
import { lockNeighbour } from '../../storage/community/neighbours.ts'
import {
  deleteVisitorClaim,
  holdVisitorClaim,
  insertVisitor,
  insertVisitorClaim,
  isUuidOfAccount,
  lockVisitor,
  updateVisitor,
  visitorByUuid,
} from '../../storage/community/visitors.ts'
import { type Queries, type Transaction, UniqueViolation } from '../../storage/engine/database.ts'
import type { VisitorRow } from '../../storage/schema/schema.ts'
import { change } from '../change.ts'
import type { ChangeContext, Context, ReadContext } from '../context.ts'
import { boundAt, boundHeldNames, chargeVisit, isRecorded } from './bounds.ts'
import { ownerOf } from './owner.ts'
import { isSuspended } from './rows.ts'
import { type Arrival, linkedAt, stillAllowed, type Visit } from './verdict.ts'

type Deps = ChangeContext & Pick<Context, 'config'>

/** A reason why a neighbour's player may not join, or the identity with which the player joins. */
export type Admission =
  | { reason: VisitRefusal | 'server_not_allowed' }
  /** `account` is the UUID of the player's account, if that is what joins. */
  | { reason?: undefined; account: string | undefined }

/**
 * Makes a neighbour's player a visitor who owns the name, in one transaction, or counts another join. The name of the
 * player's own account stays the account's. Of several who take a name or a UUID at the same time, one gets it.
 * Nothing is stored after the deadline, when the game server has its answer. Throws the reason of the signal.
 */
export async function admit(
  context: Deps,
  visit: Visit,
  arrival: Arrival,
  deadline: AbortSignal,
): Promise<Admission> {
  try {
    return await admitOnce(context, visit, arrival, deadline)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
  }
  // The winner may be the same player, who has just joined another server.
  try {
    return await admitOnce(context, visit, arrival, deadline)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    return { reason: isNameKey(error.key) ? 'name_owned' : 'uuid_taken' }
  }
}

/** Returns what `admit` would return, and changes nothing. */
export async function admissionNow(
  context: ReadContext & Pick<Context, 'config'>,
  visit: Visit,
  arrival: Arrival,
): Promise<Admission> {
  const { db } = context
  const known = await visitorByUuid(db, arrival.profile.id)
  const standing = await standingOf(context, db, visit, arrival, known)
  if (standing.reason) return { reason: standing.reason }
  const account = identityOf(arrival, standing.link, standing.isOwnName)
  if (isAccountAlone(standing, account)) return { account }
  const reason = await boundAt(context, arriving(visit, arrival, known, standing))
  return reason ? { reason } : { account }
}

/** Returns the account as which a player joins, if that is wanted or the player has its UUID. */
function identityOf(
  { linkUse, profile }: Arrival,
  link: LinkAtServerRow | undefined,
  isOwnName: boolean,
): string | undefined {
  if (!link) return undefined
  return linkUse === 'as_account' || (isOwnName && link.account_id === profile.id)
    ? link.account_id
    : undefined
}

function admitOnce(context: Deps, visit: Visit, arrival: Arrival, deadline: AbortSignal): Promise<Admission> {
  const { server, username } = visit
  const { profile, neighbour } = arrival
  return change<Admission>(context, systemActor, async (tx) => {
    // Once it has been paused or removed, nobody comes in any more, not even a player whom it has let in just before.
    await lockNeighbour(tx, neighbour.id)
    const known = await lockVisitor(tx, profile.id)
    const standing = await standingOf(context, tx, visit, arrival, known)
    const { link, isOwnName } = standing
    if (standing.reason) return { events: [], result: { reason: standing.reason } }
    const account = identityOf(arrival, link, isOwnName)
    if (isAccountAlone(standing, account)) return { events: [], result: { account } }
    const reason = await chargeVisit(context, tx, arriving(visit, arrival, known, standing))
    if (reason) return { events: [], result: { reason } }
    const isNew = await pin(context, tx, username, arrival, { known, isOwnName })
    if (link && link.name_key !== fold(username)) {
      const named = { name: username, name_key: fold(username) }
      await renameLinkedPlayer(tx, { neighbour_id: neighbour.id, uuid: profile.id, ...named })
    }
    deadline.throwIfAborted()
    const details = { name: username, id: profile.id, neighbour: neighbour.id, server }
    const isTold = isNew && (!known || (await isRecorded(context, tx, neighbour.id, 'renamed')))
    return {
      events: isTold ? [{ event: 'visitor.admitted', account: null, details }] : [],
      result: { account },
    }
  })
}

/** Returns true if an account joins under its own name: then there is nothing to pin. */
const isAccountAlone = ({ isOwnName }: StandingNow, account: string | undefined): boolean =>
  isOwnName && account !== undefined

/** Returns what decides whether a player may make us store more. */
const arriving = (
  { username }: Visit,
  { neighbour, profile }: Arrival,
  known: VisitorRow | undefined,
  { link, isListed }: StandingNow,
) => ({
  neighbour: neighbour.id,
  uuid: profile.id,
  key: fold(username),
  known,
  isAwaited: link !== undefined || isListed,
})

/** The standing of a player as it is now. `link` is the player's link to an account. */
interface StandingNow {
  reason?: VisitRefusal | 'server_not_allowed'
  link?: LinkAtServerRow | undefined
  /** True if the name belongs to the player's own account. */
  isOwnName: boolean
  /** True if an operator has listed the name. */
  isListed: boolean
}

async function standingOf(
  context: Pick<Context, 'clock' | 'config'>,
  db: Queries,
  visit: Visit,
  arrival: Arrival,
  known: VisitorRow | undefined,
): Promise<StandingNow> {
  const {
    profile: { id },
    neighbour,
    linkUse,
    serverId,
  } = arrival
  const no = (reason: StandingNow['reason']): StandingNow => ({
    ...(reason && { reason }),
    isOwnName: false,
    isListed: false,
  })
  if (known && known.neighbour_id !== neighbour.id) return no('uuid_taken')
  const now = context.clock()
  if (known && isSuspended(known, now)) return no('visitor_suspended')
  const links = await linksOfPlayers(db, [id], serverId, now)
  const link = links.find(({ neighbour_id }) => neighbour_id === neighbour.id)
  // People whose account is suspended do not come in by another door.
  if (link?.active === 0) return no('visitor_refused')
  const owner = await ownerOf({ ...context, db }, visit.username)
  const isOwnName = owner.kind === 'own' && link !== undefined && owner.account === link.account_id
  const isOwnUuid = isOwnName && link?.account_id === id
  if (!known && !isOwnUuid && (await isUuidOfAccount(db, id))) return no('uuid_taken')
  const isFree = owner.kind === 'nobody' || (owner.kind === 'visitor' && owner.visitor.uuid === id)
  if (!isFree && !isOwnName) return no('name_owned')
  if (link?.member === 0 && (isOwnName || linkUse === 'as_account')) return no('server_not_allowed')
  // While a neighbour is asked, it may be paused or removed.
  const allowed = await stillAllowed(db, visit, owner, arrival, linkedAt(link ? [link] : []))
  return allowed?.isAdmitting ? { link, isOwnName, isListed: allowed.isListed } : no('visitor_refused')
}

/** Writes the visitor and the claim of the name. Returns true if the visitor did not own it before. */
async function pin(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Transaction,
  username: string,
  { profile: { id }, neighbour }: Arrival,
  { known, isOwnName }: { known: VisitorRow | undefined; isOwnName: boolean },
): Promise<boolean> {
  const [now, key] = [clock(), fold(username)]
  const named = { name: username, name_key: key, last_seen: now }
  // First of all, because its insertion takes the lock that the insertion of an account takes first.
  if (known) await updateVisitor(tx, id, { ...named, joins: known.joins + 1 })
  else {
    await insertVisitor(tx, {
      ...named,
      uuid: id,
      neighbour_id: neighbour.id,
      suspended_at: null,
      suspended_until: null,
      suspension_reason: null,
      suspended_by: null,
      first_seen: now,
      joins: 1,
    })
  }
  if (known && known.name_key !== key) {
    if (config.nameHold === 0) await deleteVisitorClaim(tx, known.name_key, id)
    else await holdVisitorClaim(tx, known.name_key, id, now + config.nameHold)
    await boundHeldNames(tx, id)
  }
  // The account keeps it.
  if (isOwnName) return known === undefined
  const claim = await nameClaim(tx, key)
  const isOwner = claim?.kind === 'visitor' && claim.visitor_id === id
  if (isOwner) return false
  // Its own hold of the name, or one that has ended.
  await deleteVisitorClaim(tx, key, id)
  await deleteEndedHolds(tx, [key], now)
  await insertVisitorClaim(tx, key, id)
  return true
}
