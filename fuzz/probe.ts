// Loaded into the service with --import: reports how long its event loop was blocked, and its memory. It measures
// the thread's CPU time, since on a busy machine the process often waits for a core.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface ProbeAnswer {
  id: number
  /** The longest CPU time between two turns of the event loop since the last question, in milliseconds. */
  held: number
  heapUsed: number
  external: number
  rss: number
  handles: number
}

/** The time between two looks, in milliseconds. */
const interval = 2

type ThreadCpu = () => { user: number; system: number }
const threadCpu = (process as { threadCpuUsage?: ThreadCpu }).threadCpuUsage?.bind(process)

/** Returns CPU time in milliseconds, of this thread only if the runtime can tell (from Node.js 23.9 on). */
const spent = (): number => {
  const { user, system } = (threadCpu ?? process.cpuUsage.bind(process))()
  return (user + system) / 1000
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

if (process.send) {
  let last = spent()
  let held = 0
  let waiting: (() => void)[] = []
  const look = () => {
    const now = spent()
    held = Math.max(held, now - last)
    for (const answer of waiting) answer()
    waiting = []
    last = spent()
  }
  setInterval(look, interval).unref()
  process.on('message', ({ id, gc }: { id: number; gc: boolean }) => {
    waiting.push(() => {
      const answer = held
      held = 0
      if (gc) collect()
      const { heapUsed, external, rss } = process.memoryUsage()
      const handles = process.getActiveResourcesInfo().length
      process.send?.({ id, held: answer, heapUsed, external, rss, handles } satisfies ProbeAnswer)
    })
  })
  // Without the measuring process, there is nothing left to serve for.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}
