// A player whose game has a token, with requests as the game builds them.
import assert from 'node:assert/strict'
import type { Answer, RunningService } from '../../service.ts'

export const services = '/authlib-injector/minecraftservices'

/** Behind a proxy, so that each request can come from a network of its own. */
export const behindProxy = { NORN_TRUST_PROXY: '127.0.0.1' }

export interface Known {
  profileId: string
  name: string
}

export const gameOf = (service: RunningService, token: string, address?: string) => {
  const send = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    service.request(`${services}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(address !== undefined && { 'x-forwarded-for': address }),
        ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const put = (updateType: string, { id }: { id: string }) =>
    send('PUT', 'friends', { profileId: id, updateType })
  return {
    send,
    add: (other: { id: string }) => put('ADD', other),
    remove: (other: { id: string }) => put('REMOVE', other),
    report: (status: string, more = {}) => send('POST', 'presence', { status, ...more }),
    /** The names of the list, of each kind. */
    list: async () => {
      const { json } = await send('GET', 'friends')
      const names = (known: Known[]) => known.map(({ name }) => name)
      return {
        friends: names(json.friends),
        incoming: names(json.incomingRequests),
        outgoing: names(json.outgoingRequests),
      }
    },
  }
}

export type Game = Awaited<ReturnType<typeof playerAt>>

/** Makes an account, and signs its game in. */
export async function playerAt(service: RunningService, username: string, address?: string) {
  const account = await service.account({ username })
  const token = await service.signIn(account)
  return { ...account, token, ...gameOf(service, token, address) }
}

/** Makes two players friends. */
export async function befriend(one: Game, other: Game): Promise<void> {
  assert.equal((await one.add(other)).status, 200)
  assert.deepEqual((await other.add(one)).json.friends.length > 0, true)
}
