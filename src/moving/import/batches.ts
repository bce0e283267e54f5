import type { EntryRefused, ImportEntry, ImportedAccount } from './imported-account.ts'
import type { Remark } from './reasons.ts'

export interface RefusedEntry {
  number: number
  /** The name of the account, if its source has no lines. */
  name?: string
  refused: EntryRefused
}

export interface Candidate {
  number: number
  name?: string
  user?: string
  account: ImportedAccount
  remarks?: readonly Remark[]
}

/** Entries that are imported in one transaction. */
export interface Batch {
  candidates: Candidate[]
  refused: RefusedEntry[]
  /** The position up to which the source has been read. */
  position: number
}

/**
 * Small enough that a running service waits no longer than a tenth of a second, and that a batch with pictures takes
 * only a few megabytes.
 */
const mostWeight = 1500

const weightOf = ({ account: { skin, cape, groups } }: Candidate): number =>
  (skin || cape ? 3 : 1) + groups.length / 2

/** Groups entries into batches, in their order. */
export async function* batchesOf(entries: AsyncIterable<ImportEntry>): AsyncGenerator<Batch> {
  let batch: Batch = { candidates: [], refused: [], position: 0 }
  let weight = 0
  let user: string | undefined
  for await (const entry of entries) {
    // The players of one user are imported together, unless there are hundreds of them.
    const belongs = entry.user !== undefined && entry.user === user && weight < 2 * mostWeight
    if (weight >= mostWeight && !belongs) {
      yield batch
      batch = { candidates: [], refused: [], position: 0 }
      weight = 0
    }
    batch.position = entry.position
    user = entry.user
    if ('account' in entry) batch.candidates.push(entry)
    else batch.refused.push(entry)
    weight += 'account' in entry ? weightOf(entry) : 1
  }
  yield batch
}
