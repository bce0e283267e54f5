import { lockAccount } from '../accounts/accounts.ts'
import { first, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import type { AccountRow } from '../schema/schema.ts'
import { forgetFormerSkins, rememberWornSkin } from './former-skins.ts'

export interface TextureFile {
  hash: string
  png: Buffer
}

/** Somebody wears it, or may wear it again. */
const isKept = `(exists (select 1 from account where skin_hash = texture.hash)
  or exists (select 1 from account where cape_hash = texture.hash)
  or exists (select 1 from former_skin where former_skin.hash = texture.hash))`

const leftBehind = reads<{ hash: string }>(
  'textures_left_behind',
  `select hash from texture where worn_by = $1 and worn_at > $2 and not ${isKept} limit 100`,
)

// Somebody else who puts it on at this moment has written worn_by once this statement gets to the row.
const removeLeftBehind = writes<{ hash: string }>(
  'delete_texture_left_behind',
  `delete from texture where hash = $1 and worn_by = $2 and not ${isKept} returning hash`,
)

/** The columns of an account that say what it wears. */
export type WornColumns = Partial<Pick<AccountRow, 'skin_hash' | 'skin_model' | 'cape_hash'>>

/** A file to be worn; without its content where it is stored already. */
export type FileToWear = Pick<TextureFile, 'hash'> & Partial<TextureFile>

export interface Change {
  now: number
  /** The skin that is taken off by this may be worn again. */
  isRemembered: boolean
}

/**
 * Stores the files and has the account wear them; false where there is no such account, or a file that was said to be
 * stored is not. What the account has put on after `recent` and nobody wears or keeps any more is deleted: trying on
 * leaves nothing behind.
 */
export async function putOn(
  tx: Transaction,
  accountId: string,
  worn: WornColumns,
  files: readonly FileToWear[],
  change: Change & { recent: number },
): Promise<boolean> {
  if (!(await lockAccount(tx, accountId))) return false
  await setWorn(tx, accountId, worn, change)
  const toWear = new Map(files.map((file) => [file.hash, file]))
  const left = await tx.run(leftBehind, [accountId, change.recent])
  // In one order, whoever puts on what: two at once must not wait for each other.
  for (const hash of [...new Set([...toWear.keys(), ...left.map((row) => row.hash)])].sort()) {
    const file = toWear.get(hash)
    if (!file) await tx.run(removeLeftBehind, [hash, accountId])
    else if (!(await store(tx, accountId, file, change.now))) return false
  }
  return true
}

/** What an account that is locked wears from now on; undefined columns stay as they are. */
export async function setWorn(
  tx: Transaction,
  accountId: string,
  worn: WornColumns,
  { now, isRemembered }: Change,
): Promise<void> {
  if (isRemembered && worn.skin_hash !== undefined) await rememberWornSkin(tx, accountId, now)
  await tx.query.updateTable('account').set(worn).where('id', '=', accountId).execute()
  if (worn.skin_hash !== undefined) await forgetFormerSkins(tx, accountId, worn.skin_hash)
}

/** Says who wears the file, and since when. */
async function store(
  { query }: Transaction,
  accountId: string,
  { hash, png }: FileToWear,
  now: number,
): Promise<boolean> {
  const mark = { unworn_since: null, worn_by: accountId, worn_at: now }
  if (!png) {
    const { numUpdatedRows } = await query
      .updateTable('texture')
      .set(mark)
      .where('hash', '=', hash)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
  await query
    .insertInto('texture')
    .values({ hash, png: png.toString('base64'), ...mark })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(mark))
    .execute()
  return true
}

const byHash = reads<{ png: string }>('texture_by_hash', 'select png from texture where hash = $1')

export async function textureByHash(db: Queries, hash: string): Promise<Buffer | undefined> {
  const row = await first(db, byHash, [hash])
  return row && Buffer.from(row.png, 'base64')
}

/** So many are looked at in one step of a sweep, however many there are. */
const sweptAtOnce = 500

const page = reads<{ hash: string }>(
  'textures_after',
  `select hash from texture where hash > $1 order by hash limit ${sweptAtOnce}`,
)

// A row that is being put on at this moment has no mark any more once this statement gets to it.
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

/**
 * Looks at the next textures after `after`: deletes those that were found kept by nobody at `unwornSince` or
 * before, and marks those that nobody wears or keeps now. Answers where to go on, undefined after the last one, and how
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
