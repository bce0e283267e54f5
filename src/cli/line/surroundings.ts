import type { Readable, Writable } from 'node:stream'

/** A stream of the process; `isTTY` and `fd` where it is one of the operating system's. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly fd?: number }

/** Everything a command uses of the process it runs in: `process` has all of it, and a test gives its own. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** The directory of `.env`, and of relative paths. */
  cwd(): string
}
