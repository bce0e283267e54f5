// The clock of the machine jumps an hour forward, back, and an hour too far back, under load.
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/until.ts'
import { wrongOfNewcomers } from '../conclusion.ts'
import { killAll } from '../kills.ts'
import { makeWorld } from '../world.ts'
import type { Mishap } from './mishap.ts'

const jump = /the clock of this machine was set/g
const hourMs = 3_600_000

/** A join that waited for ten minutes by the clock that was set forward. */
const expired = 'hasJoined: 401'

export const clock: Mishap = {
  async run({ seed, players, tell }) {
    const file = join(tmpdir(), `norn-crash-clock-${process.pid}`)
    writeFileSync(file, '0')
    const settings = { NORN_LOG_LEVEL: 'warn', CRASH_CLOCK: file }
    const preload = new URL('shifted-clock.ts', import.meta.url).href
    const world = await makeWorld({ seed, players, settings, preload: [preload] })
    const wrong: string[] = []
    try {
      for (const [round, [to, direction]] of [
        [hourMs, 'forward'],
        [0, 'back'],
        [-hourMs, 'back'],
        [0, 'forward'],
      ].entries() as ArrayIterator<[number, [number, string]]>) {
        const before = world.running.said(jump).length
        await world.act(round, async () => {
          await sleep(500)
          writeFileSync(file, String(to))
          const line = new RegExp(`the clock of this machine was set ${direction}: [^"]*`, 'g')
          await until(
            `the log says that the clock was set ${direction}`,
            () => world.running.said(jump).length > before,
          )
          tell(world.running.said(line).at(-1) ?? '')
          await sleep(500)
          if (round % 2 === 1) await killAll(world.running)
        })
        // A join waits for ten minutes, and links for some hours.
        if (direction === 'forward') for (const player of world.players) player.joins.clear()
        if (round % 2 === 1) world.running = await world.installation.serve()
        await world.untilItAnswers()
        wrong.push(...(await world.check()))
      }
      wrong.push(...(await wrongOfNewcomers(world)))
      world.asking.failures.delete(expired)
      for (const [what, count] of world.asking.failures) wrong.push(`${count} times ${what}`)
    } finally {
      await world.end()
      rmSync(file)
    }
    return wrong
  },
}
