import { availableParallelism } from 'node:os'
import { Child } from './child.ts'
import { befriend } from './friends.ts'
import type { PlayersOrder, Run, RunOrder } from './generator.ts'
import type { HashOrder } from './hash.ts'
import { signInByPages } from './oauth.ts'
import { sample } from './players.ts'
import { presence, type Row, rows } from './rows.ts'
import { cpuSeconds, loopDelay, peakMemory, residentMemory, type Service, type Setting } from './service.ts'
import { signIn } from './sign-in.ts'

export interface Measured {
  row: string
  /**
   * Operations per second of the service; `limit` is that of the bare server, or hashes per second, in the same
   * rounds.
   */
  rate: number
  limit: number
  /** The median of rate / limit over the rounds. */
  share: number
  target: number | null
  /** In milliseconds. */
  p50: number
  p95: number
  p99: number
  /** CPU time per operation in microseconds, for the service and for its limit. */
  cpu: number
  limitCpu: number
  /** In MB, after the row, and the most since the start. */
  memory: number
  peakMemory: number
  /** The 99th percentile, in milliseconds. */
  loopDelay: number
  /** PostgreSQL round trips per operation. */
  roundTrips: number | null
  /** CPU time per operation, relative to that of another checkout: the median over pairs of rounds. */
  ofOther: number | null
}

/**
 * The 95th percentile of hasJoined in milliseconds: with no other load, and while players sign in. Then that of the bare
 * server: with no other load, and while as many hashes are computed at once as the service allows itself then.
 */
export interface LoginRound {
  quiet: number
  busy: number
  bareQuiet: number
  bareBusy: number
}

export interface AmongLogins extends LoginRound {
  /** The median of busy / quiet over the rounds, and that of the bare server. */
  times: number
  bareTimes: number
  /** The highest allowed value. */
  target: number
}

/** Reports of presence, as many a second as `reporters` players send who report each minute. */
export interface Reports {
  reporters: number
  perSecond: number
  /** The part of one core that the service was busy, and that of the bare server at the same rate, right after it. */
  busy: number
  bareBusy: number
  /** In milliseconds; `loopDelay` is the 99th percentile. */
  p50: number
  p99: number
  loopDelay: number
}

/** The highest values that Reports may have. */
export const reportsTarget = { busy: 0.15, p99: 20 }

/** The service and, right after it, the limit, each for a while. */
export interface Round {
  service: Run
  limit: { operations: number; seconds: number }
  /** CPU time in seconds. */
  cpu: number
  limitCpu: number
}

export interface Effort {
  rounds: number
  /** The time for all rounds of one row, service and limit together. */
  seconds: number
  connections: number
}

/** The content of a filled database. */
export interface Prepared {
  accounts: number
  /** The number of accounts in a hundred that have a character. */
  characters: number
  /** The path of a skin file. */
  skin: string
  /** The id of a public OAuth client. */
  clientId: string
}

/** The time that launchers or hashes have before game servers ask, in milliseconds. */
const settleMs = 500

/** The number of players who have signed in, of those who are active, and of those whose games report. */
const sizes = { signedIn: 128, any: 1000, withFriends: 10_000 }

export class Measurement {
  readonly #generator = new Child('./generator.ts')
  readonly #launchers = new Child('./generator.ts')
  readonly #bare = new Child('./bare.ts')
  readonly #hash = new Child('./hash.ts')
  readonly #service: Service
  readonly #effort: Effort
  #barePort = 0
  #reporters = 0

  constructor(service: Service, effort: Effort) {
    this.#service = service
    this.#effort = effort
  }

  /** Signs players in with OAuth 2.0 only if one of the rows needs it, since that takes ten times as long. */
  async prepare(filled: Prepared & Setting, wanted: readonly Row[]): Promise<void> {
    const { accounts, characters, skin, clientId } = filled
    const usesOauth = wanted.some(({ players }) => players === 'signed in by OAuth')
    // Pages sign in accounts, so their own players play where a row needs OAuth.
    const playing = usesOauth ? 0 : characters
    const any = sample(accounts, sizes.any, playing)
    const signedIn = sample(accounts, Math.min(sizes.signedIn, any.length), playing)
    ;[this.#barePort] = await Promise.all([this.#bare.said<number>(), this.#hash.said<boolean>()])
    await signIn(this.#service.port, signedIn)
    if (usesOauth) {
      await signInByPages(this.#service.port, clientId, signedIn)
    }
    const usesFriends = wanted.some((row) => row.players === 'with friends')
    const withFriends = usesFriends ? sample(accounts, sizes.withFriends) : []
    await befriend(filled, withFriends)
    this.#reporters = withFriends.length
    const players: PlayersOrder = { kind: 'players', signedIn, any, withFriends, skin }
    await Promise.all([this.#generator.ask(players), this.#launchers.ask(players)])
  }

  /** Fills caches, lets code be compiled, and teaches the bare server its answers. */
  async warmUp(row: Row): Promise<void> {
    const warm = await this.#run(row, this.#service.port, 1000, 'warm-up')
    await this.#bare.ask(warm.recorded)
    await this.#limit(row, 300)
    await loopDelay(this.#service)
  }

  async round(row: Row): Promise<Round> {
    const before = cpuSeconds(this.#service.pid)
    const service = await this.#run(row, this.#service.port, this.#roundTime, 'service')
    const cpu = cpuSeconds(this.#service.pid) - before
    const { pid } = row.limit === 'hash' ? this.#hash : this.#bare
    const limitBefore = cpuSeconds(pid)
    const limit = await this.#limit(row, this.#roundTime)
    return { service, limit, cpu, limitCpu: cpuSeconds(pid) - limitBefore }
  }

  async measured(row: Row, rounds: readonly Round[]): Promise<Measured> {
    const rate = (run: { operations: number; seconds: number }) => run.operations / run.seconds
    const middle = (value: (round: Round) => number) => median(rounds.map(value))
    return {
      row: row.name,
      rate: middle(({ service }) => rate(service)),
      limit: middle(({ limit }) => rate(limit)),
      share: middle(({ service, limit }) => rate(service) / rate(limit)),
      target: row.target ?? null,
      p50: middle(({ service }) => percentile(service.latencies, 0.5)),
      p95: middle(({ service }) => percentile(service.latencies, 0.95)),
      p99: middle(({ service }) => percentile(service.latencies, 0.99)),
      cpu: middle(cpuPerOperation) * 1e6,
      limitCpu: middle(({ limit, limitCpu }) => (limitCpu / limit.operations) * 1e6),
      memory: residentMemory(this.#service.pid),
      peakMemory: peakMemory(this.#service.pid),
      loopDelay: await loopDelay(this.#service),
      roundTrips: null,
      ofOther: null,
    }
  }

  /** Runs operations only, so that the caller can count something meanwhile. */
  async operations(row: Row, milliseconds: number): Promise<number> {
    return (await this.#run(row, this.#service.port, milliseconds, 'service')).operations
  }

  /** Lets a few game servers ask, one question each at a time, while 60 launchers sign in. */
  async loginRound(): Promise<LoginRound> {
    const milliseconds = this.#roundTime + settleMs
    const quiet = await this.#hasJoined('service')
    const logins = this.#launchers.ask<Run>({
      kind: 'run',
      row: 'authenticate',
      port: this.#service.port,
      milliseconds,
      connections: 60,
      what: 'service',
    })
    const busy = await this.#afterSettling('service')
    const { wrong } = await logins
    if (wrong !== undefined) throw new Error(`a wrong answer: ${wrong}`)
    const bareQuiet = await this.#hasJoined('bare')
    const order: HashOrder = {
      milliseconds,
      atOnce: Math.max(1, availableParallelism() - 1),
      isDeferred: true,
    }
    const hashes = this.#hash.ask(order)
    const bareBusy = await this.#afterSettling('bare')
    await hashes
    return { quiet, busy, bareQuiet, bareBusy }
  }

  /** Lets each player report once, so that all are seen. */
  async firstReports(): Promise<void> {
    await this.#run(presence, this.#service.port, 0, 'warm-up')
    await loopDelay(this.#service)
  }

  /** Lets games report for all the time of a round, at the rate of those sizes, however many players there are. */
  async reports(): Promise<Reports> {
    const { run, busy } = await this.#reportsTo(this.#service, this.#roundTime * 2, 'service')
    const { seconds, latencies, recorded } = run
    const delay = await loopDelay(this.#service)
    await this.#bare.ask(recorded)
    const bare = await this.#reportsTo({ pid: this.#bare.pid, port: this.#barePort }, this.#roundTime, 'bare')
    return {
      reporters: this.#reporters,
      perSecond: latencies.length / seconds,
      busy,
      bareBusy: bare.busy,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      loopDelay: delay,
    }
  }

  async #reportsTo(
    { pid, port }: Pick<Service, 'pid' | 'port'>,
    milliseconds: number,
    what: RunOrder['what'],
  ): Promise<{ run: Run; busy: number }> {
    const before = cpuSeconds(pid)
    const run = await this.#run(presence, port, milliseconds, what, 16, sizes.withFriends / 60)
    return { run, busy: (cpuSeconds(pid) - before) / run.seconds }
  }

  async #afterSettling(what: 'service' | 'bare'): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    return this.#hasJoined(what)
  }

  /** Returns the 95th percentile of hasJoined for a few game servers. */
  async #hasJoined(what: 'service' | 'bare'): Promise<number> {
    const port = what === 'bare' ? this.#barePort : this.#service.port
    const run = await this.#run(joins, port, this.#roundTime, what, 4)
    return percentile(run.lastStep, 0.95)
  }

  /** In milliseconds. */
  get #roundTime(): number {
    const { rounds, seconds } = this.#effort
    return (seconds * 1000) / rounds / 2
  }

  async #run(
    row: Row,
    port: number,
    milliseconds: number,
    what: RunOrder['what'],
    connections = this.#effort.connections,
    perSecond?: number,
  ): Promise<Run> {
    const order: RunOrder = {
      kind: 'run',
      row: row.name,
      port,
      milliseconds,
      connections,
      what,
      ...(perSecond !== undefined && { perSecond }),
    }
    const run = await this.#generator.ask<Run>(order)
    if (run.wrong !== undefined) throw new Error(`a wrong answer: ${run.wrong}`)
    if (run.operations === 0) throw new Error(`${row.name}: nothing was answered`)
    return run
  }

  #limit(row: Row, milliseconds: number): Promise<{ operations: number; seconds: number }> {
    if (row.limit === 'bare') return this.#run(row, this.#barePort, milliseconds, 'bare')
    const order: HashOrder = { milliseconds, atOnce: availableParallelism() }
    return this.#hash.ask(order)
  }

  end(): void {
    for (const child of [this.#generator, this.#launchers, this.#bare, this.#hash]) child.end()
  }
}

const cpuPerOperation = ({ service, cpu }: Round): number => cpu / service.operations

/** Compares rounds with those of another checkout that were measured right before or after them. */
export const cpuRatio = (own: readonly Round[], others: readonly Round[]): number =>
  median(
    own.flatMap((round, index) => {
      const other = others[index]
      return other ? cpuPerOperation(round) / cpuPerOperation(other) : []
    }),
  )

/** The row of what game servers ask. */
export const joins = rows.find(({ name }) => name === 'join + hasJoined') as Row

export const rowsNamed = (names: readonly string[]): readonly Row[] =>
  names.length === 0 ? rows : rows.filter(({ name }) => names.some((part) => name.includes(part)))

export const amongLogins = (rounds: readonly LoginRound[]): AmongLogins => ({
  quiet: median(rounds.map(({ quiet }) => quiet)),
  busy: median(rounds.map(({ busy }) => busy)),
  times: median(rounds.map(({ quiet, busy }) => busy / quiet)),
  bareQuiet: median(rounds.map(({ bareQuiet }) => bareQuiet)),
  bareBusy: median(rounds.map(({ bareBusy }) => bareBusy)),
  bareTimes: median(rounds.map(({ bareQuiet, bareBusy }) => bareBusy / bareQuiet)),
  target: 1.3,
})

export const reportsOf = (rounds: readonly Reports[]): Reports => {
  const of = (value: (round: Reports) => number) => median(rounds.map(value))
  return {
    reporters: of(({ reporters }) => reporters),
    perSecond: of(({ perSecond }) => perSecond),
    busy: of(({ busy }) => busy),
    bareBusy: of(({ bareBusy }) => bareBusy),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    loopDelay: of(({ loopDelay }) => loopDelay),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const percentile = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
