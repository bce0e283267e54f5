// API tokens on pages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

const path = '/admin/api-tokens'
const minute = 60_000

async function signedIn(service: RunningService, role: 'admin' | 'moderator') {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { browser, account }
}

const tokenOn = ({ text }: PageView): string | undefined => /<code>(norn_[\w-]{43})<\/code>/.exec(text)?.[1]

onEveryDatabase('API tokens on pages', (_start, shared) => {
  test('a token is created, shown once, used and revoked', async () => {
    const service = await shared()
    const { browser, account } = await signedIn(service, 'admin')
    const bearing = (token: string | undefined) => ({ headers: { authorization: `Bearer ${token}` } })
    const statusOf = async (token: string | undefined) =>
      (await service.get('/api/v1/overview', bearing(token))).status

    const list = await browser.get(path)
    assert.deepEqual([list.status, list.heading], [200, 'API tokens'])
    const wrong = await browser.send(list, path, { name: 'a\tb', until: '7d' })
    assert.deepEqual([wrong.status, /1 to 64 characters/.test(wrong.alert ?? '')], [422, true])
    assert.match(wrong.text, /value="7d"/)
    const late = await browser.send(list, path, { name: 'bot', until: 'yesterday', readOnly: 'yes' })
    assert.deepEqual([late.status, /value="bot"[^]*checked/.test(late.text)], [422, true])

    const name = '<img src=x onerror=alert(1)>'
    const made = await browser.send(list, path, { name, until: '30d' })
    assert.deepEqual([made.path, made.flash], [path, 'The API token was created.'])
    const token = tokenOn(made)
    assert.ok(token !== undefined && !made.text.includes('<img src=x'))
    assert.equal(tokenOn(await browser.get(path)), undefined, 'once')
    assert.equal(await statusOf(token), 200)

    const child = await service.post('/api/v1/api-tokens', { name: 'child' }, bearing(token))
    const reader = await browser.send(list, path, { name: 'reader', readOnly: 'yes', until: '' })
    assert.match(reader.text, /reader<\/td><td[^>]*>read only</)
    assert.equal((await service.post('/api/v1/invites', {}, bearing(tokenOn(reader)))).status, 403)

    // A token that created another one can be revoked together with it.
    const listed = await browser.get(path)
    assert.match(listed.text, /action="\/admin\/api-tokens\/revoke-all"[^]*>Revoke with all it made</)
    const row = listed.text.split('<tr>').find((each) => each.includes('<td>&lt;img'))
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(row ?? '') ?? []
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(listed.text) ?? []
    const ended = await browser.post(`${path}/revoke-all`, { csrf, id })
    assert.equal(ended.status, 303)
    assert.deepEqual([await statusOf(token), await statusOf(child.json.token)], [401, 401])
    assert.equal(await statusOf(tokenOn(reader)), 200)
    const again = await browser.send(await browser.get(path), `${path}/revoke`, { id })
    assert.equal(again.flash, 'That API token no longer exists.')

    const entries = await listAudit(service.context, { event: 'api_token.deleted', limit: 2 })
    assert.deepEqual(
      entries.map(({ actor }) => actor.id),
      [account.id, account.id],
    )
    assert.ok(!service.log.join('').includes(token))
  })

  test('moderators, other sites and sessions that need re-authentication can create none', async () => {
    const service = await shared()
    const { browser: moderator } = await signedIn(service, 'moderator')
    assert.equal((await moderator.get(path)).status, 403)
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await moderator.get('/admin')).text) ?? []
    for (const action of [path, `${path}/revoke`, `${path}/revoke-all`])
      assert.equal((await moderator.post(action, { csrf, name: 'x', id: 'x' })).status, 403, action)

    const { browser, account } = await signedIn(service, 'admin')
    const before = (await browser.get(path)).text.match(/<tr>/g)?.length
    assert.equal((await browser.post(path, { name: 'x' })).status, 403)
    const own = /name="csrf" value="([^"]+)"/.exec((await browser.get(path)).text)?.[1] ?? ''
    const foreign = { origin: 'https://evil.example' }
    assert.equal((await browser.post(path, { csrf: own, name: 'x' }, foreign)).status, 403)
    service.advance(16 * minute)
    const list = await browser.get(path)
    const unproved = await browser.send(list, path, { name: 'x', current: 'wrong' })
    assert.deepEqual([unproved.status, tokenOn(unproved)], [422, undefined])
    assert.ok(!unproved.text.includes('value="wrong"'))
    assert.equal((await browser.get(path)).text.match(/<tr>/g)?.length, before)
    const proved = await browser.send(list, path, { name: 'x', current: account.password })
    assert.ok(tokenOn(proved))
    service.advance(-16 * minute)
  })
})
