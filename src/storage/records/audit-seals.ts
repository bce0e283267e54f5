import { type Transaction, writes } from '../engine/database.ts'
import { executes, readsAll, readsFirst, readsNumber, readsValue } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { AuditEntryRow, AuditSealRow } from '../schema/rows/records.ts'

/** Returns the last seal, or undefined if there is none. */
export const lastSeal = readsFirst<AuditSealRow, []>(
  'last_audit_seal',
  'select * from audit_seal order by number desc limit 1',
)

export const sealsAfter = readsAll<AuditSealRow, [number: number, limit: number]>(
  'audit_seals_after',
  'select * from audit_seal where number > $1 order by number limit cast($2 as bigint)',
)

/** Small enough that reading and hashing the entries delays nobody. */
const entriesPerSeal = 100

// Ordered by both columns, like the index.
/** Returns entries without a seal, the oldest first. */
export const unsealedEntries = readsAll<AuditEntryRow>(
  'unsealed_audit_entries',
  `select * from audit_entry where seal is null order by seal, id limit ${entriesPerSeal}`,
)

/** Returns the entries of a seal in their order. */
export const entriesUnder = readsAll<AuditEntryRow, [seal: number]>(
  'audit_entries_under_seal',
  'select * from audit_entry where seal = $1 order by id',
)

const mark = writes<{ id: string }>(
  'seal_audit_entries',
  'update audit_entry set seal = cast($1 as bigint) where id = any_of($2) and seal is null returning id',
)

const deleteMac = executes<[number: number], Transaction>(
  'delete_mac_of_audit_seal',
  'update audit_seal set mac = null where number = $1',
)

const insert = inserts('audit_seal')

/**
 * Puts entries under a new seal, which succeeds the last one. Throws UniqueViolation if another process has made a seal
 * with this number: of several concurrent ones, one succeeds.
 */
export async function putSeal(tx: Transaction, seal: AuditSealRow, ids: readonly string[]): Promise<void> {
  await deleteMac(tx, seal.number - 1)
  await insert(tx, seal)
  const marked = await tx.run(mark, [seal.number, ids])
  if (marked.length !== ids.length) throw new Error('audit entries disappeared while they were being sealed')
}

/** Counts the entries under seals after `dropped` that do not exist. */
export const countUnderUnknownSeals = readsNumber<[dropped: number]>(
  'audit_entries_under_no_seal',
  `select count(*) as entries from audit_entry where seal > $1
     and not exists (select 1 from audit_seal where number = audit_entry.seal)`,
)

/** When the oldest entry under no seal was written; undefined where every entry is sealed. */
export const oldestUnsealed = readsValue<number>(
  'oldest_unsealed_audit_entry',
  'select at from audit_entry where seal is null order by seal, id limit 1',
)

export const countUnsealed = readsNumber(
  'count_unsealed_audit_entries',
  'select count(*) from audit_entry where seal is null',
)
