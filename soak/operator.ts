// An operator, by the API and by commands: processes of their own, which the service has to notice.
import type { Installation } from '../fuzz/service.ts'
import type { Asking } from './asking.ts'
import type { SoakPlayer } from './player.ts'

const group = 'crew'

export interface Places {
  /** The path of the root of a game server for members of the group, which is told of groups. */
  readonly members: string
  /** The path of the root of a game server that the neighbour's players may join. */
  readonly visitors: string
}

export interface Operator {
  /** Makes group, neighbour and game servers. */
  prepare(neighbour: string): Promise<Places>
  /** Does what is due in this round: some requests, and one command. */
  round(at: number): Promise<void>
  /** True if the account is in the group; undefined while that is being changed. */
  isMember(id: string): boolean | undefined
}

export function operatorOf(
  asking: Asking,
  token: string,
  installation: Installation,
  players: readonly SoakPlayer[],
): Operator {
  const members = new Map<string, boolean | undefined>()

  async function api(
    method: string,
    path: string,
    body: object | undefined,
    allowed: number,
  ): Promise<string> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = body
      ? { headers, body: JSON.stringify(body) }
      : { headers: { authorization: headers.authorization } }
    return (await asking.ask(method, `/api/v1${path}`, init, [allowed])).text
  }

  async function command(...line: string[]): Promise<void> {
    const { status, printed } = await installation.command(...line)
    if (status !== 0) asking.fail(`norn ${line.slice(0, 2).join(' ')}: ${printed.slice(0, 200)}`)
  }

  const playerAt = (at: number) => players[at % players.length] as SoakPlayer
  const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

  async function setMember(id: string, isToBe: boolean): Promise<void> {
    members.set(id, undefined)
    await api(isToBe ? 'PUT' : 'DELETE', `/groups/${group}/members/${id}`, undefined, 204)
    members.set(id, isToBe)
  }

  const commands = [
    (at: number) => command('ban', 'add', `198.51.100.${at % 250}`, '--until', soon(60_000)),
    () => command('key', 'rotate', 'tokens'),
    (at: number) => command('account', 'suspend', playerAt(at).username, '--until', soon(3_600_000)),
    (at: number) => command('account', 'restore', playerAt(at - 1).username),
    (at: number) => command('account', 'show', playerAt(at).username),
    () => command('key', 'rotate', 'textures'),
  ]

  return {
    async prepare(root) {
      await api('POST', '/groups', { name: group, title: 'Crew' }, 201)
      for (const [at, { id }] of players.entries()) if (at % 3 === 0) await setMember(id, true)
      const neighbour = {
        id: 'guests',
        kind: 'authlib-injector',
        root,
        private: true,
        who: 'everyone',
        limit: 10_000,
      }
      await api('POST', '/neighbours', neighbour, 201)
      const made = async (fields: object) =>
        new URL((JSON.parse(await api('POST', '/servers', fields, 201)) as { root: string }).root).pathname
      return {
        members: await made({ name: 'members', groups: [group], groupsProperty: true }),
        visitors: await made({ name: 'visitors', neighbours: ['guests'] }),
      }
    },
    async round(at) {
      // Never the one whom a command has suspended.
      const { id } = playerAt(at + 3)
      await api('POST', `/accounts/${id}/suspend`, { until: soon(3_600_000) }, 200)
      await api('POST', `/accounts/${id}/restore`, undefined, 200)
      for (let more = 0; more < 4; more++) {
        const other = playerAt(at * 4 + more).id
        await setMember(other, members.get(other) !== true)
      }
      await api('GET', `/groups/${group}`, undefined, 200)
      await commands[at % commands.length]?.(at)
    },
    isMember: (id) => (members.has(id) ? members.get(id) : false),
  }
}
