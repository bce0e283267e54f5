// npm run bench -- [options]: the built product, filled, driven by another process, beside a bare server.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { type AmongLogins, type Measured, Measurement, rowsNamed } from './measure.ts'
import { player, writeAccounts } from './players.ts'
import { compare, table } from './report.ts'
import { countRoundTrips } from './round-trips.ts'
import { importAccounts, type Setting, serve, wearSkin } from './service.ts'

const usage = `Usage: npm run bench -- [options]

  --accounts N      accounts to fill the database with (1000)
  --seconds S       time for each row, service and limit together (6)
  --rounds N        parts of that time, service and limit in turn (3)
  --connections N   requests under way at once (64)
  --database URL    sqlite:PATH, postgres://…, or postgres for one of its own; an SQLite file unless given
  --workers N       processes of the service (1)
  --row NAME        this row alone; may be given several times
  --data DIR        keep the database here, and find it filled the next time
  --json            print the figures as JSON
  --save FILE       write them to a file
  --compare FILE    hold them against such a file
  --node OPTION     an option for the service's Node.js, such as --cpu-prof
`

const { values: given } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    database: { type: 'string' },
    workers: { type: 'string', default: '1' },
    row: { type: 'string', multiple: true, default: [] },
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    save: { type: 'string' },
    compare: { type: 'string' },
    node: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})
if (given.help) {
  process.stdout.write(usage)
  process.exit(0)
}

const note = (line: string) => process.stderr.write(`${line}\n`)
const accounts = Number(given.accounts)
const directory = given.data ? resolve(given.data) : mkdtempSync(join(tmpdir(), 'norn-bench-'))
mkdirSync(directory, { recursive: true })

/** A second, short run through a proxy that counts: it would slow the first one. */
async function countQuestions(setting: Setting, measured: Measured[]): Promise<void> {
  const proxy = await countRoundTrips(setting.databaseUrl)
  const skin = await wearSkin(setting, player(0).username)
  const service = await serve({ ...setting, databaseUrl: proxy.url, workers: 1 })
  const measurement = new Measurement(service, { rounds: 1, seconds: 1, connections: 4 })
  try {
    await measurement.prepare(accounts, skin)
    for (const row of rowsNamed(given.row)) {
      await measurement.operations(row, 300)
      const before = proxy.count()
      const operations = await measurement.operations(row, 1000)
      const found = measured.find(({ row: name }) => name === row.name)
      if (found) found.roundTrips = (proxy.count() - before) / operations
    }
  } finally {
    measurement.end()
    await service.stop()
    proxy.close()
  }
}

const postgres = given.database === 'postgres' ? await startPostgres() : undefined

try {
  const setting: Setting = {
    directory,
    databaseUrl: postgres?.url ?? given.database ?? `sqlite:${join(directory, 'norn.sqlite')}`,
    workers: Number(given.workers),
  }
  note(`filling with ${accounts} accounts`)
  const file = join(directory, 'accounts.ndjson')
  await writeAccounts(file, accounts)
  await importAccounts(setting, file)
  rmSync(file)

  const skin = await wearSkin(setting, player(0).username)
  const service = await serve(setting, given.node)
  const effort = {
    rounds: Number(given.rounds),
    seconds: Number(given.seconds),
    connections: Number(given.connections),
  }
  const measurement = new Measurement(service, effort)
  const measured: Measured[] = []
  let amongLogins: AmongLogins | undefined
  try {
    await measurement.prepare(accounts, skin)
    for (const row of rowsNamed(given.row)) {
      note(row.name)
      measured.push(await measurement.row(row))
    }
    if (given.row.length === 0 || given.row.includes('logins')) {
      note('hasJoined among logins')
      amongLogins = await measurement.amongLogins()
    }
  } finally {
    measurement.end()
    await service.stop()
  }
  if (setting.databaseUrl.startsWith('postgres')) await countQuestions(setting, measured)
  const result = {
    accounts,
    database: setting.databaseUrl.split(':')[0],
    readyAfter: service.readyAfter,
    readyCpu: service.readyCpu,
    readyMemory: service.readyMemory,
    rows: measured,
    amongLogins,
  }
  if (given.save) writeFileSync(given.save, JSON.stringify(result, null, 2))
  process.stdout.write(given.json ? `${JSON.stringify(result)}\n` : table(result))
  if (given.compare) process.stdout.write(compare(JSON.parse(readFileSync(given.compare, 'utf8')), result))
} finally {
  await postgres?.stop()
  if (!given.data) rmSync(directory, { recursive: true, force: true })
}
