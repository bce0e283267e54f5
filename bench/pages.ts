// npm run bench:pages: measures the cost of each page, the most views a second, and the effect of 200 views a
// second on hasJoined. `-- --library` measures the pages of a library of 100,000 textures, its pictures and the wardrobe,
// and nothing else; `-- --admin` those of administration with a year of figures and 1,000,000 accounts. `-- --against FOLDER` measures each page of another checkout, too, in turn, and nothing else.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { Child } from './child.ts'
import { figuresServer, fillFigures } from './figures.ts'
import type { PlayersOrder, Run, RunOrder } from './generator.ts'
import { fillLibrary, libraryHashes } from './library.ts'
import { median } from './measure.ts'
import { password, player, sample, writeAccounts } from './players.ts'
import {
  cpuSeconds,
  importAccounts,
  runCommand,
  type Service,
  type Setting,
  serve,
  wearSkin,
} from './service.ts'
import { signIn } from './sign-in.ts'
import type { PageOf, ViewOrder, Views } from './viewer.ts'
import { enter } from './visit.ts'

const open = ['/', '/register', '/sign-in', '/recover', '/device']
const ownPages = 'username email password language skin security security/totp devices applications delete'
const own = ['/account', ...ownPages.split(' ').map((page) => `/account/${page}`), '/account/export']

const { values: given } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    admin: { type: 'boolean', default: false },
    against: { type: 'string' },
    database: { type: 'string' },
    library: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '5' },
  },
})
const rounds = Number(given.rounds)
const roundMs = Number(given.seconds) * 1000

/** The pages of a library, with a text that is frequent, one that is rare, and one that nothing has; and the wardrobe. */
const ofLibrary = ['', '?sort=worn', '?kind=slim', '?q=dragon', '?q=wolpertinger', '?q=nowhere'].map(
  (query) => `/library${query}`,
)

/** The pages with figures: of a month and a year, of all game servers and of one. */
const ofAdmin = ['', '/figures', '/figures?period=year', `/figures?period=year&server=${figuresServer}`].map(
  (path) => `/admin${path}`,
)

const accounts = 1000
const viewsPerSecond = 200
const joins = { perSecond: 50, connections: 4 }
/** The time per page: enough for the code to be compiled, and for a clock with ticks of 10 ms. */
const each = { warmUpMs: 1500, measuredMs: 2000, connections: 4 }

const directory = mkdtempSync(join(tmpdir(), 'norn-bench-'))
const postgres = given.database === 'postgres' ? await startPostgres() : undefined
const databaseUrl = postgres?.url ?? `sqlite:${join(directory, 'norn.sqlite')}`
// Passkeys are offered only if the base URL has a name, and they cost something.
const baseUrl = 'http://norn.example'
const file = join(directory, 'accounts.ndjson')
await writeAccounts(file, accounts)
const { service, skin, pages } = await begin({ directory, databaseUrl, workers: 1, baseUrl })
const other = given.against === undefined ? undefined : await beginOther(given.against)
const players = new Child('./generator.ts')
// Real people use other machines, so these get only the CPU time that the service and the players leave.
const viewers = new Child('./viewer.ts', { isIdle: true })
try {
  if (other) await compare({ service, pages }, other)
  else if (given.library) await measureLibrary()
  else if (given.admin) await measureEach(pages)
  else await measureAll()
} finally {
  players.end()
  viewers.end()
  await service.stop()
  await other?.service.stop()
  await postgres?.stop()
  rmSync(directory, { recursive: true })
}

/** Prints what each page costs, and what hasJoined takes while they are viewed. */
async function measureAll(): Promise<void> {
  await measureEach(pages)
  say(`| all in turn | ${cellsOf(await measured(service, pages))} | |`)

  const signedIn = sample(accounts, 128)
  await signIn(service.port, signedIn)
  await players.ask({
    kind: 'players',
    signedIn,
    any: signedIn,
    withFriends: [],
    skin,
  } satisfies PlayersOrder)
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
}

async function measureEach(views: PageOf[]): Promise<void> {
  say('| page | µs on a core | of these on the event loop | views a second | kB |')
  say('| --- | ---: | ---: | ---: | ---: |')
  for (const page of views) say(await rowOf(service, page))
}

/** Measures the library, and its pictures: one that is remembered, and those that nobody has seen. */
async function measureLibrary(): Promise<void> {
  await measureEach(pages)
  const pictures = libraryHashes.map((texture) => ({
    path: `/skinsystem/render/${texture}.png?height=128`,
    cookie: '',
  }))
  const [seen, unseen] = [pictures.slice(0, 1), pictures.slice(1)]
  const half = Math.floor(unseen.length / 2)
  const costs = [
    ['seen before', await measured(service, seen)],
    ['never seen', await measured(service, unseen.slice(0, half), unseen.slice(half))],
  ] as const
  for (const [what, cost] of costs)
    say(`| a picture that was ${what} | ${cellsOf(cost)} | ${(cost.size / 1000).toFixed(1)} |`)
}

interface Side {
  service: Service
  /** The pages to view, in the same order on each side. */
  pages: PageOf[]
}

/** Fills a database, starts the service on it and signs a player in. */
async function begin(setting: Setting): Promise<Side & { skin: string }> {
  await importAccounts(setting, file)
  const skin = await wearSkin(setting, player(0).username)
  if (given.library)
    await fillLibrary(setting.databaseUrl, await readFile(join(setting.directory, 'skin.png')))
  if (given.admin) {
    await fillFigures(setting.databaseUrl, Number(given.accounts))
    await runCommand(setting, ['account', 'grant', player(0).username, 'admin'])
  }
  const started = await serve({ ...setting, ...(given.library && { settings: { NORN_LIBRARY: 'public' } }) })
  const cookie = await enter(started, player(0).username, password)
  const signedIn = given.admin ? ofAdmin : given.library ? [...ofLibrary, '/account/wardrobe'] : own
  const strangers = given.admin || given.library ? [] : open
  const views = [
    ...strangers.map((path) => ({ path, cookie: '' })),
    ...signedIn.map((path) => ({ path, cookie })),
  ]
  return { service: started, skin, pages: views }
}

/** Starts another checkout on a database of its own. */
async function beginOther(checkout: string): Promise<Side> {
  if (postgres) throw new Error('--against measures on SQLite')
  const folder = join(directory, 'other')
  mkdirSync(folder)
  const url = `sqlite:${join(folder, 'norn.sqlite')}`
  return begin({ directory: folder, databaseUrl: url, workers: 1, baseUrl, checkout: resolve(checkout) })
}

/** Prints what each page costs on both sides, measured in turn; the side that goes first changes each round. */
async function compare(here: Side, there: Side): Promise<void> {
  say(
    '| page | µs on a core, there | here | of these on the event loop, there | here | more, in ms | kB there | here |',
  )
  say('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const [at, page] of here.pages.entries()) {
    const before = there.pages[at]
    if (!before) throw new Error('both sides have the same pages')
    const costs: Record<'here' | 'there', Cost[]> = { here: [], there: [] }
    for (let round = 0; round < rounds; round++) {
      const turns = [
        async () => costs.here.push(await measured(here.service, [page])),
        async () => costs.there.push(await measured(there.service, [before])),
      ]
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
    }
    const middle = (side: keyof typeof costs, what: keyof Cost) =>
      median(costs[side].map((cost) => cost[what]))
    const cells = (['cpu', 'loop'] as const).flatMap((what) => [middle('there', what), middle('here', what)])
    const more = (middle('here', 'loop') - middle('there', 'loop')) / 1000
    const sizes = [middle('there', 'size'), middle('here', 'size')].map((size) => (size / 1000).toFixed(1))
    say(
      `| \`${page.path}\` | ${[...cells.map((cell) => cell.toFixed(0)), more.toFixed(2), ...sizes].join(' | ')} |`,
    )
  }
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

/** The cost of one view in microseconds, the most views a second, and the size of the last page in bytes. */
interface Cost {
  /** On all threads. */
  cpu: number
  /** On the event loop. */
  loop: number
  perSecond: number
  size: number
}

/** Measures the most views that the service can answer, after others that compile the code. */
async function measured(to: Service, views: PageOf[], before = views): Promise<Cost> {
  const { connections, warmUpMs, measuredMs } = each
  await look(to, before, { milliseconds: warmUpMs, connections })
  const was = [cpuSeconds(to.pid), cpuSeconds(to.pid, to.pid)] as const
  const { count, seconds, size } = await look(to, views, { milliseconds: measuredMs, connections })
  const micros = (at: number, from: number) => ((at - from) / count) * 1e6
  return {
    cpu: micros(cpuSeconds(to.pid), was[0]),
    loop: micros(cpuSeconds(to.pid, to.pid), was[1]),
    perSecond: count / seconds,
    size,
  }
}

function cellsOf({ cpu, loop, perSecond }: Cost): string {
  return [cpu, loop, perSecond].map((cell) => cell.toFixed(0)).join(' | ')
}

async function rowOf(to: Service, page: PageOf): Promise<string> {
  const cost = await measured(to, [page])
  return `| \`${page.path}\` | ${cellsOf(cost)} | ${(cost.size / 1000).toFixed(1)} |`
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
