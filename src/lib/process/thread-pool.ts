import { access, readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** The nice value (nice(1)). The pool gets little of a core that the event loop needs, and otherwise all. */
const niceness = 19

/**
 * Gives the thread pool, which hashes passwords, a lower priority than the event loop. On Linux each thread has its own
 * priority (sched(7)). Elsewhere, and if /proc can't be read, this does nothing.
 */
export async function deferThreadPool(): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    // The pool starts its threads with its first work, which is this call.
    await access('/proc/self/task')
    for (const thread of await readdir('/proc/self/task')) {
      const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8')
      if (name.trim() === 'libuv-worker') setPriority(Number(thread), niceness)
    }
  } catch {
    // A thread has just ended, or the system hides threads. Hashing then keeps its priority.
  }
}
