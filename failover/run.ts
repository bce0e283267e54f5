// Strikes the primary under load, one blow after another.
import { setTimeout as sleep } from 'node:timers/promises'
import { askingAt } from '../crash/asking.ts'
import { askingPostgres, conclude } from '../crash/conclusion.ts'
import { noteMs, type Outage } from '../crash/outbox.ts'
import { makeWorld, type World } from '../crash/world.ts'
import { Random } from '../fuzz/random.ts'
import { until } from '../test/until.ts'
import { blows } from './blows.ts'
import { judge } from './judge.ts'
import type { Machine } from './machines.ts'
import { type Cluster, startCluster } from './patroni.ts'
import { urlThrough, type Way } from './poolers.ts'
import { makeJoiner, startWrites, type Writes } from './writes.ts'

export interface Run {
  /** The names of what happens, in turns. */
  kinds: readonly string[]
  /** The programs between Norn and PostgreSQL. */
  way: Way
  /** A planted fault: writes are answered before the standby has them. */
  localCommits: boolean
  /** Each of `kinds` happens so often. */
  rounds: number
  players: number
  seed: number
}

/** A steady write begins each time, in milliseconds. */
const paceMs = 200

/** Returns what is wrong, in words. `tell` gets a line for each blow. */
export async function strikeAgainAndAgain(
  { kinds, way, localCommits, rounds, players, seed }: Run,
  tell: (line: string) => void,
): Promise<string[]> {
  const cluster = await startCluster()
  let isEnough = false
  const stopEarly = () => {
    isEnough = true
  }
  process.once('SIGTERM', stopEarly)
  try {
    const settings = {
      NORN_DATABASE_URL: await urlThrough(way, cluster),
      ...(localCommits && { PGOPTIONS: '-c synchronous_commit=local' }),
    }
    const world = await makeWorld({ seed, players, settings })
    const second = await world.installation.serve()
    try {
      const joiners = await Promise.all([1, 2, 3, 4].map((number) => makeJoiner(world.asking, number)))
      const instances = [world.asking, askingAt(() => second.port, '')]
      const writes = startWrites(instances, joiners, paceMs)
      const random = new Random(seed, 0)
      const wrong: string[] = []
      const outages: Outage[] = []
      for (let round = 0; round < rounds * kinds.length && wrong.length <= 20 && !isEnough; round++) {
        const kind = kinds[round % kinds.length] ?? ''
        const found = await strikeOnce({ world, cluster, writes, kind, round, random, outages })
        tell(found.line)
        wrong.push(...found.wrong)
      }
      wrong.push(...(await writes.end()))
      if (second.hasEnded()) wrong.push(`the second instance ended: ${second.lastWords()}`)
      await second.stop()
      const primary = await cluster.untilWhole()
      const ask = await askingPostgres(`postgres://postgres@${primary.address}:5432/postgres`)
      const end = await conclude(world, outages, instances.length, ask)
      tell(`${outages.length} blows, ${writes.all.length} steady joins, ${end.figures}`)
      return [...wrong, ...end.wrong]
    } finally {
      await second.stop()
      await world.end()
    }
  } finally {
    process.off('SIGTERM', stopEarly)
    await cluster.end()
  }
}

interface Round {
  world: World
  cluster: Cluster
  writes: Writes
  kind: string
  round: number
  random: Random
  outages: Outage[]
}

async function strikeOnce({ world, cluster, writes, kind, round, random, outages }: Round) {
  const blow = blows[kind]
  if (!blow) throw new Error(`nothing is called ${kind}`)
  const [isFirst, at] = [round === 0, { strike: 0, promotion: 0, back: 0 }]
  let primary: Machine | undefined
  await world.act(round, async () => {
    await sleep((isFirst ? 3000 : 1000) + random.below(1500))
    primary = await until('somebody leads', () => cluster.leader())
    const struck = primary
    at.strike = performance.now()
    await blow.strike(struck, cluster)
    const promoted = cluster.promoted(struck).then(() => (at.promotion = performance.now()))
    at.back = await writes.back(at.strike)
    await promoted
    // The new primary alone, under load.
    await sleep(2000)
    await blow.undo(struck, cluster)
    await cluster.untilWhole()
  })
  await world.untilItAnswers()
  outages.push({ from: at.strike - noteMs, to: performance.now() })
  const { wrong, line } = judge({ kind, on: primary?.name ?? '', ...at }, writes.all)
  return { line, wrong: [...wrong, ...(await world.check())] }
}
