import { hash } from 'node:crypto'
import { hourMs } from '../../lib/measure/units.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import { lastSeal, putSeal, sealsAfter, unsealedEntries } from '../../storage/records/audit-seals.ts'
import { sealMacPlace } from '../../storage/schema/encryption.ts'
import type { AuditEntryRow, AuditSealRow } from '../../storage/schema/schema.ts'
import type { Context, Reading } from '../context.ts'
import { toAuditEntry } from './list.ts'

/** While nothing happens, a seal that only tells what is old enough to go is made so often. */
const quietMs = hourMs

/** Seals that one seal lets go at most. */
const droppedAtOnce = 1000

/** SHA-256 of the entries' lines, as the export has them. */
export const digestOfEntries = (rows: readonly AuditEntryRow[]): string =>
  hash('sha256', rows.map((row) => `${JSON.stringify(toAuditEntry(row))}\n`).join(''))

/** Binds a seal to all before it; `previous` is the hash of the one before, empty for the first. */
export const hashOfSeal = (seal: Omit<AuditSealRow, 'hash' | 'mac'>, previous: string): string =>
  hash(
    'sha256',
    JSON.stringify([
      'norn audit seal',
      seal.number,
      seal.at,
      seal.entries,
      seal.digest,
      seal.dropped,
      previous,
    ]),
  )

type Needed = Reading & Pick<Context, 'config' | 'secrets'>

/**
 * Puts the oldest entries that are under no seal yet under the next one; of several processes that do so at once one
 * succeeds. Answers whether there may be more.
 */
export async function sealNextEntries(context: Needed): Promise<boolean> {
  const { db, clock, secrets } = context
  const at = clock()
  const last = await lastSeal(db)
  const rows = await unsealedEntries(db)
  const isQuiet = rows.length === 0
  if (isQuiet && (last === undefined || last.at > at - quietMs)) return false
  const dropped = await lastOldSeal(context, last?.dropped ?? 0)
  if (isQuiet && dropped === last?.dropped) return false
  const number = (last?.number ?? 0) + 1
  const seal = { number, at, entries: rows.length, digest: digestOfEntries(rows), dropped }
  const sealed = hashOfSeal(seal, last?.hash ?? '')
  const ids = rows.map(({ id }) => id)
  try {
    await db.transaction(async (tx) => {
      await secrets.hold(tx)
      const mac = secrets.seal(sealMacPlace(number), sealed)
      await putSeal(tx, { ...seal, hash: sealed, mac }, ids)
    })
  } catch (error) {
    // Another process has made it.
    if (!(error instanceof UniqueViolation)) throw error
  }
  return !isQuiet
}

/** The last of the seals that are, with all before them, older than entries are kept for. */
async function lastOldSeal({ db, clock, config }: Needed, dropped: number): Promise<number> {
  const isOld = ({ at }: AuditSealRow): boolean => at <= clock() - config.auditKept
  const [next] = await sealsAfter(db, dropped, 1)
  if (!next || !isOld(next)) return dropped
  const seals = await sealsAfter(db, dropped, droppedAtOnce)
  const young = seals.findIndex((seal) => !isOld(seal))
  return (young < 0 ? seals.at(-1) : seals[young - 1])?.number ?? dropped
}
