// Norn as stations: the event loop of each process, its commits, the threads that sign and hash, the database's cores.
import { measuredConnections, postgresRows, signatureCost, sqliteRows } from './costs.ts'
import { Clock, Commits, Station, seeded, spread } from './queueing.ts'

/**
 * The coefficient of variation of the times of equal requests. With this one the model has the p95 of `lookup` that
 * docs/performance.json has. Collections of garbage and other guests of the host are in it.
 */
export const variation = 1.8

export interface Percentiles {
  p50: number
  p95: number
  p99: number
}

function percentilesOf(times: number[]): Percentiles {
  times.sort((one, other) => one - other)
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0) / 1000
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export interface Predicted extends Percentiles {
  /** Operations per second. */
  rate: number
}

/** Predicts a row of the bench: connections that ask again as soon as they are answered, and one event loop. */
export function closedLoop(
  cpu: number,
  { requests = 1, connections = measuredConnections, seed = 1, operations = 40_000 } = {},
): Predicted {
  const clock = new Clock()
  const random = seeded(seed)
  const factor = spread(random, variation)
  const loop = new Station(clock, 1)
  const times: number[] = []
  const ask = (left: number, since: number): void =>
    loop.serve((cpu / requests) * factor(), () => {
      if (left > 1) return ask(left - 1, since)
      times.push(clock.now - since)
      ask(requests, clock.now)
    })
  for (let each = 0; each < connections; each++) ask(requests, 0)
  while (times.length < operations) clock.runUntil(clock.now + cpu * 1000)
  return { rate: times.length / (clock.now / 1e6), ...percentilesOf(times.slice(operations / 10)) }
}

/**
 * Predicts how many operations a second one process and PostgreSQL do on two cores, which the load generator shares. It
 * needs about what a bare server needs for the same bytes.
 */
export function sharedCores(row: string, cores = 2): number {
  const { norn = Number.NaN, server = Number.NaN } = postgresRows().get(row) ?? {}
  const generator = sqliteRows().get(row)?.limitCpu ?? Number.NaN
  return 1e6 / Math.max(norn, (norn + server + generator) / cores)
}

export interface Installation {
  joinsPerSecond: number
  /** Processes of Norn, each with an event loop and a core. */
  processes: number
  databaseCores: number
  /** The share of hasJoined whose signature is in no cache. */
  unsigned?: number
  /** Sign-ins for each join. */
  signIns?: number
  /** The time until a commit is on the disk, in milliseconds. */
  commitMs?: number
  seed?: number
  /** Simulated seconds; a fifth more pass before anything counts. */
  seconds?: number
}

export interface Simulated {
  /** The share of its time that each works. */
  loops: number
  threads: number
  database: number
  join: Percentiles
  hasJoined: Percentiles
  lookup: Percentiles
}

/** Nothing holds the event loop for longer, in microseconds: what a sign-in does next to its hash comes in such parts. */
const longestTurn = 200

/** The requests that come with a join, with the row of each in docs/performance.md and its part of that row. */
const requests = [
  { name: 'join', row: 'join + hasJoined', part: 0.5, writes: true },
  { name: 'hasJoined', row: 'join + hasJoined', part: 0.5, writes: true },
  { name: 'validate', row: 'validate', part: 1, writes: false },
  { name: 'profile', row: 'profile', part: 1, writes: false },
  { name: 'lookup', row: 'lookup', part: 1, writes: false },
] as const

/** Simulates players who come at random moments. */
export function simulate(given: Installation): Simulated {
  const { joinsPerSecond, processes, databaseCores, unsigned = 0.01, signIns = 0.01 } = given
  const { commitMs = 1, seed = 1, seconds = 1 } = given
  const clock = new Clock()
  const random = seeded(seed)
  const factor = spread(random, variation)
  const database = new Station(clock, databaseCores)
  const nodes = Array.from({ length: processes }, () => ({
    loop: new Station(clock, 1),
    threads: new Station(clock, 1),
    commits: new Commits(clock, { atOnce: 2, writes: 32, duration: () => commitMs * 1000 * factor() }),
  }))
  const costs = postgresRows()
  const signature = signatureCost()
  const { cpu = 0, limitCpu: hash = 0 } = sqliteRows().get('authenticate') ?? {}
  const warmUp = seconds * 0.2e6
  const times = new Map<string, number[]>(requests.map(({ name }) => [name, []]))

  const send = ({ name, row, part, writes }: (typeof requests)[number]): void => {
    const node = nodes[Math.floor(random() * processes)]
    const { norn = 0, server = 0 } = costs.get(row) ?? {}
    if (!node) return
    const since = clock.now
    const answer = () =>
      node.loop.serve((norn / 2) * part * factor(), () => {
        if (since > warmUp) times.get(name)?.push(clock.now - since)
      })
    const sign = () =>
      name === 'hasJoined' && random() < unsigned ? node.threads.serve(signature, answer) : answer()
    node.loop.serve((norn / 2) * part * factor(), () =>
      database.serve(server * part * factor(), () => (writes ? node.commits.join(sign) : sign())),
    )
  }
  const signIn = (): void => {
    const node = nodes[Math.floor(random() * processes)]
    const work = (left: number): void => {
      if (left > 0) node?.loop.serve(Math.min(left, longestTurn), () => work(left - longestTurn))
    }
    node?.threads.serve(hash, () => work((cpu - hash) * factor()))
  }
  const arrive = (perSecond: number, happen: () => void): void => {
    const next = () => {
      happen()
      clock.after((-Math.log(1 - random()) / perSecond) * 1e6, next)
    }
    if (perSecond > 0) clock.after((-Math.log(1 - random()) / perSecond) * 1e6, next)
  }
  for (const request of requests) arrive(joinsPerSecond, () => send(request))
  arrive(joinsPerSecond * signIns, signIn)
  clock.runUntil(warmUp + seconds * 1e6)
  const busy = (stations: Station[]) =>
    stations.reduce((sum, { worked, servers }) => sum + worked / servers, 0) / stations.length / clock.now
  const of = (name: string) => percentilesOf(times.get(name) ?? [])
  return {
    loops: busy(nodes.map(({ loop }) => loop)),
    threads: busy(nodes.map(({ threads }) => threads)),
    database: busy([database]),
    join: of('join'),
    hasJoined: of('hasJoined'),
    lookup: of('lookup'),
  }
}

/** The installations of docs/scaling.md. */
export const installations: readonly Installation[] = [
  { joinsPerSecond: 1000, processes: 1, databaseCores: 1 },
  { joinsPerSecond: 10_000, processes: 4, databaseCores: 4 },
  { joinsPerSecond: 100_000, processes: 40, databaseCores: 32, seconds: 0.25 },
]

const percent = (share: number): string => `${Math.round(share * 100)}%`
const ms = ({ p50, p95, p99 }: Percentiles): string =>
  [p50, p95, p99].map((time) => time.toFixed(1)).join('; ')

/** Returns a row of the table in docs/scaling.md. */
export function simulatedRow(installation: Installation): string {
  const { joinsPerSecond, processes, databaseCores } = installation
  const { loops, threads, database, join, hasJoined, lookup } = simulate(installation)
  const cells = [
    joinsPerSecond.toLocaleString('en'),
    `${processes}, ${percent(loops)}`,
    percent(threads),
    `${databaseCores}, ${percent(database)}`,
    ms(join),
    ms(hasJoined),
    ms(lookup),
  ]
  return `| ${cells.join(' | ')} |`
}
