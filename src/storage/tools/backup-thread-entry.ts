import { parentPort, workerData } from 'node:worker_threads'
import { backUp } from './backup.ts'

/** The paths of the database and of the backup. */
export interface BackupOrder {
  readonly database: string
  readonly target: string
}

const { database, target } = workerData as BackupOrder
await backUp(database, target)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('made')
