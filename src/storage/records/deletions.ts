// What was deleted, for as long as it can come back.
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsColumn, readsFirst, writesFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { DeletionPartRow, DeletionRow } from '../schema/rows/deletions.ts'

export const insertDeletion = inserts('deletion')

/** Returns the deletions that can be undone, the oldest first, without what was deleted. */
export const deletionsInForce = readsAll<Omit<DeletionRow, 'content'>, [now: number]>(
  'deletions',
  'select id, kind, name, title, expires_at from deletion where expires_at > $1 order by expires_at, id',
)

/** Returns a deletion that can be undone. */
export const deletionById = readsFirst<DeletionRow, [id: string, now: number]>(
  'deletion',
  'select * from deletion where id = $1 and expires_at > $2',
)

/** Locks a deletion that can be undone, and returns it: of two who undo it, the second finds nothing. */
export const lockDeletion = writesFirst<DeletionRow, [id: string, now: number], Transaction>(
  'lock_deletion',
  'update deletion set kind = kind where id = $1 and expires_at > $2 returning *',
)

/** Deletes a deletion with its parts: it was undone. */
export const dropDeletion = executes<[id: string], Transaction>(
  'drop_deletion',
  'delete from deletion where id = $1',
)

/** Returns the accounts of a part. */
export const accountsOfPart = readsColumn<string, [deletionId: string, part: DeletionPartRow['part']]>(
  'accounts_of_deletion_part',
  'select account_id from deletion_part where deletion_id = $1 and part = $2',
)
