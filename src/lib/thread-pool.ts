import { access, readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** Of nice(1): next to nothing where the event loop wants the same core, all of it otherwise. */
const niceness = 19

/**
 * Lets the thread pool, where passwords are hashed, step back behind the event loop. On Linux each thread
 * has a priority of its own (sched(7)); elsewhere, and where /proc can't be read, nothing happens.
 */
export async function deferThreadPool(): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    // The pool starts with the first work that it is given.
    await access('/proc/self/task')
    for (const thread of await readdir('/proc/self/task')) {
      const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8')
      if (name.trim() === 'libuv-worker') setPriority(Number(thread), niceness)
    }
  } catch {
    // A thread that has just ended, or a system that hides them: hashing is as important as the rest then.
  }
}
