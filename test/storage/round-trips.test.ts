// The database work of a hot request, counted on the wire between the service and PostgreSQL, and of visits, on SQLite too.
import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { addCharacter } from '../characters.ts'
import { databases } from '../databases.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { type Answer, operator, type RunningService, startService, type TestAccount } from '../service.ts'
import { startCounter } from './counter.ts'

type Prepared = {
  service: RunningService
  account: TestAccount
  accessToken: string
  root: string
  /** The root of a game server with a group that the player is not in. */
  closed: string
  round: number
}

/**
 * The account with its budgets of guesses, the guess charged before it is evaluated, the refund, and the new token.
 */
const signingIn = 4

/** The token, and the list, or the reports of friends, which are asked for in the same turn. A new report is also written. */
const ofFriends = 2

const moreRoundTrips: Record<string, number> = {
  authenticate: signingIn,
  friends: ofFriends,
  'an unchanged report of presence': ofFriends,
  'a new report of presence': ofFriends + 1,
}

const services = '/authlib-injector/minecraftservices'

const report = ({ service, accessToken }: Prepared, status: string) =>
  service.post(`${services}/presence`, { status }, { headers: { authorization: `Bearer ${accessToken}` } })

const hotRequests: Record<string, (given: Prepared) => Promise<Answer>> = {
  authenticate: ({ service, account }) =>
    service.post('/auth/authenticate', {
      username: account.username,
      password: account.password,
      clientToken: 'a launcher',
    }),
  validate: ({ service, accessToken }) => service.post('/auth/validate', { accessToken }),
  join: ({ service, accessToken, account, round }) =>
    service.post('/session/join', { accessToken, selectedProfile: account.id, serverId: `server ${round}` }),
  hasJoined: ({ service, account, round }) =>
    service.get(`/session/hasJoined?username=${account.username}&serverId=server%20${round}`),
  'legacy join': ({ service, accessToken, account, round }) =>
    service.get(
      `/session/legacy/join?user=${account.username}&sessionId=token:${accessToken}:${account.id}&serverId=legacy${round}`,
    ),
  'legacy hasJoined': ({ service, account, round }) =>
    service.get(`/session/legacy/hasJoined?user=${account.username}&serverId=legacy${round}`),
  profile: ({ service, account }) => service.get(`/session/profile/${account.id}`),
  'lookup by name': ({ service, account }) => service.get(`/api/users/profiles/game/${account.username}`),
  'names of a UUID': ({ service, account }) => service.get(`/api/user/profiles/${account.id}/names`),
  'lookup of many names': ({ service, account }) =>
    service.post('/api/profiles/game', [account.username, 'nobody', 'no_one']),
  'join of a game server': ({ service, accessToken, account, round }) =>
    service.post('/session/join', { accessToken, selectedProfile: account.id, serverId: `root ${round}` }),
  'hasJoined below a root': ({ service, account, root, round }) =>
    service.get(`${root}/session/hasJoined?username=${account.username}&serverId=root%20${round}`),
  'lookup by name below a root': ({ service, account, root }) =>
    service.get(`${root}/api/users/profiles/game/${account.username}`),
  'lookup of many names below a root': ({ service, account, root }) =>
    service.post(`${root}/api/profiles/game`, [account.username, account.username.toLowerCase()]),
  'profile below a root': ({ service, account, root }) =>
    service.get(`${root}/session/profile/${account.id}`),
  'join of a closed game server': ({ service, accessToken, account, round }) =>
    service.post('/session/join', { accessToken, selectedProfile: account.id, serverId: `closed${round}` }),
  'hasJoined that is refused below a root': ({ service, account, closed, round }) =>
    service.get(`${closed}/session/legacy/hasJoined?user=${account.username}&serverId=closed${round}`),
  friends: ({ service, accessToken }) =>
    service.get(`${services}/friends`, { headers: { authorization: `Bearer ${accessToken}` } }),
  'a new report of presence': (given) => report(given, given.round === 0 ? 'ONLINE' : 'PLAYING_SERVER'),
  'an unchanged report of presence': (given) =>
    report(given, given.round === 0 ? 'ONLINE' : 'PLAYING_SERVER'),
}

test('each hot request, of accounts and characters, takes one round trip with a prepared statement, signing in four, friends two, and a new report three', async (t) => {
  const database = await databases.postgres()
  t.after(() => database.drop())
  const counter = await startCounter(t, database.url)
  const service = await startService(counter.url, { NORN_NEIGHBOURS: 'on' })
  t.after(() => service.close())
  const account = await service.account()
  const { context } = service
  const character = { ...account, ...(await addCharacter(service, account, 'Anna')), email: account.email }
  const players = [
    { account, accessToken: await service.signIn(account) },
    { account: character, accessToken: await service.signIn(character) },
  ]
  await createGroup(context, operator, { name: 'staff' })
  await addMembers(context, operator, 'staff', [account])
  const server = await addServer(context, operator, {
    name: 'survival',
    groups: ['staff'],
    groupsProperty: true,
  })
  const root = new URL(server.root).pathname
  await createGroup(context, operator, { name: 'vip' })
  const closed = new URL((await addServer(context, operator, { name: 'creative', groups: ['vip'] })).root)
    .pathname
  // One after the other: reads share one connection, and so do writes that do not conflict.
  for (let round = 0; round < 2; round++) {
    for (const [name, request, player] of players.flatMap((each) =>
      Object.entries(hotRequests).map(([title, request]) => [title, request, each] as const),
    )) {
      // Attempts are written once a second, apart from the requests.
      await service.context.attempts.flush()
      await service.context.hourCounts.flush()
      await service.context.dayCounts.flush()
      await service.context.gameServers.flush()
      await service.context.neighbourNews.flush()
      counter.take()
      const answer = await request({ service, ...player, root, closed, round })
      assert.equal(answer.status, 200, name)
      const counted = counter.take()
      await service.logLine(answer)
      const { S: syncs = 0, Q: simpleQueries = 0, P: parses = 0, B: binds = 0 } = counted
      // The very first request prepares its statement, and the first lookup reads the list of bans.
      if (round === 0) continue
      const expected = moreRoundTrips[name] ?? 1
      assert.deepEqual(
        { syncs, simpleQueries, parses, binds },
        { syncs: expected, simpleQueries: 0, parses: 0, binds: expected },
        `${name} of ${player.account.username}`,
      )
    }
  }
})

/** The reads, and the calls of the thread that writes: single writes, and each statement of a transaction. */
function countSqlite(t: TestContext) {
  const reads = t.mock.method(StatementSync.prototype, 'all')
  const writes = t.mock.method(Worker.prototype, 'postMessage')
  return () => {
    const counted = { reads: reads.mock.callCount(), writes: writes.mock.callCount() }
    for (const { mock } of [reads, writes]) mock.resetCalls()
    return counted
  }
}

/** Joins a server twice as a neighbour's player, and resolves with what each join took. */
async function countVisits<Taken>(t: TestContext, url: string, take: () => Taken): Promise<Taken[]> {
  const service = await startService(url, { NORN_NEIGHBOURS: 'on' })
  t.after(() => service.close())
  const { context } = service
  const { ask } = await neighbourhood(t, service, { other: { players: { Visitor: uuid(1), Else: uuid(2) } } })
  const taken: Taken[] = []
  // The first player prepares the statements.
  for (const name of ['Else', 'Else', 'Visitor', 'Visitor']) {
    for (const state of ['attempts', 'hourCounts', 'dayCounts', 'gameServers', 'neighbourNews'] as const) {
      await context[state].flush()
    }
    take()
    const answer = await ask(name)
    taken.push(take())
    assert.equal(answer.status, 200, answer.text)
    await service.logLine(answer)
  }
  return taken.slice(2)
}

test('a visitor joins with four reads and ten writes, and again with four and six (sqlite)', async (t) => {
  const database = await databases.sqlite()
  t.after(() => database.drop())
  assert.deepEqual(await countVisits(t, database.url, countSqlite(t)), [
    { reads: 4, writes: 10 },
    { reads: 4, writes: 6 },
  ])
})

test('a visitor joins with fourteen round trips, and again with ten (postgres)', async (t) => {
  const database = await databases.postgres()
  t.after(() => database.drop())
  const { url, take } = await startCounter(t, database.url)
  const roundTrips = () => {
    const { S: syncs = 0, Q: simpleQueries = 0 } = take()
    return syncs + simpleQueries
  }
  assert.deepEqual(await countVisits(t, url, roundTrips), [14, 10])
})

test('an unchanged report is two reads, and a changed one also a write (sqlite)', async (t) => {
  const database = await databases.sqlite()
  t.after(() => database.drop())
  const service = await startService(database.url)
  t.after(() => service.close())
  const accessToken = await service.signIn(await service.account())
  const reporting = async (status: string) => {
    await service.context.attempts.flush()
    take()
    const answer = await service.post(
      `${services}/presence`,
      { status },
      { headers: { authorization: `Bearer ${accessToken}` } },
    )
    const taken = take()
    assert.equal(answer.status, 200)
    await service.logLine(answer)
    return taken
  }
  const take = countSqlite(t)
  await reporting('OFFLINE')
  assert.deepEqual(await reporting('ONLINE'), { reads: 2, writes: 1 })
  assert.deepEqual(await reporting('ONLINE'), { reads: 2, writes: 0 })
})
