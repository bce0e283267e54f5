import type { Readable, Writable } from 'node:stream'

/** A stream of the process; it has `isTTY` and `fd` if it belongs to the operating system. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly fd?: number }

/** The parts of the process that a command uses; tests provide their own. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** The directory of `.env` and of relative paths. */
  cwd(): string
}
