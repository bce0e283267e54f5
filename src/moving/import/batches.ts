import type { EntryRefused, ImportEntry, ImportedAccount } from './imported-account.ts'
import type { Remark } from './reasons.ts'

export interface RefusedEntry {
  number: number
  /** The name of the account, if its source has no lines. */
  name?: string
  /** The username that it wanted, if it could be read. */
  username?: string
  refused: EntryRefused
}

export interface Candidate {
  number: number
  name?: string
  user?: string
  account: ImportedAccount
  remarks?: readonly Remark[]
  details?: Partial<Record<Remark, string>>
}

/** Entries that are imported in one transaction. */
export interface Batch {
  candidates: Candidate[]
  refused: RefusedEntry[]
  /** The position up to which the source has been read. */
  position: number
}

/** The weights of batches: about the number of entries. */
export const batchWeights = {
  /** A running service waits no longer than a tenth of a second. */
  small: 1500,
  /**
   * Accounts are indexed by random values, so each one changes some eight pages of a large database, and the more
   * accounts share a commit, the more of them share a page. Twice as many would take twice the memory.
   */
  large: 8000,
}

/** A batch with pictures takes only a few megabytes. */
const mostPictures = 500

const weightOf = ({ account: { skin, cape, groups, linked } }: Candidate, mostWeight: number): number =>
  (skin || cape ? mostWeight / mostPictures : 1) + (groups.length + linked.length) / 2

/** Groups entries into batches, in their order. `weigh` is asked for the weight of each. */
export async function* batchesOf(
  entries: AsyncIterable<ImportEntry>,
  weigh: () => Promise<number>,
  splitsUsers: boolean,
): AsyncGenerator<Batch> {
  let batch: Batch = { candidates: [], refused: [], position: 0 }
  let mostWeight = await weigh()
  let weight = 0
  let user: string | undefined
  for await (const entry of entries) {
    // The players of one user are imported together, unless they are split and there are hundreds of them.
    const isOfUser = entry.user !== undefined && entry.user === user
    const belongs = isOfUser && (!splitsUsers || weight < 2 * mostWeight)
    if (weight >= mostWeight && !belongs) {
      yield batch
      batch = { candidates: [], refused: [], position: 0 }
      weight = 0
      mostWeight = await weigh()
    }
    batch.position = entry.position
    user = entry.user
    if ('account' in entry) batch.candidates.push(entry)
    else batch.refused.push(entry)
    weight += 'account' in entry ? weightOf(entry, mostWeight) : 1
  }
  yield batch
}
