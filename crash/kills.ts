// Kills the service, or its database, under load again and again.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../fuzz/random.ts'
import type { RunningProgram } from '../fuzz/service.ts'
import { startPostgres } from '../test/postgres.ts'
import { askingPostgres, askingSqlite, backAfter, conclude } from './conclusion.ts'
import { noteMs, type Outage } from './outbox.ts'
import { makeWorld } from './world.ts'

export interface Killing {
  kills: number
  players: number
  seed: number
  database: 'sqlite' | 'postgres'
  workers: number
  victim: 'norn' | 'postgres'
}

/** Returns what is wrong, in words. `tell` gets a line now and then. */
export async function killAgainAndAgain(
  { kills, players, seed, database, workers, victim }: Killing,
  tell: (line: string) => void,
): Promise<string[]> {
  const postgres = database === 'postgres' ? await startPostgres({}) : undefined
  const settings = {
    NORN_WORKERS: String(workers),
    ...(postgres && { NORN_DATABASE_URL: postgres.url }),
  }
  const world = await makeWorld({ seed, players, settings })
  const random = new Random(seed, 0)
  const wrong: string[] = []
  const outages: Outage[] = []
  const times: number[] = []
  let isEnough = false
  const stopEarly = () => {
    isEnough = true
  }
  process.once('SIGTERM', stopEarly)
  try {
    for (let kill = 1; kill <= kills && wrong.length <= 20 && !isEnough; kill++) {
      let from = 0
      let to = 0
      await world.act(kill, async () => {
        await sleep(300 + random.below(1500))
        from = performance.now()
        if (victim === 'postgres') await postgres?.kill('SIGKILL')
        else await killAll(world.running)
        // A message may have arrived that was not read yet.
        to = performance.now() + noteMs
      })
      if (victim === 'postgres') await postgres?.restart()
      else world.running = await world.installation.serve()
      await world.untilItAnswers()
      const back = performance.now()
      // A service without a database continues to send what it has leased.
      outages.push({ from: from - noteMs, to: victim === 'postgres' ? back : to })
      times.push(Math.round(back - from))
      wrong.push(...(await world.check()))
      if (kill % 10 === 0 || wrong.length > 0) tell(`${kill} kills, ${wrong.length} wrong`)
    }
    const ask = await (postgres ? askingPostgres(postgres.url) : askingSqlite(world))
    const end = await conclude(world, outages, workers, ask)
    wrong.push(...end.wrong)
    tell(`${outages.length} kills, ${end.figures}; ${backAfter(times)}`)
    return wrong
  } finally {
    process.off('SIGTERM', stopEarly)
    await world.end()
    await postgres?.stop()
  }
}

/** Kills the service and its workers at one moment, as a machine does that loses power. */
export async function killAll(program: RunningProgram): Promise<void> {
  const children = readdirSync(`/proc/${program.pid}/task`).flatMap((task) =>
    readFileSync(join(`/proc/${program.pid}/task`, task, 'children'), 'utf8')
      .split(' ')
      .filter(Boolean),
  )
  for (const pid of [program.pid, ...children.map(Number)]) process.kill(pid, 'SIGKILL')
  while (!program.hasEnded()) await sleep(5)
}
