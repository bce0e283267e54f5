import { isoTime } from '../lib/text/instant.ts'
import type { Deletion } from '../model/records/deletion.ts'

/** Returns a deletion as commands and the API show it. */
export const shownDeletion = ({ restorableUntil, ...deletion }: Deletion) => ({
  ...deletion,
  restorableUntil: isoTime(restorableUntil),
})
