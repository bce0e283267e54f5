// Of any number of simultaneous guesses, on any number of instances, no more are evaluated than the budget
// allows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { kinds } from '../databases.ts'
import { type Answer, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { browserOf } from '../web/browser.ts'
import { oneOrTwo, startInstances } from './one-or-two.ts'

const behindProxy = { NORN_TRUST_PROXY: '127.0.0.1' }

const signIn = (service: RunningService, from: string, username: string, password: string): Promise<Answer> =>
  service.post(
    '/auth/authenticate',
    { username, password, clientToken: 'x' },
    { headers: { 'x-forwarded-for': from } },
  )

/** Sends all of them at once, spread over the instances, and counts the answers by status. */
async function storm(
  services: readonly RunningService[],
  count: number,
  send: (service: RunningService, n: number) => Promise<Answer>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const answers = Array.from({ length: count }, (_, n) => {
    const service = services[n % services.length]
    assert.ok(service)
    return send(service, n)
  })
  for (const { status } of await Promise.all(answers)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  return statuses
}

for (const setting of oneOrTwo()) {
  const { where } = setting

  test(`of 130 simultaneous passwords, 30 are evaluated (${where})`, async (t) => {
    const services = await startInstances(t, setting, behindProxy)
    const [first] = services
    const account = await (first as RunningService).account()
    const statuses = await storm(services, 130, (service, n) =>
      signIn(service, '198.51.100.1', account.username, `wrong ${n}`),
    )
    assert.equal(statuses.get(401), 30, JSON.stringify([...statuses]))
    assert.equal(statuses.get(429), 100)
    // The right password is not accepted from there either; from elsewhere it is.
    assert.equal(
      (await signIn(first as RunningService, '198.51.100.1', account.username, account.password)).status,
      429,
    )
    assert.equal(
      (await signIn(first as RunningService, '203.0.113.1', account.username, account.password)).status,
      200,
    )
  })

  test(`simultaneous right passwords are all accepted (${where})`, async (t) => {
    const services = await startInstances(t, setting, behindProxy)
    const account = await (services[0] as RunningService).account()
    const statuses = await storm(services, 100, (service) =>
      signIn(service, '198.51.100.1', account.username, account.password),
    )
    assert.deepEqual([...statuses], [[200, 100]])
  })

  for (const isKnown of [true, false]) {
    const network = isKnown ? 'a known network' : 'many networks'
    test(`of 33 simultaneous codes from ${network}, 10 are evaluated (${where})`, async (t) => {
      const services = await startInstances(t, setting, behindProxy)
      const first = services[0] as RunningService
      const account = await first.account()
      const { secret } = await enableSecondFactor(first.context, operator, await first.stored(account))
      const from = (n: number) => (isKnown ? '198.51.100.1' : `198.51.100.${n}`)
      if (isKnown) await signInWithCode(first, account, secret, from(0))
      const statuses = await storm(services, 33, (service, n) =>
        signIn(service, from(n), account.username, `${account.password}:${String(n).padStart(6, '0')}`),
      )
      const evaluated = (statuses.get(401) ?? 0) + (statuses.get(200) ?? 0)
      assert.equal(evaluated, 10, JSON.stringify([...statuses]))
      assert.equal(statuses.get(429), 23)
    })
  }
}

async function signInWithCode(service: RunningService, account: TestAccount, secret: string, from: string) {
  const code = totpCode(secret, service.now())
  const { status } = await signIn(service, from, account.username, `${account.password}:${code}`)
  assert.equal(status, 200)
}

for (const kind of kinds()) {
  test(`the page for codes also evaluates ten of them at once (${kind})`, async (t) => {
    const [service] = (await startInstances(t, { kind, count: 1, where: kind }, behindProxy)) as [
      RunningService,
    ]
    const account = await service.account()
    await enableSecondFactor(service.context, operator, await service.stored(account))
    const browser = browserOf(service)
    const page = await browser.signIn(account)
    assert.equal(page.heading, 'Two-factor code')
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const statuses = await storm([service], 30, (each, n) =>
      each.request('/sign-in/code', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrf, code: String(n).padStart(6, '0') }).toString(),
      }),
    )
    assert.equal(statuses.get(422), 10, JSON.stringify([...statuses]))
    assert.equal(statuses.get(429), 20)
  })
}
