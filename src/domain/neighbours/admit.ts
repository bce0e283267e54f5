import { fold } from '../../lib/text/fold.ts'
import { systemActor } from '../../model/accounts/actor.ts'
import { deleteEndedHolds, isNameKey } from '../../storage/accounts/name-claims.ts'
import { renameLinkedPlayer } from '../../storage/community/linked-players.ts'
import { lockNeighbour } from '../../storage/community/neighbours.ts'
import {
  countVisitorJoin,
  deleteVisitorClaim,
  holdVisitorClaim,
  insertVisitor,
  insertVisitorClaim,
} from '../../storage/community/visitors.ts'
import { type Transaction, UniqueViolation } from '../../storage/engine/database.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { boundAt, boundHeldNames, chargeVisit, isNameHeld, isRecorded } from './bounds.ts'
import { type Entry, entryOf } from './decision.ts'
import { type Facts, factsOf, lockFacts, type Visit } from './facts.ts'
import type { ForeignPlayer } from './joined.ts'

/**
 * Makes a neighbour's player a visitor who owns the name, in one transaction, or counts another join. The name of the
 * player's own account stays the account's. Of several who take a name or a UUID at the same time, one gets it.
 * Nothing is stored after the deadline, when the game server has its answer. Throws the reason of the signal.
 */
export async function admit(
  context: ChangeContext,
  visit: Visit,
  player: ForeignPlayer,
  deadline: AbortSignal,
): Promise<Entry> {
  try {
    return await admitOnce(context, visit, player, deadline)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
  }
  // The winner may be the same player, who has just joined another server.
  try {
    return await admitOnce(context, visit, player, deadline)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    return { reason: isNameKey(error.key) ? 'name_owned' : 'uuid_taken' }
  }
}

/** Returns what `admit` would return, and changes nothing. */
export async function entryNow(context: ReadContext, visit: Visit, player: ForeignPlayer): Promise<Entry> {
  const facts = await factsOf(context, visit, player.profile.id)
  if (!facts) return noNeighbours
  const entry = entryOf(facts, visit.username, player, context.clock())
  if (entry.reason || !entry.isStored) return entry
  const reason = await boundAt(context, arriving(visit, player, facts, entry))
  return reason ? { reason } : entry
}

const noNeighbours: Entry = { reason: 'visitor_refused' }

function admitOnce(
  context: ChangeContext,
  visit: Visit,
  player: ForeignPlayer,
  deadline: AbortSignal,
): Promise<Entry> {
  const { server, username } = visit
  const { profile, neighbour } = player
  return change<Entry>(context, systemActor, async (tx) => {
    // Once it has been paused or removed, nobody comes in any more, not even a player whom it has let in just before.
    await lockNeighbour(tx, neighbour.id)
    const facts = await lockFacts(context, tx, visit, profile.id)
    if (!facts) return { events: [], result: noNeighbours }
    const entry = entryOf(facts, username, player, context.clock())
    if (entry.reason || !entry.isStored) return { events: [], result: entry }
    const reason = await chargeVisit(context, tx, arriving(visit, player, facts, entry))
    if (reason) return { events: [], result: { reason } }
    const isNew = await pin(context, tx, username, player, facts, entry)
    if (entry.link && entry.link.name_key !== fold(username))
      await renameLinkedPlayer(tx, neighbour.id, profile.id, username, fold(username))
    deadline.throwIfAborted()
    const details = { name: username, id: profile.id, neighbour: neighbour.id, server }
    const isTold = isNew && (!facts.known || (await isRecorded(context, tx, neighbour.id, 'renamed')))
    return {
      events: isTold ? [{ event: 'visitor.admitted', account: null, details }] : [],
      result: entry,
    }
  })
}

/** Returns what decides whether a player may make us store more. */
const arriving = (
  { username }: Visit,
  { neighbour, profile }: ForeignPlayer,
  { known }: Facts,
  { isAwaited }: { isAwaited: boolean },
) => ({ neighbour: neighbour.id, uuid: profile.id, key: fold(username), known, isAwaited })

/** Writes the visitor and the claim of the name. Returns true if the visitor did not own it before. */
async function pin(
  context: ReadContext,
  tx: Transaction,
  username: string,
  { profile: { id }, neighbour }: ForeignPlayer,
  { claim, known, owner }: Facts,
  { isOwnName }: { isOwnName: boolean },
): Promise<boolean> {
  const { clock, config } = context
  const [now, key] = [clock(), fold(username)]
  // First of all, because its insertion takes the lock that the insertion of an account takes first.
  if (known) await countVisitorJoin(tx, id, username, key, now)
  else {
    await insertVisitor(tx, {
      uuid: id,
      neighbour_id: neighbour.id,
      name: username,
      name_key: key,
      suspended_at: null,
      suspended_until: null,
      suspension_reason: null,
      suspended_by: null,
      first_seen: now,
      last_seen: now,
      joins: 1,
    })
  }
  if (known && known.name_key !== key) {
    if (await isNameHeld(context, tx, known))
      await holdVisitorClaim(tx, known.name_key, id, now + config.nameHold)
    else await deleteVisitorClaim(tx, known.name_key, id)
    await boundHeldNames(tx, id)
  }
  // The account keeps it.
  if (isOwnName) return known === undefined
  const isOwner = claim?.kind === 'visitor' && owner.kind === 'visitor' && owner.visitor.uuid === known?.uuid
  if (isOwner) return false
  if (claim) {
    // Its own hold of the name, or one that has ended.
    await deleteVisitorClaim(tx, key, id)
    await deleteEndedHolds(tx, [key], now)
  }
  await insertVisitorClaim(tx, key, id)
  return true
}
