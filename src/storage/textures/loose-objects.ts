// The objects that the store has or may have although no texture there names them: those of uploads under way, and
// those to be deleted. Every change of a row whose file is there locks the loose object first and the texture after it.
import { minuteMs } from '../../lib/measure/units.ts'
import type { Queries, Transaction } from '../engine/database.ts'
import { executes, readsColumn, writesAny } from '../engine/queries.ts'

/** An upload takes seconds. After this time its object is deleted, if no row names it. */
export const uploadMs = minuteMs

/** A deletion whose end is not known is tried again after this time. */
const retryMs = minuteMs

/** An object that a texture names stays. It is looked at again after this time. */
const namedMs = 60 * minuteMs

/** The condition that a texture in the store has the hash. */
const isNamed = `exists (select 1 from texture where texture.hash = loose_object.hash and texture.place = 's3')`

const announce = writesAny<[hash: string, dueAt: number]>(
  'announce_object',
  `insert into loose_object (hash, due_at) values ($1, $2)
   on conflict (hash) do update set due_at = excluded.due_at where loose_object.claimed_at is null returning hash`,
)

/**
 * Says that an object is about to be written. Returns false if it is being deleted at this moment, so that nobody may
 * write it: a deletion that arrives late would delete the new object.
 */
export const announceObject = (db: Queries, hash: string, now: number): Promise<boolean> =>
  announce(db, hash, now + uploadMs)

/**
 * Takes an announced object, which a texture names from now on. Returns false if it is not announced, or is being
 * deleted.
 */
export const takeObject = writesAny<[hash: string], Transaction>(
  'take_announced_object',
  'delete from loose_object where hash = $1 and claimed_at is null returning hash',
)

/** Says that an object is to be deleted once no texture names it, whether or not it is there. */
export const looseObject = executes<[hash: string], Transaction>(
  'put_loose_object',
  `insert into loose_object (hash, due_at) values ($1, 0) on conflict (hash) do update set due_at = 0`,
)

/** Says that about the object of a texture, if its file is in the store. Call it before the row is deleted or changed. */
export const looseObjectOf = executes<[hash: string], Transaction>(
  'put_loose_object_of_texture',
  `insert into loose_object (hash, due_at) select hash, 0 from texture where hash = $1 and place = 's3'
   on conflict (hash) do update set due_at = 0`,
)

/** Returns some of the objects that are due, those first that have waited longest. */
export const dueObjects = readsColumn<string, [now: number, limit: number]>(
  'due_objects',
  'select hash from loose_object where due_at <= $1 order by due_at, hash limit cast($2 as bigint)',
)

const claim = writesAny<[hash: string, now: number, retryAt: number]>(
  'claim_loose_object',
  `update loose_object set claimed_at = $2, due_at = $3
   where hash = $1 and due_at <= $2 and not ${isNamed} returning hash`,
)

/** Claims an object that is due and that no texture names. Nobody writes it until `forgetObject`. */
export const claimObject = (db: Queries, hash: string, now: number): Promise<boolean> =>
  claim(db, hash, now, now + retryMs)

const postpone = executes<[hash: string, now: number, dueAt: number]>(
  'postpone_loose_object',
  `update loose_object set due_at = $3 where hash = $1 and due_at <= $2 and claimed_at is null and ${isNamed}`,
)

/** Looks at an object that a texture names later. */
export const postponeObject = (db: Queries, hash: string, now: number): Promise<void> =>
  postpone(db, hash, now, now + namedMs)

/** Forgets an object that has been deleted by who claimed it at `now`. */
export const forgetObject = executes<[hash: string, now: number]>(
  'forget_loose_object',
  'delete from loose_object where hash = $1 and claimed_at = $2',
)
