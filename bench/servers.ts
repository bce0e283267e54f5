// npm run bench:servers -- [--accounts N] [--database postgres] [--runs N]: the cost of hasJoined below the root of
// a game server, relative to its cost without one.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/storage/engine/open.ts'
import { type PostgresServer, startPostgres } from '../test/postgres.ts'
import { rootFor, writeCommunity } from './community.ts'
import { Connection } from './connection.ts'
import { connections, cpuOf, joined, question, questions, send, warmUp } from './has-joined.ts'
import { median } from './measure.ts'
import { writeAccounts } from './players.ts'
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
      const asked = await joined(db, accounts)
      const before = cpuOf(service, postgres)
      await send(
        lines,
        asked.map((each, turn) => question(each, place === 'below' ? rootFor(each.index, turn) : '')),
      )
      const each = (cpuOf(service, postgres) - before) / questions / 1000
      if (round >= 0) cost[place].push(each)
    }
  }
  for (const line of lines) line.close()
  const [plain, below] = [median(cost.plain), median(cost.below)]
  return { plain, below, ratio: median(cost.below.map((each, round) => each / (cost.plain[round] ?? 0))) }
}

await main()
