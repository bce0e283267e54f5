// All that a client, or sixty launchers, can do to a service while others play.
import { Child } from '../bench/child.ts'
import type { Run } from '../bench/generator.ts'
import type { Target } from '../test/attacks/storm.ts'
import type { Crowd, CrowdOrder, Holding } from './crowd.ts'
import type { Pace, Scene } from './scene.ts'

/** A load that has begun. */
interface Burden {
  /** Ends it, and resolves with how much of it there was, in a few words. Throws if there was none. */
  end(): Promise<string>
}

export interface Load {
  name: string
  /** The pace of others meanwhile. */
  pace: Pace
  /** The most that the others' 95th percentile may be of the quiet one. */
  limit: number
  /** The most that the service's memory may grow, in MB. */
  growth: number
  begin(scene: Scene, milliseconds: number): Promise<Burden>
}

const launchers = 60
const evening: Pace = { connections: 8, perSecond: 200 }

export const loads: readonly Load[] = [
  {
    name: 'sign-ins',
    // The same rate as in `npm run bench` during sign-ins.
    pace: { connections: 4 },
    limit: 1.5,
    growth: 100,
    begin: async ({ launchers: signingIn, service }, milliseconds) => {
      const run = signingIn.ask<Run>({
        kind: 'run',
        row: 'authenticate',
        port: service.port,
        milliseconds,
        connections: launchers,
        what: 'service',
      })
      return {
        end: async () => {
          const { wrong, operations, seconds } = await run
          if (wrong !== undefined) throw new Error(`a wrong answer: ${wrong}`)
          return `${(operations / seconds).toFixed(0)} a second`
        },
      }
    },
  },
  held('idle', 10_000, 250),
  held('slow bodies', 1000, 100),
  held('slow readers', 50, 150),
  storm('lookup', 'lookups', 100),
  storm('registration', 'registrations', 150),
]

function held(holding: Holding, connections: number, growth: number): Load {
  return {
    name: holding === 'idle' ? 'idle connections' : holding,
    pace: evening,
    limit: 2,
    growth,
    begin: async ({ service }) => {
      const crowd = new Child('../starve/crowd.ts')
      const { port } = service
      await crowd.ask<Crowd>({ holding, port, connections } satisfies CrowdOrder)
      return {
        end: async () => {
          const { open, closed } = await crowd.ask<Crowd>('count')
          crowd.end()
          if (open < connections / 2) throw new Error(`${holding}: only ${open} connections were open`)
          return `${open} open, ${closed} closed`
        },
      }
    },
  }
}

function storm(name: 'lookup' | 'registration', title: string, growth: number): Load {
  return {
    name: title,
    pace: evening,
    limit: 2,
    growth,
    begin: async ({ service }) => {
      const target: Target = {
        baseUrl: `http://127.0.0.1:${service.port}`,
        profileId: '',
        token: '',
        password: '',
      }
      // An attacker has a machine of their own.
      const child = new Child('../test/attacks/storm.ts', {
        isIdle: true,
        line: [name, JSON.stringify(target)],
      })
      const began = performance.now()
      return {
        end: async () => {
          const statuses = await child.ask<[status: number, count: number][]>('stop')
          const answered = statuses.reduce((sum, [status, count]) => sum + (status > 0 ? count : 0), 0)
          if (answered === 0) throw new Error(`${title}: none was answered`)
          const perSecond = (answered * 1000) / (performance.now() - began)
          return `${perSecond.toFixed(0)} a second`
        },
      }
    },
  }
}
