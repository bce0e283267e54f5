import { access, readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** As nice(1) has it: the pool gets next to nothing of a core that the event loop needs, and all of it otherwise. */
const niceness = 19

/**
 * Gives the thread pool, where passwords are hashed, a lower priority than the event loop. On Linux each thread
 * has a priority of its own (sched(7)); elsewhere, and where /proc can't be read, nothing happens.
 */
export async function deferThreadPool(): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    // The pool's threads are started by the first work it is given: this call.
    await access('/proc/self/task')
    for (const thread of await readdir('/proc/self/task')) {
      const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8')
      if (name.trim() === 'libuv-worker') setPriority(Number(thread), niceness)
    }
  } catch {
    // A thread that has just ended, or a system that hides them: hashing then keeps its priority.
  }
}
