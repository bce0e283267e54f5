import { clock } from './clock.ts'
import { fullDisk } from './full-disk.ts'
import type { Mishap } from './mishap.ts'
import { readOnlyDisk } from './read-only-disk.ts'
import { replacedFile } from './replaced-file.ts'
import { tornLog } from './torn-log.ts'

/** By the name on the command line. */
export const mishaps: Readonly<Record<string, Mishap>> = {
  'full-disk': fullDisk,
  'read-only-disk': readOnlyDisk,
  'torn-log': tornLog,
  'replaced-file': replacedFile,
  clock,
}
