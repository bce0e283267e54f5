// The disk of the database fills up under load, and has room again; then it is full while the service starts.
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/until.ts'
import { wrongOfNewcomers } from '../conclusion.ts'
import { killAll } from '../kills.ts'
import { makeWorld } from '../world.ts'
import { mountDisk } from './disk.ts'
import type { Mishap } from './mishap.ts'

const saysWhatToDo = /"cause":"[^"]*full; make room for it[^\n]*"the database failed"/g

export const fullDisk: Mishap = {
  needsDisk: true,
  async run({ seed, players, tell }) {
    await using disk = mountDisk(24)
    const world = await makeWorld({ seed, players, settings: { NORN_LOG_LEVEL: 'warn' }, below: disk.path })
    const wrong: string[] = []
    try {
      await world.act(1, () => sleep(1000))
      await world.act(2, async () => {
        disk.fill()
        tell(await until('the log says that the disk is full', () => world.running.said(saysWhatToDo)[0]))
        await sleep(1000)
        const { status } = await world.asking.ask('GET', `/session/profile/${world.players[0]?.id}`)
        if (status !== 200) wrong.push(`a profile is ${status} while the disk is full`)
      })
      await disk.empty()
      const before = world.asking.count.answered
      await world.act(3, () =>
        until('changes are answered again', () => world.asking.count.answered > before + 50).then(
          () => undefined,
        ),
      )
      wrong.push(...(await world.check()))

      await world.act(4, async () => {
        disk.fill()
        await sleep(500)
        await killAll(world.running)
      })
      const start = await world.installation.serve().catch((error: Error) => error)
      if (start instanceof Error) {
        tell(start.message)
        if (!/make room|no space/i.test(start.message)) wrong.push(`the start said: ${start.message}`)
      } else await killAll(start)
      await disk.empty()
      world.running = await world.installation.serve()
      await world.untilItAnswers()
      wrong.push(...(await world.check()), ...(await wrongOfNewcomers(world)))
    } finally {
      await world.end()
    }
    return wrong
  },
}
