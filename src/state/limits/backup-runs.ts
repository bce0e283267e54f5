import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { backUpOnThread } from '../../storage/tools/backup-thread.ts'
import { diskCondition } from '../../storage/tools/disk-condition.ts'
import { nextBackup, removeOldBackups } from '../../storage/tools/kept-backups.ts'
import { noteBackup } from '../../storage/tools/last-backup.ts'

/** The backups that are kept of those that administrators begin here. */
export const keptRuns = 3

/** Their names, so that those of the command, which may be in the same folder, are left alone. */
const named = 'norn-now'

/** The backup that was begun last in this process. */
export interface BackupRun {
  readonly isRunning: boolean
  /** In epoch milliseconds. */
  readonly begunAt?: number
  /** The reason why it was not made. */
  readonly problem?: string
}

/** Makes one backup at a time. One process at most serves an embedded database. */
export class BackupRuns {
  readonly #clock: Clock
  readonly #log: Logger
  #current: BackupRun = { isRunning: false }
  #ended: Promise<void> = Promise.resolve()

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock
    this.#log = log
  }

  get current(): BackupRun {
    return this.#current
  }

  /** Resolves when none is being made. */
  get ended(): Promise<void> {
    return this.#ended
  }

  /** Begins a backup, unless one is being made. */
  begin(database: string, folder: string): void {
    if (this.#current.isRunning) return
    const begunAt = this.#clock()
    this.#current = { isRunning: true, begunAt }
    this.#ended = this.#make(database, folder, begunAt).then(
      (file) => {
        this.#current = { isRunning: false, begunAt }
        this.#log.info({ file }, 'backed up')
      },
      (error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error)
        this.#current = { isRunning: false, begunAt, problem }
        this.#log.error({ err: error }, 'the backup was not made')
      },
    )
  }

  async #make(database: string, folder: string, begunAt: number): Promise<string> {
    const target = await nextBackup(folder, begunAt, named)
    const { databaseBytes } = await diskCondition(database)
    const { freeBytes } = await diskCondition(target)
    // The copy, and the file that is made of it. A full disk would stop the service.
    const needed = 2 * databaseBytes
    if (freeBytes < needed) throw new Error(`${folder} needs ${needed} bytes of room, and has ${freeBytes}`)
    await backUpOnThread({ database, target })
    await noteBackup(database, { at: new Date(begunAt).toISOString(), file: target })
    await removeOldBackups(folder, keptRuns, named)
    return target
  }
}
