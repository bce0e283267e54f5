import { type Database, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import {
  executes,
  readsAll,
  readsAny,
  readsFirst,
  readsNumber,
  writesAny,
  writesColumn,
  writesFirst,
} from '../engine/queries.ts'
import { changes, inserts } from '../engine/rows.ts'
import type { VisitorRow } from '../schema/rows/neighbours.ts'

export const visitorByUuid = readsFirst<VisitorRow, [uuid: string]>(
  'visitor',
  'select * from visitor where uuid = $1',
)

export const visitorsByUuids = readsAll<VisitorRow, [uuids: readonly string[]]>(
  'visitors',
  'select * from visitor where uuid = any_of($1)',
)

/** Returns all visitors whose last name this was, whether or not they own it. */
export const visitorsCalled = readsAll<VisitorRow, [key: string]>(
  'visitors_called',
  'select * from visitor where name_key = $1 order by uuid',
)

/** Reads a visitor and locks it until the transaction ends. */
export const lockVisitor = writesFirst<VisitorRow, [uuid: string], Transaction>(
  'lock_visitor',
  'update visitor set uuid = uuid where uuid = $1 returning *',
)

/** Returns true if a UUID belongs, or belonged, to an account. */
export const isUuidOfAccount = readsAny<[uuid: string]>(
  'account_with_uuid',
  'select id from account where id = $1 union all select id from deleted_account where id = $1',
)

/** Returns those of the UUIDs that belong, or belonged, to an account. */
export const accountsWithUuids = readsAll<{ id: string }, [uuids: readonly string[]]>(
  'accounts_with_uuids',
  `select id from account where id = any_of($1)
   union all select id from deleted_account where id = any_of($1)`,
)

/** Inserts a visitor. Throws UniqueViolation if an account or another visitor has the UUID. */
export const insertVisitor = inserts('visitor')

export const updateVisitor = changes('visitor')

/** Stores that a visitor has joined, and under which name. */
export const countVisitorJoin = executes<[uuid: string, name: string, key: string, now: number], Transaction>(
  'count_visitor_join',
  'update visitor set name = $2, name_key = $3, last_seen = $4, joins = joins + 1 where uuid = $1',
)

const after = reads<VisitorRow>(
  'visitors_after',
  'select * from visitor where uuid > $1 order by uuid limit cast($2 as bigint)',
)

const ofNeighbourAfter = reads<VisitorRow>(
  'visitors_of_neighbour_after',
  'select * from visitor where neighbour_id = $3 and uuid > $1 order by uuid limit cast($2 as bigint)',
)

/** Returns a page of visitors in the order of their UUIDs, of one neighbour unless that is empty. */
export const visitorsAfter = (
  db: Queries,
  { after: uuid, neighbour, limit }: { after: string; neighbour: string; limit: number },
): Promise<VisitorRow[]> =>
  neighbour === '' ? db.run(after, [uuid, limit]) : db.run(ofNeighbourAfter, [uuid, limit, neighbour])

/** Counts the visitors of a neighbour, up to a limit. */
export const countVisitorsOf = readsNumber<[neighbour: string, limit: number]>(
  'count_visitors_of',
  'select count(*) from (select 1 as one from visitor where neighbour_id = $1 limit $2) as counted',
)

/** The names of so many visitors are deleted by one statement. */
const purgedAtOnce = 1000

/** Deletes all visitors of a neighbour with their names, and returns their number. */
export async function deleteVisitorsOf(tx: Transaction, neighbour: string): Promise<number> {
  // The visitors first: one that joins meanwhile then keeps both its row and its name.
  const ids = await deleteOfNeighbour(tx, neighbour)
  for (let at = 0; at < ids.length; at += purgedAtOnce)
    await deleteClaimsOf(tx, ids.slice(at, at + purgedAtOnce))
  return ids.length
}

const deleteOfNeighbour = writesColumn<string, [neighbour: string]>(
  'delete_visitors_of_neighbour',
  'delete from visitor where neighbour_id = $1 returning uuid',
)

/** Visitors who may be forgotten: none that is suspended, linked to an account, or kept out with its neighbour. */
const forgettable = `(suspended_at is null or suspended_until <= $2)
  and not exists (select 1 from neighbour_link where neighbour_link.uuid = visitor.uuid
    and neighbour_link.neighbour_id = visitor.neighbour_id)
  and exists (select 1 from neighbour where neighbour.id = visitor.neighbour_id and neighbour.paused_at is null)`

const forgotten = (name: string, condition: string, locking: string) =>
  writes<{ uuid: string }>(
    name,
    `delete from visitor where uuid in
       (select uuid from visitor where ${condition} and last_seen <= $1 and ${forgettable}
        order by last_seen limit ${purgedAtOnce} ${locking}) returning uuid`,
  )

const forgetting = {
  /** Visitors who have joined once. */
  once: {
    sqlite: forgotten('forget_visitors_of_one_join', 'joins = 1', ''),
    postgres: forgotten('forget_visitors_of_one_join_unlocked', 'joins = 1', 'for update skip locked'),
  },
  all: {
    sqlite: forgotten('forget_visitors', 'joins > 1', ''),
    postgres: forgotten('forget_visitors_unlocked', 'joins > 1', 'for update skip locked'),
  },
}

const deleteClaimsOf = executes<[visitors: readonly string[]], Transaction>(
  'delete_claims_of_visitors',
  'delete from name_claim where visitor_id = any_of($1)',
)

/**
 * Deletes some of the visitors who have not been seen since an instant, with their names, and returns whether there may
 * be more. A visitor who joins meanwhile stays.
 */
export const forgetVisitors = (
  db: Database,
  which: keyof typeof forgetting,
  { unseenSince, now }: { unseenSince: number; now: number },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const rows = await tx.run(forgetting[which][db.dialect], [unseenSince, now])
    if (rows.length > 0) {
      await deleteClaimsOf(
        tx,
        rows.map(({ uuid }) => uuid),
      )
    }
    return rows.length === purgedAtOnce
  })

/** Gives a folded name to a visitor. Throws UniqueViolation if it has an owner. */
export const insertVisitorClaim = executes<[key: string, visitor: string], Transaction>(
  'insert_visitor_claim',
  `insert into name_claim (name_key, kind, visitor_id) values ($1, 'visitor', $2)`,
)

/** Deletes what a visitor has of a folded name, ownership or hold. Returns false if there was nothing. */
export const deleteVisitorClaim = writesAny<[key: string, visitor: string], Transaction>(
  'delete_visitor_claim',
  'delete from name_claim where name_key = $1 and visitor_id = $2 returning name_key',
)

/** Returns true if a name is held for the visitor. The hold may have ended. */
export const hasVisitorHold = readsAny<[visitor: string]>(
  'has_visitor_hold',
  "select name_key from name_claim where visitor_id = $1 and kind = 'held' limit 1",
)

/** Ends the holds of a visitor that end first, but for as many of the others as `kept` says. */
export const endOldestVisitorHolds = executes<[visitor: string, kept: number], Transaction>(
  'end_oldest_visitor_holds',
  `delete from name_claim where name_key in
     (select name_key from name_claim where visitor_id = $1 and kind = 'held'
      order by until desc, name_key limit 1000 offset cast($2 as bigint))`,
)

/** Holds the name that a visitor owns, until an instant. */
export const holdVisitorClaim = executes<[key: string, visitor: string, until: number], Transaction>(
  'hold_visitor_claim',
  `update name_claim set kind = 'held', until = $3 where name_key = $1 and visitor_id = $2`,
)
