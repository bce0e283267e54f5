import { fold } from '../../lib/text/fold.ts'
import { systemActor } from '../../model/accounts/actor.ts'
import type { VisitRefusal } from '../../model/errors/visit-refusal.ts'
import { deleteEndedHolds, isNameKey, nameClaim } from '../../storage/accounts/name-claims.ts'
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
import { ownerOf } from './owner.ts'
import { isSuspended } from './rows.ts'
import { type Arrival, isStillAdmitted, type Visit } from './verdict.ts'

type Deps = ChangeContext & Pick<Context, 'config'>

/**
 * Makes a neighbour's player a visitor who owns the name, in one transaction, or counts another join. Returns the reason
 * if the player may not join. Of several who take a name or a UUID at the same time, one gets it.
 */
export async function admit(
  context: Deps,
  visit: Visit,
  arrival: Arrival,
): Promise<VisitRefusal | undefined> {
  try {
    return await admitOnce(context, visit, arrival)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
  }
  // The winner may be the same player, who has just joined another server.
  try {
    return await admitOnce(context, visit, arrival)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    return isNameKey(error.key) ? 'name_owned' : 'uuid_taken'
  }
}

/** Returns the reason why `admit` would refuse, and changes nothing. */
export async function refusalNow(
  context: ReadContext & Pick<Context, 'config'>,
  visit: Visit,
  arrival: Arrival,
): Promise<VisitRefusal | undefined> {
  const known = await visitorByUuid(context.db, arrival.profile.id)
  return refusalOf(context, context.db, visit, arrival, known)
}

function admitOnce(context: Deps, visit: Visit, arrival: Arrival): Promise<VisitRefusal | undefined> {
  const { server, username } = visit
  const { profile, neighbour } = arrival
  return change<VisitRefusal | undefined>(context, systemActor, async (tx) => {
    // Once it has been paused or removed, nobody comes in any more, not even a player whom it has let in just before.
    await lockNeighbour(tx, neighbour.id)
    const known = await lockVisitor(tx, profile.id)
    const result = await refusalOf(context, tx, visit, arrival, known)
    if (result) return { events: [], result }
    const isNew = await pin(context, tx, username, arrival, known)
    const details = { name: username, id: profile.id, neighbour: neighbour.id, server }
    return {
      events: isNew ? [{ event: 'visitor.admitted', account: null, details }] : [],
      result: undefined,
    }
  })
}

async function refusalOf(
  context: Pick<Context, 'clock' | 'config'>,
  db: Queries,
  visit: Visit,
  arrival: Arrival,
  known: VisitorRow | undefined,
): Promise<VisitRefusal | undefined> {
  const {
    profile: { id },
    neighbour,
  } = arrival
  if (known && known.neighbour_id !== neighbour.id) return 'uuid_taken'
  if (known && isSuspended(known, context.clock())) return 'visitor_suspended'
  if (!known && (await isUuidOfAccount(db, id))) return 'uuid_taken'
  const owner = await ownerOf({ ...context, db }, visit.username)
  const isFree = owner.kind === 'nobody' || (owner.kind === 'visitor' && owner.visitor.uuid === id)
  if (!isFree) return 'name_owned'
  // While a neighbour is asked, it may be paused or removed.
  return (await isStillAdmitted(db, visit, owner, arrival)) ? undefined : 'visitor_refused'
}

/** Writes the visitor and the claim of the name. Returns true if the visitor did not own it before. */
async function pin(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Transaction,
  username: string,
  { profile: { id }, neighbour }: Arrival,
  known: VisitorRow | undefined,
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
      first_seen: now,
      joins: 1,
    })
  }
  if (known && known.name_key !== key) {
    if (config.nameHold === 0) await deleteVisitorClaim(tx, known.name_key, id)
    else await holdVisitorClaim(tx, known.name_key, id, now + config.nameHold)
  }
  const claim = await nameClaim(tx, key)
  const isOwner = claim?.kind === 'visitor' && claim.visitor_id === id
  if (isOwner) return false
  // Its own hold of the name, or one that has ended.
  await deleteVisitorClaim(tx, key, id)
  await deleteEndedHolds(tx, [key], now)
  await insertVisitorClaim(tx, key, id)
  return true
}
