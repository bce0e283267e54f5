// npm run bench -- [options]: fills the product, drives it from another process, and compares it with a bare
// server.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { bundleProgram } from '../test/program.ts'
import { type Filled, measureInTurn, type Order } from './in-turn.ts'
import { player, writeAccounts } from './players.ts'
import { besideOther, compare, middle, type Result, table } from './report.ts'
import { countQuestions } from './round-trips.ts'
import { cpuSecondsOfEnded, createClient, importAccounts, wearSkin } from './service.ts'

const usage = `Usage: npm run bench -- [options]

  --accounts N      accounts to fill the database with (1000); given several times, these sizes in turn
  --characters N    of every hundred accounts so many have a character (0), which plays in rows without OAuth;
                    the other checkout of --against has none
  --seconds S       time for each row, service and limit together (6)
  --rounds N        parts of that time, service and limit in turn (3)
  --runs N          all of it so many times, each with a new process; the figures are medians (1)
  --connections N   requests under way at once (64)
  --database URL    sqlite:PATH, postgres://…, or postgres for one of its own; an SQLite file unless given
  --workers N       processes of the service (1)
  --row NAME        this row alone; may be given several times. logins and presence are measured after the rows
  --data DIR        keep the database here, and find it filled the next time
  --bundle          measure the bundle that packages have, not the sources
  --against FOLDER  another checkout, whose service is measured in turn, every other round first
  --json            print the figures as JSON
  --save FILE       write them to a file
  --compare FILE    hold them against such a file
  --node OPTION     an option for the service's Node.js, such as --cpu-prof
`

const { values: given } = parseArgs({
  options: {
    accounts: { type: 'string', multiple: true, default: ['1000'] },
    characters: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    runs: { type: 'string', default: '1' },
    connections: { type: 'string', default: '64' },
    database: { type: 'string' },
    workers: { type: 'string', default: '1' },
    row: { type: 'string', multiple: true, default: [] },
    data: { type: 'string' },
    bundle: { type: 'boolean', default: false },
    against: { type: 'string' },
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
const directory = given.data ? resolve(given.data) : mkdtempSync(join(tmpdir(), 'norn-bench-'))
const sizes = [...new Set(given.accounts.map(Number))].sort((a, b) => a - b)
const order: Order = {
  rounds: Number(given.rounds),
  seconds: Number(given.seconds),
  connections: Number(given.connections),
  rows: given.row,
  node: given.node,
  note,
}

async function fill(
  accounts: number,
  postgresUrl: string | undefined,
  checkout: string | undefined,
  name = String(accounts),
): Promise<Filled> {
  const home = join(directory, name)
  mkdirSync(home, { recursive: true })
  const databaseUrl = postgresUrl ?? given.database ?? `sqlite:${join(home, 'norn.sqlite')}`
  const workers = Number(given.workers)
  const setting = { directory: home, databaseUrl, workers, ...(checkout !== undefined && { checkout }) }
  note(`filling with ${accounts} accounts`)
  const file = join(home, 'accounts.ndjson')
  const characters = against !== undefined && checkout === against ? 0 : Number(given.characters)
  await writeAccounts(file, accounts, characters)
  const began = performance.now()
  const cpuBefore = cpuSecondsOfEnded()
  await importAccounts(setting, file)
  const seconds = (performance.now() - began) / 1000
  note(`took ${seconds.toFixed(1)} s, ${(cpuSecondsOfEnded() - cpuBefore).toFixed(1)} s on a core`)
  rmSync(file)
  return {
    ...setting,
    accounts,
    characters,
    skin: await wearSkin(setting, player(0).username),
    clientId: await createClient(setting),
  }
}

const isOwnPostgres = given.database === 'postgres'
const against = given.against === undefined ? undefined : resolve(given.against)
const bundle = given.bundle ? join(await bundleProgram(), '../..') : undefined
const postgres = isOwnPostgres ? await startPostgres() : undefined
const otherPostgres = isOwnPostgres && against ? await startPostgres() : undefined

try {
  const isOneDatabase = sizes.length === 1 && !against
  if (given.database && !isOwnPostgres && !isOneDatabase)
    throw new Error('--accounts several times and --against need databases of their own')
  if (postgres && sizes.length > 1) throw new Error('--accounts several times is for SQLite files')
  const databases: Filled[] = []
  for (const accounts of sizes) {
    const other = against ? await fill(accounts, otherPostgres?.url, against, `${accounts}-other`) : undefined
    databases.push({ ...(await fill(accounts, postgres?.url, bundle)), other })
  }
  const others = databases.flatMap(({ other }) => other ?? [])

  const runs: Result[][] = []
  for (let run = 1; run <= Number(given.runs); run++) {
    note(`run ${run} of ${given.runs}`)
    runs.push(await measureInTurn([...databases, ...others], order))
  }
  const all = [...databases, ...others].map((_, index) => middle(runs.flatMap((run) => run[index] ?? [])))
  const results = all.slice(0, databases.length)
  const [least] = results
  const [database] = databases
  if (!least || !database) throw new Error('--accounts takes a number')
  if (database.databaseUrl.startsWith('postgres')) await countQuestions(database, least.rows, order)

  if (given.save) writeFileSync(given.save, `${JSON.stringify(results, null, 2)}\n`)
  if (given.json) process.stdout.write(`${JSON.stringify(results)}\n`)
  else process.stdout.write(results.map((result) => table(result, least)).join('\n'))
  for (const [index, result] of results.entries()) {
    const other = all[databases.length + index]
    if (other && !given.json) process.stdout.write(besideOther(result, other))
  }
  if (given.compare) {
    const before: Result[] = JSON.parse(readFileSync(given.compare, 'utf8'))
    for (const result of results) process.stdout.write(compare(before, result))
  }
} finally {
  await postgres?.stop()
  await otherPostgres?.stop()
  if (!given.data) rmSync(directory, { recursive: true, force: true })
}
