import type { TestEvent } from 'node:test/reporters'
import { setTimeout as sleep } from 'node:timers/promises'
import { busyShare, othersShare, ticks } from './others.ts'
import { type How, runFiles } from './run-files.ts'

const attempts = 3
/** In milliseconds; other work on the machine may have ended by then. */
const pauseMs = 20_000

/**
 * Runs a measuring file by itself. A failure while others keep the machine busy says nothing about us: the file is
 * run again, and the last result counts. `remark` gets how busy the machine was each time.
 */
export async function* measureFile(
  file: string,
  how: Omit<How, 'atOnce'>,
  remark: (text: string) => void,
): AsyncGenerator<TestEvent> {
  for (let attempt = 1; ; attempt++) {
    const before = ticks()
    const events: TestEvent[] = []
    for await (const event of runFiles([file], { ...how, atOnce: 1 })) events.push(event)
    const share = othersShare(before, ticks())
    const hasFailed = events.some(({ type }) => type === 'test:fail')
    const isBusy = share > busyShare
    const others = `others took ${Math.round(share * 100)} % of this machine`
    if (hasFailed && isBusy && attempt < attempts && !how.signal.aborted) {
      remark(`${file} failed while ${others}: again`)
      await sleep(pauseMs, undefined, { signal: how.signal }).catch(() => undefined)
      continue
    }
    if (hasFailed)
      remark(
        isBusy
          ? `BUSY MACHINE: ${file} failed ${attempt} times, each time while others were at work (${others}): run it on a machine of its own`
          : `SLOWER, OR BROKEN: ${file} failed on a machine that did nothing else (${others})`,
      )
    yield* events
    return
  }
}
