import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { isoTimeOrNull } from '../../lib/text/instant.ts'
import { isUsername } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { isNeighbourId } from '../../model/community/neighbour-id.ts'
import type { Visitor } from '../../model/community/visitor.ts'
import { noSuch, requireRule } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { type ListPart, readRows } from '../../model/records/lists.ts'
import { nameClaim } from '../../storage/accounts/name-claims.ts'
import { accountsOfPlayers, countLinkedPlayersOf } from '../../storage/community/linked-players.ts'
import {
  countVisitorsOf,
  deleteVisitorClaim,
  deleteVisitorsOf,
  lockVisitor,
  updateVisitor,
  visitorByUuid,
  visitorsAfter,
  visitorsCalled,
} from '../../storage/community/visitors.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import type { VisitorRow } from '../../storage/schema/rows/neighbours.ts'
import { suspenderOf } from '../accounts/roles.ts'
import { type NewSuspension } from '../accounts/suspend.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { toVisitor } from './rows.ts'

/**
 * Finds a visitor by UUID, or by name and neighbour as `NAME@ID`. Of several visitors of a neighbour who have had the
 * name, the one that owns it is meant. Throws Refused `unknown`.
 */
export async function findVisitor(
  { clock, db }: Pick<ReadContext, 'clock'> & { db: Queries },
  text: string,
): Promise<Visitor> {
  const uuid = parseUuid(text)
  const row = uuid === undefined ? await calledRow(db, text) : await visitorByUuid(db, uuid)
  if (!row) throw noSuch('visitor')
  const [visitor] = await withAccounts(db, [row], clock())
  if (!visitor) throw noSuch('visitor')
  return visitor
}

async function calledRow(db: Queries, text: string) {
  const [, name = '', neighbour = ''] = /^([^@]*)@([^@]*)$/.exec(text) ?? []
  if (!isUsername(name) || !isNeighbourId(neighbour)) return undefined
  const key = fold(name)
  const [rows, claim] = [await visitorsCalled(db, key), await nameClaim(db, key)]
  const theirs = rows.filter(({ neighbour_id }) => neighbour_id === neighbour)
  return theirs.find(({ uuid }) => uuid === claim?.visitor_id) ?? theirs[0]
}

const maxFound = 50

/**
 * Returns the visitors that a text means: one by UUID or as `NAME@ID`, otherwise those whose last name it is, and the one
 * for whom it is held. The owner of the name comes first.
 */
export async function visitorsMatching(context: ReadContext, text: string): Promise<Visitor[]> {
  if (!isUsername(text)) return exactly(context, text)
  const { clock, db } = context
  const [rows, claim] = await Promise.all([visitorsCalled(db, fold(text)), nameClaim(db, fold(text))])
  const owner = claim?.visitor_id ? await visitorByUuid(db, claim.visitor_id) : undefined
  const others = rows.filter(({ uuid }) => uuid !== owner?.uuid)
  return withAccounts(db, [...(owner ? [owner] : []), ...others].slice(0, maxFound), clock())
}

async function exactly(context: ReadContext, text: string): Promise<Visitor[]> {
  try {
    return [await findVisitor(context, text)]
  } catch (error) {
    if (error instanceof Refused && error.subject === 'unknown visitor') return []
    throw error
  }
}

/** Returns true if a visitor owns its last name, or it is held for the visitor. */
export async function ownsName({ db }: Pick<ReadContext, 'db'>, { id, name }: Visitor): Promise<boolean> {
  return (await nameClaim(db, fold(name)))?.visitor_id === id
}

/** Returns a page of visitors in the order of their UUIDs. */
export async function listVisitors(
  { clock, db }: ReadContext,
  { after = '', neighbour = '', limit }: ListPart & { neighbour?: string | undefined },
): Promise<Visitor[]> {
  const rows = await visitorsAfter(db, { after, neighbour, limit })
  return withAccounts(db, rows, clock())
}

/** A question shows how many are affected, not more exactly than this. */
const counted = 1000

/** Counts the visitors of a neighbour and the accounts that are linked to its players; "1000+" if there are more. */
export async function playersOfNeighbour({ db }: Pick<ReadContext, 'db'>, id: string) {
  const [visitors, links] = await Promise.all([
    countVisitorsOf(db, id, counted + 1),
    countLinkedPlayersOf(db, id, counted + 1),
  ])
  const atMost = (count: number) => (count > counted ? `${counted}+` : String(count))
  return { visitors: atMost(visitors), links: atMost(links) }
}

/** Returns the visitors of rows, with the accounts that they are linked to. */
async function withAccounts(db: Queries, rows: readonly VisitorRow[], now: number): Promise<Visitor[]> {
  if (rows.length === 0) return []
  const links = await accountsOfPlayers(
    db,
    rows.map(({ uuid }) => uuid),
  )
  const linkOf = (row: VisitorRow) =>
    links.find(({ uuid, neighbour_id }) => uuid === row.uuid && neighbour_id === row.neighbour_id)
  return rows.map((row) => toVisitor(row, now, linkOf(row)?.account_id))
}

/** Returns all visitors, of one neighbour unless that is undefined. */
export const everyVisitor = (context: ReadContext, neighbour?: string): AsyncGenerator<Visitor> =>
  readRows({}, (part) => listVisitors(context, { ...part, neighbour }))

/**
 * Suspends a visitor, who may not join from then on, under any name. If the visitor is already suspended, the reason and
 * the end only change if they are given. A moderator may not suspend the visitor that is linked to the holder of a role.
 * Throws Refused `unknown`, `malformed`, `role_missing`.
 */
export function suspendVisitor(
  context: ChangeContext,
  by: Actor,
  visitor: Visitor,
  { reason, until }: NewSuspension,
): Promise<Visitor> {
  requireRule('reason', 'reason', reason)
  return changeVisitor(context, by, visitor, async (tx, { suspension: before, ...known }) => {
    const suspended_by = await suspenderOf(tx, by, { ...known, suspension: before })
    const end = (until === undefined ? before?.until : until) ?? null
    const told = (reason ?? before?.reason) || null
    if (before && end === (before.until ?? null) && told === (before.reason ?? null)) return []
    await updateVisitor(tx, known.id, {
      suspended_at: before?.at ?? context.clock(),
      suspended_until: end,
      suspension_reason: told,
      suspended_by,
    })
    const details = { ...namesOf(known), reason: told, until: isoTimeOrNull(end) }
    return [{ event: 'visitor.suspended', account: null, details }]
  })
}

/** Ends a suspension. Does nothing if the visitor is not suspended. Throws Refused `unknown`, `role_missing`. */
export const restoreVisitor = (context: ChangeContext, by: Actor, visitor: Visitor): Promise<Visitor> =>
  changeVisitor(context, by, visitor, async (tx, known) => {
    await suspenderOf(tx, by, known)
    if (!known.suspension) return []
    await updateVisitor(tx, known.id, {
      suspended_at: null,
      suspended_until: null,
      suspension_reason: null,
      suspended_by: null,
    })
    return [{ event: 'visitor.restored', account: null, details: namesOf(known) }]
  })

/**
 * Frees a name that a visitor owns or that is held for one, and returns the visitor's UUID. The visitor stays. If `of` is
 * given, only the name of the visitor with this UUID is freed. Throws Refused `name_not_of_visitor`.
 */
export async function releaseVisitorName(
  context: ChangeContext,
  by: Actor,
  name: string,
  of?: string,
): Promise<string> {
  if (!isUsername(name)) throw new Refused('name_not_of_visitor')
  const key = fold(name)
  return change(context, by, async (tx) => {
    const id = (await nameClaim(tx, key))?.visitor_id ?? undefined
    const isMeant = id !== undefined && (of === undefined || id === of)
    if (!isMeant || !(await deleteVisitorClaim(tx, key, id))) throw new Refused('name_not_of_visitor')
    return {
      events: [{ event: 'visitor.released', account: null, details: { name: key, id } }],
      result: id,
    }
  })
}

/** Deletes all visitors of a neighbour, which may have been removed, with their names. Returns their number. */
export const purgeVisitors = (context: ChangeContext, by: Actor, neighbour: string): Promise<number> =>
  change(context, by, async (tx) => {
    const visitors = await deleteVisitorsOf(tx, neighbour)
    if (visitors === 0) return { events: [], result: 0 }
    const details = { neighbour, visitors }
    return { events: [{ event: 'visitor.purged', account: null, details }], result: visitors }
  })

const namesOf = ({ name, id, neighbour }: Pick<Visitor, 'name' | 'id' | 'neighbour'>) => ({
  name,
  id,
  neighbour,
})

function changeVisitor(
  context: ChangeContext,
  by: Actor,
  { id }: Visitor,
  work: (tx: Transaction, visitor: Visitor) => Promise<AuditEvent[]>,
): Promise<Visitor> {
  return change(context, by, async (tx) => {
    const row = await lockVisitor(tx, id)
    if (!row) throw noSuch('visitor')
    const [known] = await withAccounts(tx, [row], context.clock())
    const events = known ? await work(tx, known) : []
    return { events, result: await findVisitor({ clock: context.clock, db: tx }, id) }
  })
}
