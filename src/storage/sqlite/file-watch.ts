import { statSync } from 'node:fs'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'

interface Identity {
  readonly dev: number
  readonly ino: number
}

/** Which file stands at a path now; undefined where none does. */
export function identityOf(path: string): Identity | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

/**
 * Notices that a database's files are no longer the ones that are open: what is written to those nobody
 * would find again. A look costs microseconds, beside a commit that waits for the disk.
 */
export class FileWatch {
  readonly #opened: readonly (readonly [path: string, identity: Identity])[]

  /** `paths`: as they are now, which is how they are expected to stay. */
  constructor(paths: readonly string[]) {
    this.#opened = paths.flatMap((path) => {
      const identity = identityOf(path)
      return identity ? [[path, identity] as const] : []
    })
  }

  /** Throws DatabaseUnavailable while a file has been deleted, moved or replaced. */
  check(): void {
    for (const [path, opened] of this.#opened) {
      const now = identityOf(path)
      if (now?.ino !== opened.ino || now.dev !== opened.dev) throw gone(path, now === undefined)
    }
  }
}

export const gone = (path: string, isMissing: boolean): DatabaseUnavailable =>
  new DatabaseUnavailable(
    `${path} was ${isMissing ? 'deleted or moved away' : 'replaced'} while Norn had it open, so nothing is written any more; put the same file back and Norn goes on, or stop it and restore a backup (norn restore FILE --verify); see docs/operations.md first, for what is still open`,
  )
