// A service that nobody uses sleeps: its jobs share one timer, and nothing watches it unless somebody scrapes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Installation, install, type Serving } from './norn.ts'

/** One beat of the jobs, and one look of the HTTP server at its connections. */
const mostPerSecond = 2.5
const seconds = 8
const startSeconds = 10

let norn: Installation
let service: Serving
before(async () => {
  norn = await install()
  service = await norn.serve()
})
after(async () => {
  service.kill('SIGTERM')
  await service.ended
  await norn.remove()
})

/** Returns how often the event loop has woken (proc(5)). The main thread has the id of the process. */
function wakes(): number {
  const status = readFileSync(`/proc/${service.pid}/task/${service.pid}/status`, 'utf8')
  return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1])
}

async function wakesPerSecond(): Promise<number> {
  const first = wakes()
  await sleep(seconds * 1000)
  return (wakes() - first) / seconds
}

test('an idle service wakes twice a second', async (t) => {
  // Libraries for what somebody uses are loaded some seconds after the start, by hundreds of reads.
  await sleep(startSeconds * 1000)
  const idle = await wakesPerSecond()
  t.diagnostic(`${idle} a second`)
  assert.ok(idle <= mostPerSecond, `${idle} a second`)
})
