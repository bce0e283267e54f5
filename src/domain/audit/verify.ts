import { SecretMismatch } from '../../model/secret-mismatch.ts'
import {
  countUnderUnknownSeals,
  countUnsealed,
  entriesUnder,
  lastSeal,
  sealsAfter,
} from '../../storage/records/audit-seals.ts'
import { sealMacPlace } from '../../storage/schema/encryption.ts'
import type { AuditSealRow } from '../../storage/schema/schema.ts'
import type { Context } from '../context.ts'
import { digestOfEntries, hashOfSeal } from './seal.ts'

/**
 * `entries_differ`: of those under the seal one was changed, added or removed. `seal_differs`: the seal, or one before
 * it, is not what it was. `seals_missing`: those between the seal before and this one. `last_seal_foreign`: it was not
 * made with the secret in force, or those after it were removed. `entries_foreign`: entries name a seal that is not
 * there. `head_unknown`: the log was written anew, or is older than what is kept.
 */
export interface AuditProblem {
  problem:
    | 'entries_differ'
    | 'seal_differs'
    | 'seals_missing'
    | 'last_seal_foreign'
    | 'entries_foreign'
    | 'head_unknown'
  /** The seal's number, and when it was made; null where no seal is meant. */
  seal: number | null
  at: number | null
}

export interface AuditVerdict {
  seals: number
  /** Those under a seal. */
  entries: number
  /** Those that no seal vouches for yet: of the last few seconds, while a service runs. */
  unsealed: number
  /** The hash of the last seal; null before the first. It stands for all that was sealed so far. */
  head: string | null
  problems: AuditProblem[]
}

type Needed = Pick<Context, 'db' | 'secrets'>

const sealsAtOnce = 500

/** Reads the whole log. `head` is one that an earlier verdict has told: the log has to go on from there. */
export async function verifyAudit({ db, secrets }: Needed, head?: string): Promise<AuditVerdict> {
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
  for await (const seal of sealsUpTo({ db }, last)) {
    verdict.seals++
    isHeadFound ||= seal.hash === head
    const isContinued = previous ? seal.number === previous.number + 1 : isBeginning(seal, last)
    if (!isContinued) found('seals_missing', seal)
    // Of the first that is kept the hash is taken as it is: the last one vouches for it.
    else if ((previous || seal.number === 1) && seal.hash !== hashOfSeal(seal, previous?.hash ?? '')) {
      found('seal_differs', seal)
    }
    previous = seal
    if (seal.number <= (last?.dropped ?? 0)) continue
    const rows = await entriesUnder(db, seal.number)
    verdict.entries += rows.length
    if (rows.length === seal.entries && digestOfEntries(rows) === seal.digest) continue
    // The sweep may have come between.
    if (seal.number > ((await lastSeal(db))?.dropped ?? 0)) found('entries_differ', seal)
  }
  if (last && !(await isOurs({ db, secrets }, last))) found('last_seal_foreign', last)
  if ((await countUnderUnknownSeals(db, last?.dropped ?? 0)) > 0) found('entries_foreign')
  if (!isHeadFound) found('head_unknown')
  return verdict
}

/** Those before it are gone because of their age. */
const isBeginning = (seal: AuditSealRow, last: AuditSealRow | undefined): boolean =>
  seal.number === 1 || seal.number <= (last?.dropped ?? 0)

/** While it reads, more may be made. */
async function* sealsUpTo({ db }: Pick<Context, 'db'>, last: AuditSealRow | undefined) {
  const end = last?.number ?? 0
  for (let after = 0; after < end; ) {
    const page = await sealsAfter(db, after, sealsAtOnce)
    yield* page.filter(({ number }) => number <= end)
    after = page.at(-1)?.number ?? end
  }
}

async function isOurs({ db, secrets }: Needed, last: AuditSealRow): Promise<boolean> {
  // Meanwhile there may be a later one, and this one vouched for by it.
  if ((await lastSeal(db))?.number !== last.number) return true
  try {
    return last.mac !== null && (await secrets.open(db, sealMacPlace(last.number), last.mac)) === last.hash
  } catch (error) {
    if (!(error instanceof SecretMismatch)) throw error
    return false
  }
}
