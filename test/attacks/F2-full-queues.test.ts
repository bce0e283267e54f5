// F2: a full queue before hashing is "too many requests" everywhere, and nobody's line is everybody's.
import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiToken } from '../../src/domain/tokens/api-tokens.ts'
import type { Asker } from '../../src/lib/queue/fair-gate.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { visitorOf } from '../web/visitor.ts'

/** More than may wait for a core, on any machine that runs the tests. */
const crowd = 64 * availableParallelism() + 20

/** Keeps the line full of the network that the requests come from. */
async function fillTheLine({ context }: RunningService): Promise<AsyncDisposable> {
  const asker = { groups: ['127.0.0.1'] }
  let isOver = false
  const asking = Array.from({ length: crowd }, async () => {
    while (!isOver) await context.passwords.hash('a sentence', asker).catch(() => sleep(5))
  })
  await sleep(100)
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await Promise.all(asking)
    },
  }
}

const slow = { NORN_PASSWORD_MEMORY: '16384' }

async function bearer({ context }: RunningService): Promise<Record<string, string>> {
  const asked = { name: 'crowd', isReadOnly: false, expiresAt: null }
  const { token } = await createApiToken(context, operator, asked)
  return { authorization: `Bearer ${token}` }
}

onEveryDatabase('F2', (start) => {
  test('F2: an account is declined with 429, not 500, while the line is full, and made with the same key later', async () => {
    const service = await start(slow)
    const headers = { ...(await bearer(service)), 'idempotency-key': 'crowd' }
    const account = { username: 'Crowd_1', password: 'a sentence to remember' }
    const create = () => service.post('/api/v1/accounts', account, { headers })
    {
      await using _ = await fillTheLine(service)
      const declined = await create()
      assert.equal(declined.status, 429, declined.text)
      assert.equal(declined.headers.get('retry-after'), '1')
      assert.equal((await service.logLine(declined)).reason, 'overloaded')
    }
    assert.equal((await create()).status, 201)
  })

  test('F2: a changed password is declined with 429, not 500, while the line is full', async () => {
    const service = await start(slow)
    const headers = { ...(await bearer(service)), 'content-type': 'application/json' }
    const { id } = await service.account()
    const body = JSON.stringify({ password: 'another sentence' })
    const change = () => service.request(`/api/v1/accounts/${id}`, { method: 'PATCH', headers, body })
    {
      await using _ = await fillTheLine(service)
      assert.equal((await change()).status, 429)
    }
    assert.equal((await change()).status, 200)
  })

  test('F2: a password that its owner changes waits in the line of its network', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const account = await service.account()
    const visitor = visitorOf(service)
    await visitor.signIn(account)
    const askers: (Asker | undefined)[] = []
    const { passwords } = service.context
    const hash = passwords.hash.bind(passwords)
    passwords.hash = (password, asker) => {
      askers.push(asker)
      return hash(password, asker)
    }
    const fields = { current: account.password, password: 'another sentence' }
    const page = await visitor.send(await visitor.get('/account/password'), '/account/password', fields)
    assert.match(page.flash ?? '', /^Your password was changed/)
    assert.deepEqual(askers.at(-1)?.groups, ['127.0.0.1'])
  })
})
