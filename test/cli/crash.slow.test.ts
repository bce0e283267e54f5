// Nothing that was answered with success is lost, whenever the process dies.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { migrated } from '../databases.ts'
import { seeded } from '../seed.ts'
import { install, type Serving, type ShownAccount } from './norn.ts'

const clientToken = 'launcher'
const player = { username: 'Steve', email: 'steve@example.test', password: 'correct horse' }

const create = ({ username, email, password }: typeof player) =>
  ['account', 'create', '--username', username, '--email', email, '--password', password] as const

const post = (serving: Serving, path: string, body: object) =>
  fetch(`${serving.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Writes that the service has confirmed. Requests without an answer are in none of these. */
class Answered {
  readonly alive = new Set<string>()
  readonly dead = new Set<string>()
  readonly joined = new Set<string>()
  readonly taken = new Set<string>()
  readonly accounts: string[] = []
}

/** Runs all kinds of writes repeatedly until the service is gone. */
async function burst(serving: Serving, worker: string, answered: Answered): Promise<void> {
  const { username, password } = player
  for (let n = 0; ; n++) {
    const session = await post(serving, '/auth/authenticate', { username, password, clientToken })
    assert.equal(session.status, 200)
    let { accessToken } = (await session.json()) as { accessToken: string }
    answered.alive.add(accessToken)

    const serverId = `${worker} ${n}`
    const join = await post(serving, '/session/join', { accessToken, selectedProfile: username, serverId })
    assert.equal(join.status, 200)
    answered.joined.add(serverId)
    if (n % 3 === 0) {
      answered.joined.delete(serverId)
      const found = await hasJoined(serving, serverId)
      assert.equal(found.status, 200)
      await found.text()
      answered.taken.add(serverId)
    }

    answered.alive.delete(accessToken)
    const next = await post(serving, '/auth/refresh', { accessToken, clientToken })
    assert.equal(next.status, 200)
    answered.dead.add(accessToken)
    accessToken = ((await next.json()) as { accessToken: string }).accessToken
    answered.alive.add(accessToken)

    // An account can hold 64 tokens: most of them have to be deleted again.
    if (n % 20 === 0) continue
    answered.alive.delete(accessToken)
    const gone = await post(serving, '/auth/invalidate', { accessToken, clientToken })
    assert.equal(gone.status, 200)
    answered.dead.add(accessToken)
  }
}

const hasJoined = (serving: Serving, serverId: string) =>
  fetch(
    `${serving.baseUrl}/session/hasJoined?${new URLSearchParams({ username: player.username, serverId })}`,
  )

async function statuses(all: Iterable<string>, ask: (one: string) => Promise<Response>): Promise<number[]> {
  const found: number[] = []
  for (const one of all) {
    const response = await ask(one)
    await response.arrayBuffer()
    found.push(response.status)
  }
  return found
}

async function crash(t: TestContext, rounds: number, url?: string): Promise<void> {
  const norn = await install()
  t.after(() => norn.remove())
  const variables: Record<string, string> = url === undefined ? {} : { NORN_DATABASE_URL: url }
  const given = { variables: { ...variables, NORN_JOIN_LIFETIME: '10m' } }
  assert.equal((await norn.run(create(player), given)).status, 0)
  const answered = new Answered()
  const random = seeded(t)

  for (let round = 0; round < rounds; round++) {
    const serving = await norn.serve(given.variables)
    let isOver = false
    const workers = Array.from({ length: 6 }, (_, n) => burst(serving, `${round} ${n}`, answered))
    const operator = async () => {
      for (let n = 0; !isOver; n++) {
        const username = `Made_${round}_${n}`
        const line = create({ ...player, username, email: `${username}@example.test` })
        if ((await norn.run(line, given)).status === 0) answered.accounts.push(username)
      }
    }
    const making = operator()
    // In the middle of it, however slow the machine is.
    const enough = answered.dead.size + 40 + random() * 40
    const watch = setInterval(() => answered.dead.size > enough && serving.kill('SIGKILL'), 10)
    const ends = await Promise.allSettled(workers)
    isOver = true
    clearInterval(watch)
    await Promise.all([serving.ended, making])
    for (const end of ends) {
      // The connection broke: no other error is expected.
      assert.ok(end.status === 'rejected' && end.reason instanceof TypeError, String(Object.values(end)))
    }
  }

  const serving = await norn.serve(given.variables)
  try {
    const { alive, dead, joined, taken, accounts } = answered
    t.diagnostic(
      `answered: ${alive.size} tokens alive, ${dead.size} dead, ${joined.size} joins, ${taken.size} taken`,
    )
    assert.ok(dead.size > 40 && joined.size > 5 && taken.size > 5, 'the burst wrote enough')
    assert.ok(alive.size < 64)
    const validate = (accessToken: string) => post(serving, '/auth/validate', { accessToken })
    assert.deepEqual(new Set(await statuses(alive, validate)), new Set([200]))
    assert.deepEqual(new Set(await statuses(dead, validate)), new Set([401]))
    const ask = (serverId: string) => hasJoined(serving, serverId)
    assert.deepEqual(new Set(await statuses(taken, ask)), new Set([401]))
    assert.deepEqual(new Set(await statuses(joined, ask)), new Set([200]))
    const listed = await norn.run(['account', 'list', '--json'], given)
    const names = (JSON.parse(listed.stdout) as ShownAccount[]).map(({ username }) => username)
    assert.deepEqual(
      accounts.filter((username) => !names.includes(username)),
      [],
    )
  } finally {
    serving.kill('SIGTERM')
    await serving.ended
  }
}

test('everything answered with success before kill -9 is still there after the restart', async (t) => {
  await t.test('on the embedded database', (t) => crash(t, 2))
  await t.test('on PostgreSQL', async (t) => {
    const database = await migrated.postgres()
    t.after(() => database.drop())
    await crash(t, 1, database.url)
  })
})
