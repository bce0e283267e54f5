// Loaded into the service with --import: says how long its event loop was held, and what memory it has.
// CPU time of the thread, not the time on the clock: on a busy machine the process often waits for a core.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface ProbeAnswer {
  id: number
  /** The longest time on a core between two turns of the event loop since the last question, in ms. */
  held: number
  heapUsed: number
  external: number
  rss: number
  handles: number
}

/** How often it looks, in ms. */
const interval = 2

type ThreadCpu = () => { user: number; system: number }
const threadCpu = (process as { threadCpuUsage?: ThreadCpu }).threadCpuUsage?.bind(process)

/** Milliseconds on a core, of this thread alone where the runtime can tell (from Node.js 23.9 on). */
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
  // Whoever measures has gone: there is nothing left to serve for.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}
