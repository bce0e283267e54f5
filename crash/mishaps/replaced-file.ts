// Somebody replaces the database file, or moves it away, while the service runs, and puts it back.
import { copyFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/until.ts'
import { killAll } from '../kills.ts'
import { checkAgain, inWorld, type Mishap } from './mishap.ts'

const saysWhatToDo =
  /"cause":"[^"]* while Norn had it open[^"]*put the same file back[^\n]*"the database failed"/g

export const replacedFile: Mishap = {
  run({ seed, players, tell }) {
    return inWorld({ seed, players }, async (world, wrong) => {
      const file = join(world.installation.directory, 'data/norn.sqlite')
      const aside = join(world.installation.directory, 'aside')
      for (const [round, isReplaced] of [false, true].entries()) {
        await world.act(2 * round, async () => {
          await sleep(700)
          await rename(file, aside)
          if (isReplaced) await copyFile(aside, file)
          tell(await until('the log says that it is gone', () => world.running.said(saysWhatToDo)[0]))
          const before = world.asking.count.answered
          await sleep(1000)
          // Requests that were under way may have been answered just before.
          const after = world.asking.count.answered
          if (after > before) wrong.push(`${after - before} changes were answered without the file`)
          if (isReplaced) await rm(file)
          await rename(aside, file)
        })
        await checkAgain(world, wrong)
        await world.act(2 * round + 1, async () => {
          await sleep(700)
          await killAll(world.running)
        })
        world.running = await world.installation.serve()
        await checkAgain(world, wrong)
      }
    })
  },
}
