// npm run bench:servers -- [--accounts N] [--database postgres] [--runs N]: the cost of hasJoined below the root of
// a game server, relative to its cost without one.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { digest } from '../src/lib/crypto/digest.ts'
import type { Database } from '../src/storage/engine/database.ts'
import { openDatabase } from '../src/storage/engine/open.ts'
import { type PostgresServer, startPostgres } from '../test/postgres.ts'
import { rootFor, writeCommunity } from './community.ts'
import { Connection } from './connection.ts'
import { median } from './measure.ts'
import { type Player, player, writeAccounts } from './players.ts'
import { get, isProfileOf, type Step } from './rows.ts'
import { importAccounts, type Service, serve } from './service.ts'

const { values: given } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '100' },
    database: { type: 'string' },
    data: { type: 'string' },
    node: { type: 'string', multiple: true, default: [] },
  },
})
const accounts = Number(given.accounts)
const connections = 32
/** Requests for each order: few enough that any other load on the machine affects both alike. */
const questions = 256

type Place = 'plain' | 'below'

async function main(): Promise<void> {
  const directory = given.data ? resolve(given.data) : mkdtempSync(join(tmpdir(), 'norn-bench-'))
  mkdirSync(directory, { recursive: true })
  const postgres = given.database === 'postgres' ? await startPostgres() : undefined
  try {
    const file = join(directory, 'norn.sqlite')
    const databaseUrl = postgres?.url ?? `sqlite:${file}`
    const setting = { directory, databaseUrl, workers: 1 }
    if (postgres || !existsSync(file)) {
      const first = join(directory, 'accounts.ndjson')
      await writeAccounts(first, 1)
      await importAccounts(setting, first)
      await writeCommunity(databaseUrl, accounts)
    }
    const ratios: number[] = []
    for (let run = 0; run < Number(given.runs); run++) {
      const service = await serve(setting, given.node)
      try {
        const { ratio, plain, below } = await measure(service, databaseUrl, postgres)
        ratios.push(ratio)
        process.stdout.write(
          `plain ${plain.toFixed(1)} us, below ${below.toFixed(1)} us, ${ratio.toFixed(3)}\n`,
        )
      } finally {
        await service.stop()
      }
    }
    process.stdout.write(`${accounts} accounts: ${median(ratios).toFixed(3)} times the CPU time\n`)
  } finally {
    await postgres?.stop()
    if (!given.data) rmSync(directory, { recursive: true, force: true })
  }
}

/** Measures both places in rounds, in alternating order. In microseconds. */
async function measure(service: Service, databaseUrl: string, postgres: PostgresServer | undefined) {
  await using db = await openDatabase(databaseUrl)
  const lines = await Promise.all(Array.from({ length: connections }, () => Connection.open(service.port)))
  const cost = { plain: [] as number[], below: [] as number[] }
  for (let round = -warmUp; round < Number(given.rounds); round++) {
    const order: Place[] = round % 2 === 0 ? ['plain', 'below'] : ['below', 'plain']
    for (const place of order) {
      const asked = await joined(db)
      const before = cpuOf(service, postgres)
      await send(
        lines,
        asked.map((each, turn) => question(each, place, turn)),
      )
      const each = (cpuOf(service, postgres) - before) / questions / 1000
      if (round >= 0) cost[place].push(each)
    }
  }
  for (const line of lines) line.close()
  const [plain, below] = [median(cost.plain), median(cost.below)]
  return { plain, below, ratio: median(cost.below.map((each, round) => each / (cost.plain[round] ?? 0))) }
}

interface Join {
  player: Player
  index: number
  serverId: string
}

/**
 * The players who are online, as many as a community has at once: signing the textures of a player who has not been
 * seen for hours costs 2 ms.
 */
const present = 2048
/** Runs until each of them has been seen. */
const warmUp = present / questions + 2
let joins = 0

/** Pending joins, of players from all over the table. */
async function joined(db: Database): Promise<Join[]> {
  const asked = Array.from({ length: questions }, () => {
    const index = Math.floor(((++joins % present) * accounts) / present)
    return { player: player(index), index, serverId: `-${process.pid}-${joins}` }
  })
  const expires_at = Date.now() + 60_000
  const rows = asked.map(({ player: { id }, serverId }) => {
    return {
      account_id: id,
      server_id_digest: digest(serverId),
      address: '127.0.0.1',
      credentials_version: 0,
      expires_at,
    }
  })
  await db.query.insertInto('pending_join').values(rows).execute()
  return asked
}

function question({ player, index, serverId }: Join, place: Place, turn: number): Step {
  const root = place === 'below' ? rootFor(index, turn) : ''
  const path = `${root}/session/hasJoined?username=${player.username}&serverId=${serverId}`
  return { request: get(path), isRight: isProfileOf(player) }
}

/** Sends all of them, one after the other on each connection. */
async function send(lines: readonly Connection[], steps: readonly Step[]): Promise<void> {
  const queue = steps.values()
  const drive = (line: Connection) =>
    new Promise<void>((done, failed) => {
      const next = (): void => {
        const { value: step } = queue.next()
        if (!step) return done()
        line.ask(step.request, (answer) => {
          if (step.isRight(answer)) return next()
          failed(new Error(`${step.request} was answered ${answer.status} ${answer.body.slice(0, 200)}`))
        })
      }
      next()
    })
  await Promise.all(lines.map(drive))
}

/** Nanoseconds of CPU time so far: of the service, and of the processes that serve its requests. */
function cpuOf({ pid }: Service, postgres: PostgresServer | undefined): number {
  return [pid, ...(postgres ? backends(postgres) : [])].reduce((sum, each) => sum + nanoseconds(each), 0)
}

function backends({ data }: PostgresServer): number[] {
  const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

/** Returns the CPU time of all threads (Documentation/scheduler/sched-stats.rst of Linux). */
function nanoseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce((sum, thread) => {
    const [ran = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(ran)
  }, 0)
}

await main()
