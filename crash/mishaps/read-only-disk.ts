// The disk of the database can't be written, as Linux makes it after an error: a service that starts on it says so.
import { setTimeout as sleep } from 'node:timers/promises'
import { killAll } from '../kills.ts'
import { mountDisk } from './disk.ts'
import { checkAgain, inWorld, type Mishap } from './mishap.ts'

export const readOnlyDisk: Mishap = {
  needsDisk: true,
  async run({ seed, players, tell }) {
    await using disk = mountDisk(64)
    // Awaited, since the disk goes when this returns.
    return await inWorld({ seed, players, below: disk.path }, async (world, wrong) => {
      for (let round = 1; round <= 3; round++) {
        await world.act(round, async () => {
          await sleep(1000)
          await killAll(world.running)
        })
        disk.setReadOnly(true)
        const start = await world.installation.serve().catch((error: Error) => error)
        if (start instanceof Error) {
          tell(start.message)
          if (!/read-?only/i.test(start.message) || / {4}at /.test(start.message))
            wrong.push(`the start said: ${start.message}`)
        } else {
          wrong.push('it started on a disk that cannot be written')
          await killAll(start)
        }
        disk.setReadOnly(false)
        world.running = await world.installation.serve()
        await checkAgain(world, wrong)
      }
    })
  },
}
