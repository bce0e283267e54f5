// Every form below /admin: a sender without the right changes nothing and is refused before the body is read.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { grantRole, ungrantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { Metrics } from '../../src/http/observe/metrics.ts'
import type { Visitor } from '../../src/model/community/visitor.ts'
import { databases } from '../databases.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { operator, type RunningService, startService, type TestAccount } from '../service.ts'
import { type Browser, browserOf } from './browser.ts'

let service: RunningService
let player: TestAccount
let visitor: Visitor
let forms: string[]
const ends: (() => Promise<unknown>)[] = []

before(async () => {
  const database = await databases.sqlite()
  service = await startService(database.url)
  player = await service.account()
  visitor = await storeVisitor(service.context, { id: uuid(1), name: 'Skadi' })
  const routes: RouteOptions[] = []
  const app = buildApp(service.context, new Metrics(service.context))
  ends.push(
    () => app.close(),
    () => service.close(),
    () => database.drop(),
  )
  app.addHook('onRoute', (route) => void routes.push(route))
  await app.ready()
  forms = routes
    .filter(({ method, url }) => method === 'POST' && url.startsWith('/admin/'))
    .map(({ url }) => url.replace(':role', 'admin').replace(':neighbour', 'friends'))
    .map((url) => url.replace(':id', url.includes('/visitors/') ? visitor.id : player.id))
  assert.ok(forms.length > 15)
})

after(async () => {
  for (const end of ends) await end()
})

const changes = async () =>
  (await service.context.db.query.selectFrom('audit_entry').select('id').execute()).length

async function signedIn(role?: 'admin' | 'moderator') {
  const account = await service.account()
  if (role) await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  const { text } = await browser.signIn(account, '/account')
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(text) ?? []
  return { account, browser, csrf }
}

/** The answer of each form, if it is not `status`; nothing has changed. */
async function others(browser: Browser, status: number, csrf: string, headers: Record<string, string> = {}) {
  const before = await changes()
  const found: string[] = []
  for (const path of forms) {
    const answer = await browser.post(path, { csrf }, headers)
    if (answer.status !== status)
      found.push(`${answer.status} ${path.replace(player.id, ':id').replace(visitor.id, ':id')}`)
    if (status === 303) assert.match(answer.headers.get('location') ?? '', /\/sign-in\?next=/, path)
  }
  if (found.length === 0) assert.equal(await changes(), before)
  return found
}

test('signed-out senders and players without a role are refused', async () => {
  assert.deepEqual(await others(browserOf(service), 303, ''), [])
  const { browser, csrf } = await signedIn()
  assert.deepEqual(await others(browser, 403, csrf), [])
})

test('a moderator can suspend and restore, decide about reports, and nothing else', async () => {
  const { browser, csrf } = await signedIn('moderator')
  assert.deepEqual(await others(browser, 403, csrf), [
    '303 /admin/accounts/:id/suspend',
    '303 /admin/accounts/:id/restore',
    '303 /admin/accounts/:id/uploads',
    '303 /admin/reports/keep',
    '303 /admin/reports/publish',
    '303 /admin/reports/refuse',
    '303 /admin/reports/stop-sharing',
    '303 /admin/reports/take-down',
    '303 /admin/reports/restore',
    '303 /admin/reports/suspend/:player',
    '303 /admin/reports/allow/:player',
    '303 /admin/visitors/:id/suspend',
    '303 /admin/visitors/:id/restore',
  ])
})

test('a moderator cannot suspend or restore anybody who has a role', async () => {
  const { browser, csrf } = await signedIn('moderator')
  for (const role of ['admin', 'moderator'] as const) {
    const { account } = await signedIn(role)
    const before = await changes()
    for (const action of ['suspend', 'restore']) {
      const { status } = await browser.post(`/admin/accounts/${account.id}/${action}`, { csrf })
      assert.equal(status, 403, `${action} ${role}`)
    }
    assert.equal(await changes(), before)
  }
})

test("an administrator is refused without the hidden field, with somebody else's, or from another site", async () => {
  const { browser, csrf } = await signedIn('admin')
  const { csrf: foreign } = await signedIn('admin')
  assert.deepEqual(await others(browser, 403, ''), [])
  assert.deepEqual(await others(browser, 403, foreign), [])
  assert.deepEqual(await others(browser, 403, csrf, { origin: 'https://elsewhere.test' }), [])
})

test('suspended and former administrators are refused', async () => {
  const suspended = await signedIn('admin')
  await suspendAccount(service.context, operator, await service.stored(suspended.account), { until: null })
  assert.deepEqual(await others(suspended.browser, 303, suspended.csrf), [])
  const { account, browser, csrf } = await signedIn('admin')
  await ungrantRole(service.context, operator, await service.stored(account), 'admin')
  assert.deepEqual(await others(browser, 403, csrf), [])
})
