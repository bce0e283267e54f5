// A full hashing queue is answered with "too many requests" everywhere, and one network cannot fill the queue
// of another.
import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiToken } from '../../src/domain/tokens/api-tokens.ts'
import type { Asker } from '../../src/lib/queue/fair-gate.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { until } from '../until.ts'
import { browserOf } from '../web/browser.ts'

/** More requests than can wait for a core on any machine that runs the tests. */
const crowd = 64 * availableParallelism() + 20

/** Keeps the queue of the requesting network full. */
async function fillQueue({ context }: RunningService): Promise<AsyncDisposable> {
  const asker = { groups: ['127.0.0.1'] }
  let [isFull, isOver] = [false, false]
  const refused = async () => {
    isFull = true
    await sleep(5)
  }
  const asking = Array.from({ length: crowd }, async () => {
    while (!isOver) await context.passwords.hash('a sentence', asker).catch(refused)
  })
  await until('the queue is full', () => isFull)
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await Promise.all(asking)
    },
  }
}

const slow = { NORN_PASSWORD_MEMORY: '16384' }

async function bearer({ context }: RunningService): Promise<Record<string, string>> {
  const asked = { name: 'crowd', readOnly: false, expiresAt: null }
  const { token } = await createApiToken(context, operator, asked)
  return { authorization: `Bearer ${token}` }
}

onEveryDatabase('full queues', (start) => {
  test('while the queue is full, creating an account answers 429 rather than 500, and succeeds later with the same idempotency key', async () => {
    const service = await start(slow)
    const headers = { ...(await bearer(service)), 'idempotency-key': 'crowd' }
    const account = { username: 'Crowd_1', password: 'a sentence to remember' }
    const create = () => service.post('/api/v1/accounts', account, { headers })
    {
      await using _ = await fillQueue(service)
      const declined = await create()
      assert.equal(declined.status, 429, declined.text)
      assert.equal(declined.headers.get('retry-after'), '1')
      assert.equal((await service.logLine(declined)).reason, 'overloaded')
    }
    assert.equal((await create()).status, 201)
  })

  test('while the queue is full, changing a password answers 429 rather than 500', async () => {
    const service = await start(slow)
    const headers = { ...(await bearer(service)), 'content-type': 'application/json' }
    const { id } = await service.account()
    const body = JSON.stringify({ password: 'another sentence' })
    const change = () => service.request(`/api/v1/accounts/${id}`, { method: 'PATCH', headers, body })
    {
      await using _ = await fillQueue(service)
      assert.equal((await change()).status, 429)
    }
    assert.equal((await change()).status, 200)
  })

  test("a player's change of password waits in the queue of their network", async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const askers: (Asker | undefined)[] = []
    const { passwords } = service.context
    const hash = passwords.hash.bind(passwords)
    passwords.hash = (password, asker) => {
      askers.push(asker)
      return hash(password, asker)
    }
    const fields = { current: account.password, password: 'another sentence' }
    const page = await browser.send(await browser.get('/account/password'), '/account/password', fields)
    assert.match(page.flash ?? '', /^Your password was changed/)
    assert.deepEqual(askers.at(-1)?.groups, ['127.0.0.1'])
  })
})
