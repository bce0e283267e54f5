// The load generator, a process of its own. It has the players, and does one run after the other.
import { Connection } from './connection.ts'
import type { Player } from './players.ts'
import { type Answer, everyRow, type Step } from './rows.ts'

export interface PlayersOrder {
  kind: 'players'
  signedIn: Player[]
  any: Player[]
  withFriends: Player[]
  skin: string
}

export interface RunOrder {
  kind: 'run'
  row: string
  port: number
  milliseconds: number
  connections: number
  /** The target rate of all connections together; without it, they go as fast as they can. */
  perSecond?: number
  /** A warm-up lasts until every player had a turn. */
  what: 'warm-up' | 'service' | 'bare'
}

export type Order = PlayersOrder | RunOrder

/** The answers of each step, for the bare server to repeat. */
export interface Recorded {
  head: string
  body: string
}

export interface Run {
  operations: number
  seconds: number
  /** Latencies in milliseconds, sorted: of whole operations, and of their last steps. */
  latencies: Float64Array
  lastStep: Float64Array
  recorded: Recorded[]
  /** The first wrong answer. */
  wrong: string | undefined
}

let signedIn: Player[] = []
let any: Player[] = []
let withFriends: Player[] = []
let skin = ''
let count = 0

async function run(order: RunOrder): Promise<Run> {
  const row = everyRow.find(({ name }) => name === order.row)
  if (!row) throw new Error(`there is no row ${order.row}`)
  const players = {
    any,
    'signed in': signedIn,
    'signed in by OAuth': signedIn,
    'signing in': any,
    'with friends': withFriends,
  }[row.players]
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => Connection.open(order.port)),
  )
  const latencies: number[] = []
  const lastStep: number[] = []
  const recorded: Recorded[] = []
  let wrong: string | undefined
  const start = performance.now()
  const end = start + order.milliseconds
  const everyMs = order.perSecond === undefined ? 0 : (order.connections / order.perSecond) * 1000

  /**
   * Each connection cycles through its own players, so that no two connections act for one player at the same time.
   */
  const drive = (connection: Connection, first: number): Promise<void> =>
    new Promise((done) => {
      let turn = first
      let steps: Step[] = []
      let at = 0
      let began = 0
      let asked = 0
      // Spread over the interval: independent players do not ask at one moment.
      const startsIn = (everyMs * first) / order.connections
      let due = start + startsIn
      const next = (): void => {
        if (at === steps.length) {
          const player = players[turn % players.length]
          const isRoundDone = order.what !== 'warm-up' || turn >= first + players.length
          if (!player || wrong !== undefined || (performance.now() >= end && isRoundDone)) return done()
          turn += connections.length
          steps = row.operation(player, ++count, { players: any, skin })
          at = 0
          began = performance.now()
        }
        asked = at === 0 ? began : performance.now()
        connection.ask(steps[at]?.request ?? '', answered)
      }
      const answered = (answer: Answer): void => {
        const step = steps[at]
        const isRight = order.what === 'bare' ? answer.status < 500 : step?.isRight(answer)
        if (!isRight) {
          wrong = `${row.name}: ${step?.request.slice(0, 200)} was answered ${answer.status} ${answer.body.slice(0, 200)}`
          return done()
        }
        recorded[at] ??= { head: connection.head, body: answer.body }
        if (++at === steps.length) {
          const now = performance.now()
          latencies.push(now - began)
          lastStep.push(now - asked)
          due += everyMs
          if (due > now) {
            setTimeout(next, due - now)
            return
          }
        }
        next()
      }
      if (startsIn > 0) setTimeout(next, startsIn)
      else next()
    })

  await Promise.all(connections.map((connection, index) => drive(connection, index % players.length)))
  const seconds = (performance.now() - start) / 1000
  for (const connection of connections) connection.close()
  return {
    operations: latencies.length,
    seconds,
    latencies: Float64Array.from(latencies).sort(),
    lastStep: Float64Array.from(lastStep).sort(),
    recorded,
    wrong,
  }
}

process.on('message', async (order: Order) => {
  if (order.kind === 'players') {
    signedIn = order.signedIn
    any = order.any
    withFriends = order.withFriends
    skin = order.skin
    process.send?.(true)
  } else {
    process.send?.(await run(order))
  }
})
