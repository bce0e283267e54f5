// npm run soak -- [options]: sends mixed traffic for a long time, during which nothing may grow.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Installation } from '../fuzz/service.ts'
import { startPostgres } from '../test/postgres.ts'
import { askingAt, paceOf } from './asking.ts'
import { startNeighbour } from './neighbour.ts'
import { operatorOf } from './operator.ts'
import { playersNamed } from './player.ts'
import { columns, type Growth, growth, type Sample, sample } from './samples.ts'
import { lanes, trafficOf } from './traffic.ts'

const usage = `Usage: npm run soak -- [options]

  --minutes N     how long (10)
  --players N     how many of them, at least 32 (200)
  --rate N        requests in a second, all together; as many as are answered unless given
  --seed S        the same seed chooses the same traffic (1)
  --database URL  postgres://…, or postgres for one of its own; an SQLite file unless given
  --json          print the samples as JSON

Compares the last tenth of the time with the second one, since the first is the warm-up, and exits with 1 where something
grows, an answer is unexpected, or groups or visitors were not seen.
`

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    players: { type: 'string', default: '200' },
    rate: { type: 'string' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [minutes, count] = [Number(given.minutes), Number(given.players)]
const rate = given.rate === undefined ? undefined : Number(given.rate)
// Each lane has players who may be friends of each other.
const isUsable = minutes > 0 && count >= 4 * lanes && (rate === undefined || rate > 0)
if (given.help || !isUsable) {
  process.stdout.write(usage)
  process.exit(given.help ? 0 : 2)
}

/** Short lifetimes, so that processes that usually take days happen within minutes. */
const variables = {
  NORN_ACCESS_TOKEN_LIFETIME: '60s',
  NORN_JOIN_LIFETIME: '5s',
  NORN_TEXTURES_KEY_LEAD: '5s',
  NORN_TEXTURES_KEY_RETENTION: '20s',
  NORN_GUESS_REFILL: '1s',
  NORN_NEIGHBOURS: 'on',
}

const header = `${['sample', ...columns].map((cell) => cell.padStart(10)).join('')}\n`

const postgres = given.database === 'postgres' ? await startPostgres() : undefined
const database = postgres?.url ?? given.database
const soaked = await Installation.make({ ...variables, ...(database && { NORN_DATABASE_URL: database }) })
const players = playersNamed('Soak', 'b', count)
const failures = new Map<string, number>()
const turn = paceOf(rate)

/** At least twenty samples, so that a tenth is more than one; one a minute in longer runs. */
const intervalMs = Math.min(60_000, (minutes * 60_000) / 20)

/** A command is a process, which takes a second of a core: in long runs they are further apart. */
const roundMs = Math.min(20_000, (minutes * 60_000) / 90)

try {
  const { status, printed } = await soaked.importAccounts(
    players.map(({ id, username, email, password }) => ({ id, username, email, password })),
  )
  if (status !== 0) throw new Error(`the import failed: ${printed}`)
  const token = await soaked.apiToken('soak')
  const neighbour = await startNeighbour(turn, failures)
  try {
    const service = await soaked.serve()
    const asking = askingAt(`http://127.0.0.1:${service.port}`, turn, failures)
    const operator = operatorOf(asking, token, soaked, players)
    const places = await operator.prepare(neighbour.root)
    const traffic = trafficOf({ asking, players, places, operator, neighbour }, Number(given.seed))
    const end = performance.now() + minutes * 60_000
    const isOver = () => performance.now() >= end || service.hasEnded()
    const untilOver = async (step: (at: number) => Promise<unknown>) => {
      for (let at = 0; !isOver(); at++) {
        try {
          await step(at)
        } catch (error) {
          // Its end is reported below.
          if (!service.hasEnded()) throw error
        }
      }
    }

    const samples: Sample[] = []
    asking.takeTimes()
    if (!given.json) process.stdout.write(header)
    await Promise.all([
      ...Array.from({ length: lanes }, (_, lane) => untilOver(() => traffic.step(lane))),
      untilOver(async (at) => {
        await operator.round(at)
        await sleep(roundMs)
      }),
      untilOver(async (at) => {
        await sleep(intervalMs)
        const taken = await sample(service, soaked.directory, asking.takeTimes(), database)
        samples.push(taken)
        if (!given.json) process.stdout.write(line(at + 1, taken))
      }),
    ])
    const crashed = service.hasEnded()
    await service.stop()

    const { claims, visits } = traffic.counts
    if (claims === 0) failures.set('no game server was told of a group', 1)
    if (visits === 0) failures.set('no player of the neighbour was let in', 1)
    const compared = growth(samples)
    if (given.json) process.stdout.write(`${JSON.stringify({ samples, compared, claims, visits })}\n`)
    else process.stdout.write(`${table(compared)}${claims} claims of a group, ${visits} visits\n`)
    for (const [what, times] of failures) process.stdout.write(`${times} times ${what}\n`)
    if (crashed) process.stdout.write(`the service ended: ${service.lastWords()}\n`)
    const isGood = !crashed && failures.size === 0 && compared.every(({ isWithin }) => isWithin)
    process.exitCode = isGood ? 0 : 1
  } finally {
    await neighbour.end()
  }
} finally {
  await soaked.remove()
  await postgres?.stop()
}

function line(number: number, taken: Sample): string {
  return `${[number, ...columns.map((column) => taken[column].toFixed(1))].map((cell) => String(cell).padStart(10)).join('')}\n`
}

function table(compared: readonly Growth[]): string {
  const rows = compared.map(({ what, before, after, most, isWithin }) =>
    [what, before.toFixed(1), after.toFixed(1), most.toFixed(1), isWithin ? 'within' : 'GROWS']
      .map((cell) => cell.padStart(12))
      .join(''),
  )
  return `${['', 'second', 'last', 'at most', ''].map((cell) => cell.padStart(12)).join('')}\n${rows.join('\n')}\n`
}
