import { type Queries, reads, type Transaction, writes } from './database.ts'
import type { AccountRow } from './schema.ts'

export interface TextureFile {
  hash: string
  png: Buffer
}

const isWorn = `(exists (select 1 from account where skin_hash = texture.hash)
  or exists (select 1 from account where cape_hash = texture.hash))`

const leftBehind = reads<{ hash: string }>(
  'textures_left_behind',
  `select hash from texture where worn_by = $1 and worn_at > $2 and not ${isWorn} limit 100`,
)

// Somebody else who puts it on at this moment has written worn_by once this statement gets to the row.
const removeLeftBehind = writes<{ hash: string }>(
  'delete_texture_left_behind',
  `delete from texture where hash = $1 and worn_by = $2 and not ${isWorn} returning hash`,
)

/** The columns of an account that say what it wears. */
export type WornColumns = Partial<Pick<AccountRow, 'skin_hash' | 'skin_model' | 'cape_hash'>>

/**
 * Stores the files and has the account wear them; false where there is no such account. What the account has
 * put on after `recent` and nobody wears any more is deleted: trying on leaves nothing behind.
 */
export async function putOn(
  tx: Transaction,
  accountId: string,
  worn: WornColumns,
  files: readonly TextureFile[],
  { now, recent }: { now: number; recent: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.query
    .updateTable('account')
    .set(worn)
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const toStore = new Map(files.map((file) => [file.hash, file.png]))
  const left = await tx.run(leftBehind, [accountId, recent])
  // In one order, whoever puts on what: two at once must not wait for each other.
  for (const hash of [...new Set([...toStore.keys(), ...left.map((row) => row.hash)])].sort()) {
    const png = toStore.get(hash)
    if (!png) await tx.run(removeLeftBehind, [hash, accountId])
    else {
      const mark = { unworn_since: null, worn_by: accountId, worn_at: now }
      await tx.query
        .insertInto('texture')
        .values({ hash, png: png.toString('base64'), ...mark })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(mark))
        .execute()
    }
  }
  return true
}

/** False where there is no such account. */
export async function takeOff(db: Queries, accountId: string, worn: WornColumns): Promise<boolean> {
  const { numUpdatedRows } = await db.query
    .updateTable('account')
    .set(worn)
    .where('id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const byHash = reads<{ png: string }>('texture_by_hash', 'select png from texture where hash = $1')

export async function textureByHash(db: Queries, hash: string): Promise<Buffer | undefined> {
  const [row] = await db.run(byHash, [hash])
  return row && Buffer.from(row.png, 'base64')
}

/** So many are looked at in one step of a sweep, however many there are. */
export const sweptAtOnce = 500

const page = reads<{ hash: string }>(
  'textures_after',
  `select hash from texture where hash > $1 order by hash limit ${sweptAtOnce}`,
)

// A row that is being put on at this moment has no mark any more once this statement gets to it.
const remove = writes<{ hash: string }>(
  'delete_unworn_textures',
  `delete from texture where hash > $1 and hash <= $2 and unworn_since <= $3 and not ${isWorn} returning hash`,
)

const mark = writes<{ hash: string }>(
  'mark_unworn_textures',
  `update texture set unworn_since = case when unworn_since is null then cast($3 as bigint) end
   where hash > $1 and hash <= $2
     and ((unworn_since is null and not ${isWorn}) or (unworn_since is not null and ${isWorn}))`,
)

/**
 * Looks at the next textures after `after`: deletes those that were found worn by nobody at `unwornSince` or
 * before, and marks those that nobody wears now. Answers where to go on, undefined after the last one, and how
 * many were deleted.
 */
export async function sweepTextures(
  db: Queries,
  { after, now, unwornSince }: { after: string; now: number; unwornSince: number },
): Promise<{ next: string | undefined; deleted: number }> {
  const rows = await db.run(page, [after])
  const last = rows.at(-1)?.hash
  if (last === undefined) return { next: undefined, deleted: 0 }
  const deleted = await db.run(remove, [after, last, unwornSince])
  await db.run(mark, [after, last, now])
  return { next: rows.length < sweptAtOnce ? undefined : last, deleted: deleted.length }
}

/** The hash of some texture that is stored; undefined where there is none. */
export async function anyTexture({ query }: Queries): Promise<string | undefined> {
  const found = await query.selectFrom('texture').select('hash').limit(1).executeTakeFirst()
  return found?.hash
}
