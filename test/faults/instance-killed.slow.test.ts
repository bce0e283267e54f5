import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Installation, install } from '../cli/norn.ts'
import { migrated } from '../databases.ts'
import { makePlayers, type Outcome, sendIn } from './players.ts'
import { startProxy } from './proxy.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

test('of three instances one is killed under load: only its requests in flight fail', async (t) => {
  const database = await migrated.postgres()
  t.after(() => database.drop())
  const variables = { NORN_DATABASE_URL: database.url }
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => norn.serve(variables)))
  assert.ok(first)
  t.after(async () => {
    first.kill('SIGKILL')
    for (const instance of others) instance.kill('SIGTERM')
    for (const instance of others) assert.equal((await instance.ended).status, 0)
  })
  const accounts = await makePlayers(database.url, 8)
  const proxy = await startProxy(
    t,
    [first, ...others].map(({ baseUrl }) => baseUrl),
  )
  const players = sendIn(t, proxy, accounts)
  await players.successes(300)
  const killedAt = performance.now()
  first.kill('SIGKILL')
  await first.ended
  const goneAt = performance.now()
  await players.successes(300)
  await players.leave()

  // On a very busy machine, the database may take longer than a statement may, with and without the kill.
  const isOverdue = ({ status, retryAfter, from, to }: Outcome) =>
    status === 503 && retryAfter !== null && to - from > 1000
  const failed = players.outcomes.filter((outcome) => outcome.status !== 200 && !isOverdue(outcome))
  // The killed instance may have consumed a join for a hasJoined in flight: nginx asks another instance, which no
  // longer finds it.
  for (const { what, status, body, from, to } of failed) {
    assert.ok(from <= goneAt && to >= killedAt, `${what}: ${status} ${body}, ${from - goneAt} ms after`)
  }
  assert.deepEqual(await players.lost(), [])
})
