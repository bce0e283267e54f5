import { type Queries, reads, type Transaction } from '../engine/database.ts'
import {
  executes,
  readsAll,
  readsAny,
  readsColumn,
  readsFirst,
  readsValue,
  writesFirst,
} from '../engine/queries.ts'
import { inserts, insertsNew } from '../engine/rows.ts'
import type { TakenDownTextureRow } from '../schema/rows/wardrobe.ts'

/** Any number that no other lock uses. */
const importsLock = 1_313_821_264

const lockExclusively = reads(
  'lock_texture_hash',
  `select pg_advisory_xact_lock(${importsLock}), pg_advisory_xact_lock(hashtextextended(cast($1 as text), 0))`,
)

const shareAll = reads('share_all_texture_hashes', `select pg_advisory_xact_lock_shared(${importsLock})`)

const tryToShare = reads<{ shared: boolean }>(
  'share_texture_hash',
  'select pg_try_advisory_xact_lock_shared(hashtextextended(cast($1 as text), 0)) as shared',
)

/**
 * Holds a hash until the transaction ends, after all who are putting on its texture. Nobody else puts it on meanwhile: who
 * tries does not wait, but gets false from `mayPutOn`.
 */
export async function lockHash(tx: Transaction, hash: string): Promise<void> {
  // On SQLite, only one transaction writes at a time.
  if (tx.dialect === 'postgres') await tx.run(lockExclusively, [hash])
}

/**
 * Keeps every texture from being taken down until the transaction ends, for an import of thousands: each hash would be a
 * lock. Call it before anything else is locked.
 */
export async function lockAllHashes(tx: Transaction): Promise<void> {
  if (tx.dialect === 'postgres') await tx.run(shareAll, [])
}

/** Returns those of the hashes that were taken down. */
export const takenDownOf = readsColumn<string, [hashes: readonly string[]]>(
  'taken_down_of',
  'select hash from taken_down_texture where hash = any_of($1)',
)

/**
 * Returns true if nobody takes the texture down before the transaction ends, and nobody has. Call it with the account
 * locked: taking down locks the hash before the accounts, so waiting for the hash would be waiting in a circle.
 */
export async function mayPutOn(tx: Transaction, hash: string): Promise<boolean> {
  if (tx.dialect === 'postgres') {
    const [row] = await tx.run(tryToShare, [hash])
    if (!row?.shared) return false
  }
  return !(await isTakenDown(tx, hash))
}

export const isTakenDown = readsAny<[hash: string]>(
  'is_taken_down',
  'select hash from taken_down_texture where hash = $1',
)

/** Returns false, having changed nothing, if it has been taken down already. */
export const putTakenDown = insertsNew('taken_down_texture')

export const takenDownByHash = readsFirst<TakenDownTextureRow, [hash: string]>(
  'taken_down_by_hash',
  'select * from taken_down_texture where hash = $1',
)

/** Returns the file of a texture that can be restored. */
export async function takenDownFile(db: Queries, hash: string): Promise<Buffer | undefined> {
  const png = await pngOf(db, hash)
  return typeof png === 'string' ? Buffer.from(png, 'base64') : undefined
}

const pngOf = readsValue<string | null, [hash: string]>(
  'taken_down_file',
  'select png from taken_down_texture where hash = $1',
)

/** Returns true if a texture was taken down after `since` while the object store did not give its file. */
export const isFileMissing = readsAny<[hash: string, since: number]>(
  'lacks_taken_down_file',
  'select hash from taken_down_texture where hash = $1 and png is null and at > $2',
)

/** Adds the file to a texture that was taken down without it. */
export const addTakenDownFile = executes<[hash: string, png: string]>(
  'add_taken_down_file',
  'update taken_down_texture set png = $2 where hash = $1 and png is null',
)

/** Deletes a texture that can be restored from those that were taken down, and returns it. */
export const deleteTakenDown = writesFirst<TakenDownTextureRow, [hash: string], Transaction>(
  'delete_taken_down',
  'delete from taken_down_texture where hash = $1 and png is not null returning *',
)

/** Puts a file back. The sweep deletes it in a day if nobody keeps it. */
export const putFileBack = executes<[hash: string, png: string, now: number], Transaction>(
  'put_texture_back',
  `insert into texture (hash, png, worn_by, worn_at, unworn_since) values ($1, $2, '', $3, $3)
   on conflict (hash) do nothing`,
)

const insertBands = inserts('likeness_band')

export const putBands = (tx: Transaction, hash: string, bands: readonly string[]): Promise<void> =>
  insertBands(tx, ...bands.map((band) => ({ band, hash })))

/** Returns the likeness of each texture that was taken down and shares a band. */
export const likenessesWith = readsAll<{ hash: string; likeness: string }, [bands: readonly string[]]>(
  'likenesses_with_bands',
  `select distinct taken_down_texture.hash, taken_down_texture.likeness
   from likeness_band join taken_down_texture on taken_down_texture.hash = likeness_band.hash
   where likeness_band.band = any_of($1)`,
)
