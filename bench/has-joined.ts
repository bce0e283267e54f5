// Joins that wait, the hasJoined that takes each of them, and the CPU time of it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../src/lib/crypto/digest.ts'
import type { Database } from '../src/storage/engine/database.ts'
import type { PostgresServer } from '../test/postgres.ts'
import type { Connection } from './connection.ts'
import { type Player, player } from './players.ts'
import { get, isProfileOf, type Step } from './rows.ts'
import type { Service } from './service.ts'

export const connections = 32
/** Questions for each order: so few that whatever else the machine does meets both alike. */
export const questions = 256

export interface Join {
  player: Player
  index: number
  serverId: string
}

/**
 * The players who are online, as many as a community has at once: signing the textures of a player who has not been
 * seen for hours costs 2 ms.
 */
const present = 2048
/** Runs until each of them has been seen. */
export const warmUp = present / questions + 2
let joins = 0

/** Pending joins, of players from all over the table. */
export async function joined(db: Database, accounts: number): Promise<Join[]> {
  const asked = Array.from({ length: questions }, () => {
    const index = Math.floor(((++joins % present) * accounts) / present)
    return { player: player(index), index, serverId: `-${process.pid}-${joins}` }
  })
  const expires_at = Date.now() + 60_000
  const rows = asked.map(({ player: { id }, serverId }) => {
    return {
      account_id: id,
      server_id_digest: digest(serverId),
      address: '127.0.0.1',
      credentials_version: 0,
      expires_at,
    }
  })
  await db.query.insertInto('pending_join').values(rows).execute()
  return asked
}

/** hasJoined below `root`, which is empty for the plain one. */
export function question({ player, serverId }: Join, root = ''): Step {
  const path = `${root}/session/hasJoined?username=${player.username}&serverId=${serverId}`
  return { request: get(path), isRight: isProfileOf(player) }
}

/** Sends all of them, one after the other on each connection. */
export async function send(lines: readonly Connection[], steps: readonly Step[]): Promise<void> {
  const queue = steps.values()
  const drive = (line: Connection) =>
    new Promise<void>((done, failed) => {
      const next = (): void => {
        const { value: step } = queue.next()
        if (!step) return done()
        line.ask(step.request, (answer) => {
          if (step.isRight(answer)) return next()
          failed(new Error(`${step.request} was answered ${answer.status} ${answer.body.slice(0, 200)}`))
        })
      }
      next()
    })
  await Promise.all(lines.map(drive))
}

/** Nanoseconds of CPU time so far: of the service, and of the processes that serve its requests. */
export function cpuOf({ pid }: Service, postgres: PostgresServer | undefined): number {
  return [pid, ...(postgres ? backends(postgres) : [])].reduce((sum, each) => sum + nanoseconds(each), 0)
}

function backends({ data }: PostgresServer): number[] {
  const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

/** Returns the CPU time of all threads (Documentation/scheduler/sched-stats.rst of Linux). */
function nanoseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce((sum, thread) => {
    const [ran = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(ran)
  }, 0)
}
