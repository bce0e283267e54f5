// Joins that begin at a steady pace through several instances, each then asked for by two game servers at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Asking, patiently, Unanswered } from '../crash/asking.ts'
import { until } from '../test/until.ts'

/** Between two tries of a game server, in milliseconds. */
const pauseMs = 200
/** A join is given up if game servers were not answered so many times. */
const mostTries = 100

/** A join, by the monotonic clock in milliseconds. */
export interface Write {
  begun: number
  isAnswered: boolean
  /** The requests without an answer, of the player and of both game servers. */
  unanswered: number
}

export interface Writes {
  /** Returns the time of its answer once a write that began at `since` or later was answered with success. */
  back(since: number): Promise<number>
  /** The writes that have ended, which game servers may still ask for. */
  readonly all: readonly Write[]
  /** Ends it once all have been answered, and returns what is wrong, in words. */
  end(): Promise<string[]>
}

/** A write begins every `paceMs` milliseconds; `instances` take turns. */
export function startWrites(
  instances: readonly Asking[],
  joiners: readonly Joiner[],
  paceMs: number,
): Writes {
  const all: Write[] = []
  const answers: number[] = []
  const wrong: string[] = []
  const underWay = new Set<Promise<void>>()
  const at = (number: number): Asking => instances[number % instances.length] as Asking

  async function write(number: number): Promise<void> {
    const joiner = joiners[number % joiners.length] as Joiner
    const [begun, serverId] = [performance.now(), `write-${number}`]
    const isAnswered = await join(at(number), joiner, serverId)
    const done: Write = { begun, isAnswered, unanswered: isAnswered ? 0 : 1 }
    all.push(done)
    if (!isAnswered) return
    answers.push(begun, performance.now())
    const [one, other] = [number, number + 1].map((each) => ask(at(each), joiner, serverId))
    const given = (await Promise.all([one, other])) as Given[]
    done.unanswered += given.reduce((sum, { unanswered }) => sum + unanswered, 0)
    wrong.push(...wrongOf(serverId, given))
  }

  async function start(): Promise<void> {
    for (let number = 0; !isOver; number++) {
      const writing = write(number)
      underWay.add(writing)
      void writing.finally(() => underWay.delete(writing))
      await sleep(paceMs)
    }
  }

  let isOver = false
  const starting = start()
  return {
    all,
    back: (since) =>
      until('writes are answered again', () => {
        for (let n = 0; n < answers.length; n += 2) if ((answers[n] ?? 0) >= since) return answers[n + 1]
        return undefined
      }),
    async end() {
      isOver = true
      await starting
      await Promise.all(underWay)
      return wrong
    },
  }
}

/** Returns false without an answer. */
async function join(asking: Asking, { id, accessToken }: Joiner, serverId: string): Promise<boolean> {
  try {
    const { status } = await asking.post('/session/join', { accessToken, selectedProfile: id, serverId })
    if (status !== 200) asking.fail(`a steady join: ${status}`)
    return status === 200
  } catch (error) {
    if (error instanceof Unanswered) return false
    throw error
  }
}

/** The answers that one game server got. */
export interface Given {
  yes: number
  no: number
  unanswered: number
}

/** Asks until there is an answer. */
async function ask(asking: Asking, { username }: Joiner, serverId: string): Promise<Given> {
  const given: Given = { yes: 0, no: 0, unanswered: 0 }
  while (given.yes + given.no === 0 && given.unanswered < mostTries) {
    try {
      const query = new URLSearchParams({ username, serverId })
      const { status } = await asking.ask('GET', `/session/hasJoined?${query}`)
      if (status === 200) given.yes++
      else given.no++
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      given.unanswered++
      await sleep(pauseMs)
    }
  }
  return given
}

/** Judges a join that was answered with success, by what each game server was told. */
export function wrongOf(serverId: string, given: readonly Given[]): string[] {
  const sum = (of: (one: Given) => number) => given.reduce((total, one) => total + of(one), 0)
  const yes = sum((one) => one.yes)
  if (yes > 1) return [`${yes} game servers were told yes to the join ${serverId}`]
  // An answer that never arrived may have been the yes.
  if (yes === 0 && sum((one) => one.unanswered) === 0) return [`the join ${serverId} was lost`]
  return []
}

/** A signed-in player. */
export interface Joiner {
  id: string
  username: string
  accessToken: string
}

/** Creates an account, and signs in once. */
export async function makeJoiner(asking: Asking, number: number): Promise<Joiner> {
  const [username, password] = [`Steady_${number}`, `a steady horse ${number}`]
  const fields = { username, password, email: `steady${number}@example.test` }
  const { id } = JSON.parse((await patiently(() => asking.api('POST', '/accounts', fields))).text) as Joiner
  const body = { username, password, clientToken: 'steady' }
  const { text } = await patiently(() => asking.post('/auth/authenticate', body))
  return { id, username, accessToken: (JSON.parse(text) as Joiner).accessToken }
}
