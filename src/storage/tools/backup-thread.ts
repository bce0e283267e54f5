import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BackupOrder } from './backup-thread-entry.ts'

// The file next to this one has the same extension, in src and in dist.
const entry = new URL(`./backup-thread-entry${extname(import.meta.url)}`, import.meta.url)

/**
 * Backs up the embedded database like `backUp`, on a thread of its own, because copying takes as long as the database is
 * large. A process that has nothing else to do may end meanwhile, and then there is no backup.
 */
export async function backUpOnThread(order: BackupOrder): Promise<void> {
  const worker = new Worker(entry, { name: 'backup', workerData: order })
  worker.unref()
  // Rejects with what the thread throws.
  await once(worker, 'message')
  await once(worker, 'exit')
}
