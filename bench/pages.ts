// npm run bench:pages: measures the cost of each page, the most views a second, and the effect of 200 views a
// second on hasJoined.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { Child } from './child.ts'
import type { PlayersOrder, Run, RunOrder } from './generator.ts'
import { median } from './measure.ts'
import { password, player, sample, writeAccounts } from './players.ts'
import { cpuSeconds, importAccounts, type Service, serve, wearSkin } from './service.ts'
import { signIn } from './sign-in.ts'
import type { PageOf, ViewOrder, Views } from './viewer.ts'
import { enter } from './visit.ts'

const open = ['/', '/register', '/sign-in', '/recover', '/device']
const ownPages = 'username email password language skin security security/totp devices applications delete'
const own = ['/account', ...ownPages.split(' ').map((page) => `/account/${page}`), '/account/export']

const { values: given } = parseArgs({
  options: {
    database: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '5' },
  },
})
const rounds = Number(given.rounds)
const roundMs = Number(given.seconds) * 1000

const accounts = 1000
const viewsPerSecond = 200
const joins = { perSecond: 50, connections: 4 }
/** The time per page: enough for the code to be compiled, and for a clock with ticks of 10 ms. */
const each = { warmUpMs: 1500, measuredMs: 2000, connections: 4 }

const directory = mkdtempSync(join(tmpdir(), 'norn-bench-'))
const postgres = given.database === 'postgres' ? await startPostgres() : undefined
const databaseUrl = postgres?.url ?? `sqlite:${join(directory, 'norn.sqlite')}`
// Passkeys are offered only if the base URL has a name, and they cost something.
const setting = { directory, databaseUrl, workers: 1, baseUrl: 'http://norn.example' }
const file = join(directory, 'accounts.ndjson')
await writeAccounts(file, accounts)
await importAccounts(setting, file)
const skin = await wearSkin(setting, player(0).username)
const service = await serve(setting)
const players = new Child('./generator.ts')
// Real people use other machines, so these get only the CPU time that the service and the players leave.
const viewers = new Child('./viewer.ts', { isIdle: true })
try {
  const cookie = await enter(service, player(0).username, password)
  const pages: PageOf[] = [
    ...open.map((path) => ({ path, cookie: '' })),
    ...own.map((path) => ({ path, cookie })),
  ]
  say('| page | µs on a core | of these on the event loop | views a second | kB |')
  say('| --- | ---: | ---: | ---: | ---: |')
  for (const page of pages) say(await rowOf(service, page))
  const all = await measured(service, pages)
  say(`| all in turn | ${all.cells.join(' | ')} | |`)

  const signedIn = sample(accounts, 128)
  await signIn(service.port, signedIn)
  await players.ask({ kind: 'players', signedIn, any: signedIn, skin } satisfies PlayersOrder)
  await hasJoinedP95(service)
  say(`\np95 of hasJoined in ms at ${joins.perSecond} joins a second: alone, beside views, times`)
  const pairs: { quiet: number; busy: number; views: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const quiet = await hasJoinedP95(service)
    const looking = look(service, pages, {
      milliseconds: roundMs,
      connections: 32,
      perSecond: viewsPerSecond,
    })
    const busy = await hasJoinedP95(service)
    const { count, seconds } = await looking
    pairs.push({ quiet, busy, views: count / seconds })
    say(report(quiet, busy, busy / quiet, count / seconds))
  }
  const middle = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value))
  const times = middle(({ quiet, busy }) => busy / quiet)
  say(
    `medians: ${report(
      middle(({ quiet }) => quiet),
      middle(({ busy }) => busy),
      times,
      middle(({ views }) => views),
    )}`,
  )
} finally {
  players.end()
  viewers.end()
  await service.stop()
  await postgres?.stop()
  rmSync(directory, { recursive: true })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function report(quiet: number, busy: number, times: number, views: number): string {
  return `${quiet.toFixed(2)} -> ${busy.toFixed(2)}, ${times.toFixed(2)} (${views.toFixed(0)} views a second)`
}

async function look(
  { port }: Service,
  pages: PageOf[],
  effort: Omit<ViewOrder, 'port' | 'pages'>,
): Promise<Views> {
  const seen = await viewers.ask<Views>({ ...effort, port, pages } satisfies ViewOrder)
  if (seen.wrong !== undefined) throw new Error(`a wrong answer: ${seen.wrong}`)
  return seen
}

/** Measures the most views that the service can answer. */
async function measured(to: Service, pages: PageOf[]): Promise<{ cells: string[]; size: number }> {
  const { connections, warmUpMs, measuredMs } = each
  await look(to, pages, { milliseconds: warmUpMs, connections })
  const before = [cpuSeconds(to.pid), cpuSeconds(to.pid, to.pid)] as const
  const { count, seconds, size } = await look(to, pages, { milliseconds: measuredMs, connections })
  const micros = (at: number, was: number) => (((at - was) / count) * 1e6).toFixed(0)
  const cells = [
    micros(cpuSeconds(to.pid), before[0]),
    micros(cpuSeconds(to.pid, to.pid), before[1]),
    (count / seconds).toFixed(0),
  ]
  return { cells, size }
}

async function rowOf(to: Service, page: PageOf): Promise<string> {
  const { cells, size } = await measured(to, [page])
  return `| \`${page.path}\` | ${cells.join(' | ')} | ${(size / 1000).toFixed(1)} |`
}

async function hasJoinedP95({ port }: Service): Promise<number> {
  const order: RunOrder = {
    kind: 'run',
    row: 'join + hasJoined',
    port,
    milliseconds: roundMs,
    what: 'service',
    ...joins,
  }
  const { lastStep, wrong } = await players.ask<Run>(order)
  if (wrong !== undefined) throw new Error(`a wrong answer: ${wrong}`)
  return lastStep[Math.floor(lastStep.length * 0.95)] ?? 0
}
