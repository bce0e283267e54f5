import { SecretMismatch } from '../../model/errors/secret-mismatch.ts'
import {
  countUnderUnknownSeals,
  countUnsealed,
  entriesUnder,
  lastSeal,
  sealsAfter,
} from '../../storage/records/audit-seals.ts'
import { sealMacPlace } from '../../storage/schema/encryption.ts'
import type { AuditSealRow } from '../../storage/schema/rows/records.ts'
import type { ReadContext, SecretContext } from '../context.ts'
import { digestOfEntries, hashOfSeal } from './seal.ts'

/**
 * `entries_differ`: an entry under the seal was changed, added or removed. `seal_differs`: the seal, or one before it,
 * was changed. `seals_missing`: there are no seals between the preceding one and this one. `last_seal_foreign`: it was
 * not made with the current secret, or seals after it were removed. `entries_foreign`: entries name a seal that does
 * not exist. `head_unknown`: the log was rewritten, or the head is older than what is kept.
 */
export interface AuditProblem {
  problem:
    | 'entries_differ'
    | 'seal_differs'
    | 'seals_missing'
    | 'last_seal_foreign'
    | 'entries_foreign'
    | 'head_unknown'
  /** The number of the seal and the time at which it was made, or null if the problem is not about a seal. */
  seal: number | null
  at: number | null
}

interface AuditVerdict {
  seals: number
  entries: number
  /** The number of entries that have no seal yet: those of the last few seconds, while a service is running. */
  unsealed: number
  /** The hash of the last seal, which stands for everything that was sealed up to it. Null before the first seal. */
  head: string | null
  problems: AuditProblem[]
}

type Deps = ReadContext & SecretContext

const sealsAtOnce = 500

/** Verifies the whole log. `head` is from an earlier verdict, and the log must be a continuation of it. */
export async function verifyAudit(context: Deps, head?: string): Promise<AuditVerdict> {
  const { db } = context
  const last = await lastSeal(db)
  const verdict: AuditVerdict = {
    seals: 0,
    entries: 0,
    unsealed: await countUnsealed(db),
    head: last?.hash ?? null,
    problems: [],
  }
  const found = (problem: AuditProblem['problem'], seal?: AuditSealRow) =>
    verdict.problems.push({ problem, seal: seal?.number ?? null, at: seal?.at ?? null })
  let isHeadFound = head === undefined
  let previous: AuditSealRow | undefined
  for await (const seal of sealsUpTo(context, last)) {
    verdict.seals++
    isHeadFound ||= seal.hash === head
    const isContinued = previous ? seal.number === previous.number + 1 : isBeginning(seal, last)
    if (!isContinued) found('seals_missing', seal)
    // The hash of the oldest seal that is kept can't be computed, but the last seal confirms it.
    else if ((previous || seal.number === 1) && seal.hash !== hashOfSeal(seal, previous?.hash ?? '')) {
      found('seal_differs', seal)
    }
    previous = seal
    if (seal.number <= (last?.dropped ?? 0)) continue
    const rows = await entriesUnder(db, seal.number)
    verdict.entries += rows.length
    if (rows.length === seal.entries && digestOfEntries(rows) === seal.digest) continue
    // The sweep may have deleted them meanwhile.
    if (seal.number > ((await lastSeal(db))?.dropped ?? 0)) found('entries_differ', seal)
  }
  if (last && !(await isOurs(context, last))) found('last_seal_foreign', last)
  if ((await countUnderUnknownSeals(db, last?.dropped ?? 0)) > 0) found('entries_foreign')
  if (!isHeadFound) found('head_unknown')
  return verdict
}

/** Returns true if this may be the oldest seal, because earlier ones were deleted due to their age. */
const isBeginning = (seal: AuditSealRow, last: AuditSealRow | undefined): boolean =>
  seal.number === 1 || seal.number <= (last?.dropped ?? 0)

/** Yields the seals up to `last`. Others may be made meanwhile. */
async function* sealsUpTo({ db }: ReadContext, last: AuditSealRow | undefined) {
  const end = last?.number ?? 0
  for (let after = 0; after < end; ) {
    const page = await sealsAfter(db, after, sealsAtOnce)
    yield* page.filter(({ number }) => number <= end)
    after = page.at(-1)?.number ?? end
  }
}

async function isOurs({ db, secrets }: Deps, last: AuditSealRow): Promise<boolean> {
  // There may be a later seal by now, which confirms this one.
  if ((await lastSeal(db))?.number !== last.number) return true
  try {
    return last.mac !== null && (await secrets.open(db, sealMacPlace(last.number), last.mac)) === last.hash
  } catch (error) {
    if (!(error instanceof SecretMismatch)) throw error
    return false
  }
}
