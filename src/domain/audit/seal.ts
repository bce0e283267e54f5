import { hash } from 'node:crypto'
import { hourMs } from '../../lib/measure/units.ts'
import { dayOf } from '../../state/counters/day-counts.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import { lastSeal, putSeal, sealsAfter, unsealedEntries } from '../../storage/records/audit-seals.ts'
import { addToDays } from '../../storage/records/day-counts.ts'
import { sealMacPlace } from '../../storage/schema/encryption.ts'
import type { AuditEntryRow, AuditSealRow, DayCountRow } from '../../storage/schema/rows/records.ts'
import type { ReadContext, SecretContext } from '../context.ts'
import { toAuditEntry } from './list.ts'

/** The interval at which a seal is made while nothing happens. It only tells which old entries may be deleted. */
const quietMs = hourMs

/** The most seals that one seal drops. */
const droppedAtOnce = 1000

/** Returns the SHA-256 of the entries' lines, as in the export. */
export const digestOfEntries = (rows: readonly AuditEntryRow[]): string =>
  hash('sha256', rows.map((row) => `${JSON.stringify(toAuditEntry(row))}\n`).join(''))

/** Returns a hash that binds a seal to all before it. `previous` is that of the preceding seal, or empty. */
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

type Deps = ReadContext & SecretContext

/**
 * Seals the oldest entries that have no seal yet. If several processes try at once, one succeeds. Returns true if there
 * may be more entries.
 */
export async function sealNextEntries(context: Deps): Promise<boolean> {
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
      await secrets.lock(tx)
      const mac = secrets.seal(sealMacPlace(number), sealed)
      await putSeal(tx, { ...seal, hash: sealed, mac }, ids)
      // Each entry is sealed once, so each account is counted once, however many processes there are.
      await addToDays(tx, newAccountsIn(rows))
    })
  } catch (error) {
    // Another process has made this seal.
    if (!(error instanceof UniqueViolation)) throw error
  }
  return !isQuiet
}

/** Counts the accounts that the entries have created, without characters, by the day. */
function newAccountsIn(rows: readonly AuditEntryRow[]): DayCountRow[] {
  const created = rows.filter(
    ({ event, details }) => event === 'account.created' && !('owner' in JSON.parse(details)),
  )
  return [...Map.groupBy(created, ({ at }) => dayOf(at))].map(([at, { length }]) => ({
    figure: 'accounts',
    server: '',
    at,
    count: length,
  }))
}

/** The last of the seals that are, with all before them, older than entries are kept for. */
async function lastOldSeal({ db, clock, config }: Deps, dropped: number): Promise<number> {
  const isOld = ({ at }: AuditSealRow): boolean => at <= clock() - config.auditKept
  const [next] = await sealsAfter(db, dropped, 1)
  if (!next || !isOld(next)) return dropped
  const seals = await sealsAfter(db, dropped, droppedAtOnce)
  const young = seals.findIndex((seal) => !isOld(seal))
  return (young < 0 ? seals.at(-1) : seals[young - 1])?.number ?? dropped
}
