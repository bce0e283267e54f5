import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWatchingClock } from '../../src/jobs/clock.ts'

test('a clock that was set by more than a minute is reported once, with the direction', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const lines: string[] = []
  const log = { warn: ({ seconds }: { seconds: number }, line: string) => lines.push(`${seconds} ${line}`) }
  let [now, monotonic] = [1_000_000_000, 500]
  const stop = startWatchingClock(
    log as never,
    () => now,
    () => monotonic,
    5000,
  )
  t.after(stop)
  const pass = (ms: number) => {
    now += ms
    monotonic += 5000
    t.mock.timers.tick(5000)
    return lines.splice(0)
  }
  assert.deepEqual(pass(5000), [])
  // A correction by a time server.
  assert.deepEqual(pass(5000 + 60_000), [])
  assert.match(
    pass(5000 + 3_600_000).join('\n'),
    /^3600 the clock of this machine was set forward: .*timedatectl/,
  )
  assert.deepEqual(pass(5000), [])
  assert.match(pass(5000 - 3_600_000).join('\n'), /^-3600 the clock of this machine was set back: /)
})
