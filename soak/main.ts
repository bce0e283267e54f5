// npm run soak -- [options]: sends mixed traffic for a long time, during which nothing may grow.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Installation } from '../fuzz/service.ts'
import { startPostgres } from '../test/postgres.ts'
import { growth, type Sample, sample } from './samples.ts'
import { lanes, type SoakPlayer, trafficOf } from './traffic.ts'

const usage = `Usage: npm run soak -- [options]

  --minutes N     how long (10)
  --players N     how many of them (200)
  --seed S        the same seed chooses the same traffic (1)
  --database URL  postgres://…, or postgres for one of its own; an SQLite file unless given
  --json          print the samples as JSON

Compares the last tenth of the time with the second one and exits with 1 where something grows.
`

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    players: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const minutes = Number(given.minutes)
if (given.help || !(minutes > 0)) {
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
}

const columns = ['rss', 'heap', 'external', 'handles', 'files', 'data', 'audit', 'p99', 'requests'] as const
const header = `${['sample', ...columns].map((cell) => cell.padStart(10)).join('')}\n`

const postgres = given.database === 'postgres' ? await startPostgres() : undefined
const database = postgres?.url ?? given.database
const soaked = await Installation.make({ ...variables, ...(database && { NORN_DATABASE_URL: database }) })
const players = Array.from({ length: Number(given.players) }, (_, index): SoakPlayer => {
  const id = `b${index.toString(16).padStart(31, '0')}`
  return {
    id,
    username: `Soak_${index}`,
    email: `soak${index}@example.test`,
    password: 'correct horse',
    token: '',
  }
})

/** At least twenty samples, so that a tenth is more than one; one a minute in longer runs. */
const intervalMs = Math.min(60_000, (minutes * 60_000) / 20)

try {
  const { status, printed } = await soaked.importAccounts(
    players.map(({ id, username, email, password }) => ({ id, username, email, password })),
  )
  if (status !== 0) throw new Error(`the import failed: ${printed}`)
  const service = await soaked.serve()
  const traffic = trafficOf(() => service.port, players, Number(given.seed))
  const end = performance.now() + minutes * 60_000
  const isOver = () => performance.now() >= end || service.hasEnded()

  const samples: Sample[] = []
  const work = Array.from({ length: lanes }, async (_, lane) => {
    while (!isOver()) await traffic.step(lane)
  })
  const operate = async () => {
    for (let round = 0; !isOver(); round++) {
      const { username } = players[round % players.length] as SoakPlayer
      await command('account', 'suspend', username, '--until', inMs(3_600_000))
      await command('account', 'restore', username)
      await command('ban', 'add', `198.51.100.${round % 250}`, '--until', inMs(60_000))
      if (round % 5 === 0) await command('key', 'rotate', round % 2 === 0 ? 'tokens' : 'textures')
      await sleep(Math.min(5000, intervalMs))
    }
  }
  async function command(...line: string[]): Promise<void> {
    const { status, printed } = await soaked.command(...line)
    if (status === 0) return
    const what = `norn ${line.slice(0, 2).join(' ')}: ${printed.slice(0, 200)}`
    traffic.failures.set(what, (traffic.failures.get(what) ?? 0) + 1)
  }
  const watch = async () => {
    while (!isOver()) {
      await sleep(intervalMs)
      if (service.hasEnded()) return
      samples.push(await sample(service, soaked.directory, traffic.takeTimes()))
      if (!given.json) process.stdout.write(line(samples.length, samples.at(-1) as Sample))
    }
  }
  if (!given.json) process.stdout.write(header)
  await Promise.all([...work, operate(), watch()])
  const crashed = service.hasEnded()
  await service.stop()

  const compared = growth(samples)
  if (given.json) process.stdout.write(`${JSON.stringify({ samples, compared })}\n`)
  else process.stdout.write(table(compared))
  for (const [what, count] of traffic.failures) process.stdout.write(`${count} times ${what}\n`)
  if (crashed) process.stdout.write(`the service ended: ${service.lastWords()}\n`)
  const isGood = !crashed && traffic.failures.size === 0 && compared.every(({ isWithin }) => isWithin)
  process.exitCode = isGood ? 0 : 1
} finally {
  await soaked.remove()
  await postgres?.stop()
}

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString()
}

function line(number: number, sample: Sample): string {
  return `${[number, ...columns.map((column) => sample[column].toFixed(1))].map((cell) => String(cell).padStart(10)).join('')}\n`
}

function table(compared: ReturnType<typeof growth>): string {
  const rows = compared.map(({ what, before, after, most, isWithin }) =>
    [what, before.toFixed(1), after.toFixed(1), most.toFixed(1), isWithin ? 'within' : 'GROWS']
      .map((cell) => cell.padStart(12))
      .join(''),
  )
  return `${['', 'second', 'last', 'at most', ''].map((cell) => cell.padStart(12)).join('')}\n${rows.join('\n')}\n`
}
