// Changes that a stolen session or API token has queued do not take effect once the owner has ended it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole, ungrantRole } from '../../src/domain/accounts/roles.ts'
import { signOutEverywhere } from '../../src/domain/tokens/devices.ts'
import { hold } from '../hold.ts'
import { operator, type RunningService, type TestAccount } from '../service.ts'
import { type Browser, browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { adminClient } from '../wire/admin/api.ts'
import { oneOrTwo, startInstances } from './one-or-two.ts'

const signsIn = async (service: RunningService, { username }: TestAccount, password: string) =>
  (await browserOf(service).signIn({ username, password })).path === '/account'

/** The page for a new password, by the link in the email. */
async function recoveryPage(service: RunningService, owner: Browser, { email }: TestAccount) {
  await newMail(service)
  await owner.send(await owner.get('/recover'), '/recover', { email })
  const link = (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
  return { link, page: await owner.get(link) }
}

for (const setting of oneOrTwo()) {
  test(`passwords that a stolen session changes at the same moment do not replace the recovered one (${setting.where})`, async (t) => {
    const services = await startInstances(t, setting)
    const [first, last] = [services[0], services.at(-1)]
    assert.ok(first && last)
    const account = await first.account()
    const thief = browserOf(first)
    const form = await thief.signIn(account, '/account/password')
    const owner = browserOf(last)
    const { link, page } = await recoveryPage(last, owner, account)
    const held = hold(t, first.context.passwords, 'matchingSpelling', 8)
    const fields = { current: account.password, password: 'what the thief knows' }
    const changes = Array.from({ length: 8 }, () => thief.send(form, '/account/password', fields))
    await held.all
    const done = await owner.send(page, link, { password: 'what the owner knows' })
    held.release()
    assert.equal(done.path, '/sign-in')
    for (const { status, path } of await Promise.all(changes)) {
      assert.deepEqual([status, path], [200, '/sign-in?next=/account/password'])
    }
    assert.equal(await signsIn(last, account, 'what the owner knows'), true)
    assert.equal(await signsIn(last, account, 'what the thief knows'), false)
  })

  test(`such a session cannot assign a role or delete the account either (${setting.where})`, async (t) => {
    const services = await startInstances(t, setting)
    const [first, last] = [services[0], services.at(-1)]
    assert.ok(first && last)
    const [admin, other] = [await first.account(), await first.account()]
    await grantRole(first.context, operator, await first.stored(admin), 'admin')
    const thief = browserOf(first)
    await thief.signIn(admin)
    first.advance(86_400_000)
    last.advance(first === last ? 0 : 86_400_000)
    const path = `/admin/accounts/${other.id}`
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await thief.get(path)).text) ?? []
    const held = hold(t, first.context.passwords, 'matchingSpelling', 2)
    const fields = { csrf, current: admin.password, 'name-of': other.username }
    const answers = [thief.post(`${path}/grant/admin`, fields), thief.post('/account/delete', fields)]
    await held.all
    await signOutEverywhere(last.context, operator, await last.stored(admin), '')
    held.release()
    const led = (await Promise.all(answers)).map(({ headers }) => headers.get('location'))
    assert.deepEqual(led, [`/sign-in?next=${path}/grant/admin`, '/sign-in?next=/account/delete'])
    assert.deepEqual((await last.stored(other)).roles, [])
    assert.equal((await last.stored(admin)).deletesAt, undefined)
  })

  test(`neither can an administrator who has just lost the role (${setting.where})`, async (t) => {
    const services = await startInstances(t, setting)
    const [first, last] = [services[0], services.at(-1)]
    assert.ok(first && last)
    const [boss, admin, other] = [await first.account(), await first.account(), await first.account()]
    for (const each of [boss, admin]) {
      await grantRole(first.context, operator, await first.stored(each), 'admin')
    }
    const browser = browserOf(first)
    await browser.signIn(admin)
    const path = `/admin/accounts/${other.id}`
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.get(path)).text) ?? []
    const held = hold(t, first.context.passwords, 'matchingSpelling', 1)
    const proof = { csrf, current: admin.password, 'name-of': other.username }
    const answer = browser.post(`${path}/grant/admin`, proof)
    await held.all
    await ungrantRole(last.context, operator, await last.stored(admin), 'admin')
    held.release()
    assert.equal((await answer).status, 403)
    assert.deepEqual((await last.stored(other)).roles, [])
  })

  test(`a revoked API token changes nothing and leaves no token behind (${setting.where})`, async (t) => {
    const services = await startInstances(t, setting)
    const [first, last] = [services[0], services.at(-1)]
    assert.ok(first && last)
    const account = await first.account()
    const [stolen, own] = [await adminClient(first), await adminClient(last)]
    const held = hold(t, first.context.passwords, 'hash', 1)
    const change = stolen.send('PATCH', `/accounts/${account.id}`, { password: 'what the thief knows' })
    await held.all
    const making = Array.from({ length: 20 }, () => stolen.send('POST', '/api-tokens', { name: 'child' }))
    assert.equal((await own.send('DELETE', `/api-tokens/${stolen.id}?cascade=true`)).status, 204)
    held.release()
    assert.deepEqual([(await change).status, (await change).json.code], [401, 'api_token_invalid'])
    for (const made of await Promise.all(making)) assert.ok([201, 401].includes(made.status), made.text)
    const left = (await own.send('GET', '/api-tokens')).json.items
    assert.deepEqual(
      left.map(({ id }: { id: string }) => id),
      [own.id],
    )
    assert.equal(await signsIn(last, account, account.password), true)
  })
}
