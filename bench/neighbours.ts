// npm run bench:neighbours -- [options]: how long players with an account wait for hasJoined while visitors arrive whose
// neighbour is dead.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Database } from '../src/storage/engine/database.ts'
import { openDatabase } from '../src/storage/engine/open.ts'
import { freePort } from '../test/free-port.ts'
import { startPostgres } from '../test/postgres.ts'
import { Child } from './child.ts'
import { rootFor, writeCommunity } from './community.ts'
import { Connection } from './connection.ts'
import type { Flood, FloodOrder } from './flood.ts'
import { type Join, joined, question, warmUp } from './has-joined.ts'
import { median, percentile } from './measure.ts'
import { writeAccounts } from './players.ts'
import { importAccounts, runCommand, type Service, type Setting, serve } from './service.ts'

const usage = `Usage: npm run bench:neighbours -- [options]

  --rounds N      rounds, each with every flood in turn (9)
  --joins N       hasJoined of players with an account in each part (2048)
  --rate N        the number of them in a second (400)
  --flood N       visitors in a second (100)
  --database D    postgres for one of its own; an SQLite file unless given
`

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    joins: { type: 'string', default: '2048' },
    rate: { type: 'string', default: '400' },
    flood: { type: 'string', default: '100' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const accounts = 4096
const connections = 16
const target = 1.2
/** Less than NORN_NEIGHBOUR_TIME. */
const slowMs = 3000

/** By the number of the game server. `quiet` has no visitors; strangers come to a game server without neighbours. */
const parts = ['quiet', 'strangers', 'silent', 'refusing', 'slow'] as const
type Part = (typeof parts)[number]

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'norn-bench-'))
  const postgres = given.database === 'postgres' ? await startPostgres() : undefined
  const [silent, slow] = [await startDead(), await startDead(slowMs)]
  const visitors = new Child('./flood.ts')
  try {
    const databaseUrl = postgres?.url ?? `sqlite:${join(directory, 'norn.sqlite')}`
    const setting: Setting = { directory, databaseUrl, workers: 1, settings: { NORN_NEIGHBOURS: 'on' } }
    const first = join(directory, 'accounts.ndjson')
    await writeAccounts(first, 1)
    await importAccounts(setting, first)
    await writeCommunity(databaseUrl, accounts)
    await addDead(setting, 'silent', silent.port)
    await addDead(setting, 'refusing', await freePort())
    await addDead(setting, 'slow', slow.port)
    await using db = await openDatabase(databaseUrl)
    const service = await serve(setting)
    try {
      await measure(service, db, visitors)
    } finally {
      await service.stop()
    }
  } finally {
    visitors.end()
    silent.close()
    slow.close()
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Accepts requests and never answers, or says after a while that nobody has joined. That does not count as a failure. */
async function startDead(afterMs?: number): Promise<{ port: number; close(): void }> {
  const server = createServer((_request, response) => {
    if (afterMs !== undefined) setTimeout(() => response.writeHead(204).end(), afterMs)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** A neighbour with so high a limit that only its failures keep questions from it. */
async function addDead(setting: Setting, id: 'silent' | 'refusing' | 'slow', port: number): Promise<void> {
  const root = `http://127.0.0.1:${port}`
  const addresses = [
    '--has-joined',
    `${root}/hasJoined`,
    '--profile',
    `${root}/`,
    '--names-url',
    `${root}/names`,
  ]
  const policy = ['--private', '--offline', '--who', 'everyone', '--limit', '10000']
  await runCommand(setting, ['neighbour', 'add', id, '--kind', 'urls', ...addresses, ...policy])
  await runCommand(setting, ['server', 'set', `server-${parts.indexOf(id)}`, '--neighbour', id])
}

async function measure(service: Service, db: Database, visitors: Child): Promise<void> {
  const p99 = new Map(parts.map((part) => [part, [] as number[]]))
  for (let round = 0; round < warmUp; round++) await latencies(service, await joined(db, accounts))
  for (let round = 0; round < Number(given.rounds); round++) {
    for (const part of round % 2 === 0 ? parts : parts.toReversed()) {
      const asked: Join[] = []
      while (asked.length < Number(given.joins)) asked.push(...(await joined(db, accounts)))
      const flood = part === 'quiet' ? undefined : begin(visitors, service, part, asked.length)
      // The visitors come first.
      await sleep(500)
      const sorted = await latencies(service, asked)
      p99.get(part)?.push(percentile(sorted, 0.99))
      const told = flood && `${(await flood).asked} visitors, ${JSON.stringify((await flood).statuses)}`
      const [half, most] = [0.5, 0.99].map((share) => percentile(sorted, share).toFixed(2))
      process.stderr.write(`${part}: p50 ${half} ms, p99 ${most} ms; ${told ?? 'no visitors'}\n`)
    }
  }
  const quiet = p99.get('quiet') ?? []
  for (const [part, each] of p99) {
    const ratio = median(each.map((one, round) => one / (quiet[round] ?? 0)))
    const held = part === 'quiet' ? '' : `, ${ratio.toFixed(2)} times (at most ${target})`
    process.stdout.write(`${part}: p99 ${median(each).toFixed(2)} ms${held}\n`)
  }
}

function begin(visitors: Child, service: Service, part: Part, joins: number): Promise<Flood> {
  const order: FloodOrder = {
    port: service.port,
    root: rootFor(parts.indexOf(part), 0),
    perSecond: Number(given.flood),
    milliseconds: 500 + (joins / Number(given.rate)) * 1000,
  }
  return visitors.ask<Flood>(order)
}

/**
 * Asks about the joins at the rate, each below the root of a game server, and returns the latencies in milliseconds,
 * sorted. A question that had to wait for an earlier one counts from the instant at which it was due.
 */
async function latencies({ port }: Service, asked: readonly Join[]): Promise<Float64Array> {
  const lines = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)))
  const began = performance.now()
  const everyMs = 1000 / Number(given.rate)
  const took: number[] = []
  let next = 0
  const drive = async (line: Connection): Promise<void> => {
    for (;;) {
      const turn = next++
      const one = asked[turn]
      if (!one) return
      const due = began + turn * everyMs
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      // A timer of this process may be late, which is not the service's time.
      const from = early > 0 ? performance.now() : due
      const { request, isRight } = question(one, rootFor(one.index, turn))
      await new Promise<void>((done, failed) => {
        line.ask(request, (answer) => {
          took.push(performance.now() - from)
          if (isRight(answer)) done()
          else failed(new Error(`${request} was answered ${answer.status} ${answer.body.slice(0, 200)}`))
        })
      })
    }
  }
  await Promise.all(lines.map(drive))
  for (const line of lines) line.close()
  return Float64Array.from(took).sort()
}

if (given.help) process.stdout.write(usage)
else await main()
