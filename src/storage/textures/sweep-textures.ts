import { type Database, reads, writes } from '../engine/database.ts'
import { isKept } from './is-kept.ts'

/** The number of rows that one step of a sweep examines, however many there are. */
const sweptAtOnce = 500

const page = reads<{ hash: string }>(
  'textures_after',
  `select hash from texture where hash > $1 order by hash limit ${sweptAtOnce}`,
)

// If a texture is being set at this moment, its mark is gone by the time this statement reaches the row.
const remove = writes<{ hash: string }>(
  'delete_unworn_textures',
  `delete from texture where hash > $1 and hash <= $2 and unworn_since <= $3 and not ${isKept} returning hash`,
)

const mark = writes<{ hash: string }>(
  'mark_unworn_textures',
  `update texture set unworn_since = case when unworn_since is null then cast($3 as bigint) end
   where hash > $1 and hash <= $2
     and ((unworn_since is null and not ${isKept}) or (unworn_since is not null and ${isKept}))`,
)

const loosen = writes(
  'put_loose_objects_of_unworn_textures',
  `insert into loose_object (hash, due_at)
   select hash, 0 from texture
   where hash > $1 and hash <= $2 and unworn_since <= $3 and place = 's3' and not ${isKept} order by hash
   on conflict (hash) do update set due_at = 0`,
)

/**
 * Examines the next textures after `after`. Deletes those that were found unused at `unwornSince` or before, and marks
 * those that nobody uses or keeps now. Returns where to continue, or undefined after the last one, and the number of
 * deleted textures.
 */
export async function sweepTextures(
  db: Database,
  { after, now, unwornSince }: { after: string; now: number; unwornSince: number },
): Promise<{ next: string | undefined; deleted: number }> {
  const rows = await db.run(page, [after])
  const last = rows.at(-1)?.hash
  if (last === undefined) return { next: undefined, deleted: 0 }
  const deleted = await db.transaction(async (tx) => {
    await tx.run(loosen, [after, last, unwornSince])
    return tx.run(remove, [after, last, unwornSince])
  })
  await db.run(mark, [after, last, now])
  return { next: rows.length < sweptAtOnce ? undefined : last, deleted: deleted.length }
}
