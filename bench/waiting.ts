// npm run bench:waiting -- [--database postgres] [--rounds N]: what hasJoined costs while few or very many joins wait.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { digest } from '../src/lib/crypto/digest.ts'
import { type Database } from '../src/storage/engine/database.ts'
import { openDatabase } from '../src/storage/engine/open.ts'
import { startPostgres } from '../test/postgres.ts'
import { writeCommunity } from './community.ts'
import { Connection } from './connection.ts'
import { connections, cpuOf, joined, question, questions, send, warmUp } from './has-joined.ts'
import { median } from './measure.ts'
import { player, writeAccounts } from './players.ts'
import { importAccounts, type Service, serve } from './service.ts'

const { values: given } = parseArgs({
  options: { database: { type: 'string' }, rounds: { type: 'string', default: '60' } },
})
const sizes = [0, 1000, 10_000, 100_000]
const accounts = 4096
const joinsPerAccount = 50
const hourMs = 3_600_000

/** A service with a database of its own, in which so many joins wait. */
interface Waiting {
  size: number
  service: Service
  db: Database
  cost: number[]
}

async function main(): Promise<void> {
  const isPostgres = given.database === 'postgres'
  const directories: string[] = []
  const servers = []
  const all: Waiting[] = []
  try {
    for (const size of sizes) {
      const directory = mkdtempSync(join(tmpdir(), 'norn-bench-'))
      directories.push(directory)
      const postgres = isPostgres ? await startPostgres() : undefined
      if (postgres) servers.push(postgres)
      const databaseUrl = postgres?.url ?? `sqlite:${join(directory, 'norn.sqlite')}`
      all.push({ size, ...(await serviceWith({ directory, databaseUrl, workers: 1 }, size)), cost: [] })
    }
    for (let round = -warmUp; round < Number(given.rounds); round++) {
      for (const each of round % 2 === 0 ? all : all.toReversed()) {
        const asked = await joined(each.db, accounts)
        // The service would have closed them while the others were measured.
        const lines = await Promise.all(
          Array.from({ length: connections }, () => Connection.open(each.service.port)),
        )
        const before = cpuOf(each.service, servers[all.indexOf(each)])
        await send(
          lines,
          asked.map((one) => question(one)),
        )
        for (const line of lines) line.close()
        const cost = (cpuOf(each.service, servers[all.indexOf(each)]) - before) / questions / 1000
        if (round >= 0) each.cost.push(cost)
      }
    }
    const [none] = all
    for (const { size, cost } of all) {
      const ratio = median(cost.map((one, round) => one / (none?.cost[round] ?? 0)))
      process.stdout.write(`${size} waiting: ${median(cost).toFixed(1)} us, ${ratio.toFixed(3)}\n`)
    }
  } finally {
    for (const { db, service } of all) {
      await db.close()
      await service.stop()
    }
    for (const server of servers) await server.stop()
    for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  }
}

async function serviceWith(
  setting: { directory: string; databaseUrl: string; workers: number },
  size: number,
) {
  const first = join(setting.directory, 'accounts.ndjson')
  await writeAccounts(first, 1)
  await importAccounts(setting, first)
  await writeCommunity(setting.databaseUrl, accounts)
  const db = await openDatabase(setting.databaseUrl)
  const expires_at = Date.now() + hourMs
  const rows = Array.from({ length: size }, (_, number) => ({
    account_id: player(Math.floor(number / joinsPerAccount)).id,
    server_id_digest: digest(`waiting ${number}`),
    address: '127.0.0.1',
    credentials_version: 0,
    expires_at: expires_at + number,
  }))
  for (let at = 0; at < rows.length; at += 500)
    await db.query
      .insertInto('pending_join')
      .values(rows.slice(at, at + 500))
      .execute()
  const service = await serve(setting)
  return { service, db }
}

await main()
