// Applications are changed by page, API and command: their id, secret and consents stay.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { createGroup, deleteGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { changeClient } from '../../src/domain/oauth/change-client.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { application, authorizePath, redeemCode } from '../wire/oauth2/oauth.ts'
import { browserOf } from './browser.ts'

async function administrator(service: RunningService) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), 'admin')
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

const quarterMs = 15 * 60_000

onEveryDatabase('a changed application', (start, shared) => {
  test('has another address over the API, and keeps its id, its secret and the consents of its players', async () => {
    const service = await shared()
    const account = await service.account()
    const { send, id: tokenId } = await adminClient(service)
    const app = await application(service, { name: 'Forum' })
    const browser = browserOf(service)
    await browser.signIn(account)
    const consent = await browser.get(authorizePath(app))
    await browser.send(consent, consent.path, { answer: 'allow' })
    const moved = { ...app, redirectUri: 'https://new.example.test/cb' }
    const changed = await send('PATCH', `/clients/${app.id}`, {
      client_name: 'New forum',
      redirect_uris: [moved.redirectUri],
      post_logout_redirect_uris: ['https://new.example.test/'],
    })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.json, {
      client_id: app.id,
      client_name: 'New forum',
      redirect_uris: [moved.redirectUri],
      public: false,
      post_logout_redirect_uris: ['https://new.example.test/'],
    })
    const { json } = await send('GET', `/clients/${app.id}`)
    assert.deepEqual([json.grants, json.pkce, json.client_name], [1, 'required', 'New forum'])

    assert.equal((await browser.get(authorizePath(app))).status, 400)
    const { sentTo } = await browser.get(authorizePath(moved))
    const tokens = await redeemCode(service, moved, sentTo?.searchParams.get('code') ?? '')
    assert.equal(tokens.status, 200, tokens.text)

    const [entry] = await listAudit(service.context, { event: 'client.changed', limit: 1 })
    assert.deepEqual(
      [entry?.actor.id, entry?.details],
      [
        tokenId,
        {
          id: app.id,
          name: 'New forum',
          changed: ['client_name', 'redirect_uris', 'post_logout_redirect_uris'],
        },
      ],
    )
    // The same again changes nothing, and says nothing.
    await send('PATCH', `/clients/${app.id}`, { client_name: 'New forum' })
    const entries = await listAudit(service.context, { event: 'client.changed', limit: 9 })
    assert.equal(entries.filter(({ details }) => details['id'] === app.id).length, 1)
  })

  test('is changed under the rules that it was made with', async () => {
    const service = await shared()
    const { send } = await adminClient(service)
    const app = await application(service)
    const native = await application(service, { isPublic: true, redirectUri: 'http://127.0.0.1/cb' })
    const path = `/clients/${app.id}`
    const before = (await send('GET', path)).json
    for (const [body, code] of [
      [{ client_name: '' }, 'malformed'],
      [{ client_name: ' a ' }, 'malformed'],
      [{ redirect_uris: [] }, 'redirect_uri_missing'],
      [{ redirect_uris: ['https://a.example.test/#x'] }, 'redirect_uri_fragment'],
      [{ redirect_uris: ['http://a.example.test/'] }, 'redirect_uri_insecure'],
      [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uri_scheme'],
      [{ redirect_uris: Array(33).fill('https://a.example.test/') }, 'malformed'],
      [{ post_logout_redirect_uris: ['http://a.example.test/'] }, 'redirect_uri_insecure'],
      [{ post_logout_redirect_uris: ['https://u:p@a.example.test/'] }, 'redirect_uri_malformed'],
      [{ groups: ['nobody'] }, 'unknown'],
      [{ pkce: 'plain' }, 'malformed'],
      [{ public: true }, 'malformed'],
      [{ client_secret: 'mine' }, 'malformed'],
      [{ client_name: 'Good', redirect_uris: ['https://*.example.test/'] }, 'redirect_uri_malformed'],
    ] as const) {
      const refused = await send('PATCH', path, body)
      const status = code === 'unknown' ? 404 : 422
      assert.deepEqual([refused.status, refused.json.code], [status, code], JSON.stringify(body))
    }
    assert.deepEqual((await send('GET', path)).json, before)
    assert.equal(
      (await send('PATCH', `/clients/${native.id}`, { pkce: 'optional' })).json.code,
      'pkce_optional_public',
    )
    assert.equal((await send('PATCH', '/clients/launchers', { client_name: 'x' })).json.code, 'client_shared')
    assert.equal((await send('PATCH', '/clients/nobody', { client_name: 'x' })).status, 404)
    const reader = await adminClient(service, { isReadOnly: true })
    assert.equal((await reader.send('PATCH', path, { client_name: 'x' })).status, 403)
  })

  test('answers nothing to its earlier address, not even to a player who was asked before', async () => {
    const service = await shared()
    const account = await service.account()
    const app = await application(service, { isPublic: true, redirectUri: 'https://old.example.test/cb' })
    const browser = browserOf(service)
    await browser.signIn(account)
    const answered = await browser.get(authorizePath(app))
    const { sentTo } = await browser.send(answered, answered.path, { answer: 'allow' })
    const other = browserOf(service)
    await other.signIn(await service.account())
    const asked = await other.get(authorizePath(app))
    const { query } = service.context.db
    const waiting = await query
      .selectFrom('oauth_artifact')
      .selectAll()
      .where('kind', '=', 'Interaction')
      .execute()
    await changeClient(service.context, operator, app.id, { redirect_uris: ['https://new.example.test/cb'] })
    assert.deepEqual([asked.status, (await other.get(asked.path)).status], [200, 404])
    // One that was on its way is stored after the change.
    await query.insertInto('oauth_artifact').values(waiting).execute()
    assert.equal((await other.get(asked.path)).status, 404)
    const late = await other.send(asked, asked.path, { answer: 'allow' })
    assert.deepEqual([late.status, late.sentTo], [404, undefined])
    const code = await redeemCode(service, app, sentTo?.searchParams.get('code') ?? '')
    assert.equal(code.json.error, 'invalid_grant')
  })

  test('closes to players in none of its new groups, and keeps a group that was deleted', async () => {
    const service = await shared()
    const { context } = service
    const [member, stranger] = [await service.account(), await service.account()]
    const { send } = await adminClient(service)
    const app = await application(service)
    for (const name of ['crew', 'gone'])
      await createGroup(context, operator, { name, title: name, colour: null })
    await addMembers(context, operator, 'crew', [member])
    assert.equal((await send('PATCH', `/clients/${app.id}`, { groups: ['crew', 'gone'] })).status, 200)
    for (const [account, heading] of [
      [member, /^Allow /],
      [stranger, /^You cannot sign in to /],
    ] as const) {
      const browser = browserOf(service)
      await browser.signIn(account)
      assert.match((await browser.get(authorizePath(app))).heading, heading)
    }
    await deleteGroup(context, operator, 'gone')
    const renamed = await send('PATCH', `/clients/${app.id}`, { client_name: 'X', groups: ['crew', 'gone'] })
    assert.deepEqual([renamed.status, renamed.json.groups], [200, ['crew', 'gone']])
    const open = await send('PATCH', `/clients/${app.id}`, { groups: [] })
    assert.deepEqual([open.status, open.json.groups], [200, undefined])
  })

  test('is changed on its page, by somebody who has proved within 15 minutes who they are', async () => {
    const service = await start()
    const { account: boss, browser } = await administrator(service)
    const app = await application(service, { name: 'Forum' })
    const page = await browser.get(`/admin/clients/${app.id}`)
    for (const shown of [app.id, service.context.baseUrl(), '/.well-known/openid-configuration']) {
      assert.match(page.text, new RegExp(`data-copy="Copy"[^>]*><code>[^<]*${shown}</code>`))
    }
    for (const name of ['authorize', 'token', 'userinfo', 'jwks', 'end-session']) {
      assert.ok(page.text.includes(`<code>${service.context.baseUrl()}/oauth2/${name}</code>`), name)
    }
    const path = `/admin/clients/${app.id}/change`
    assert.ok(page.text.includes(`href="${path}"`))
    const form = await browser.get(path)
    assert.match(form.text, /<textarea[^>]*name="redirect_uris"[^>]*>\s*https:\/\/app\.example\.test\/back</)
    const uris = 'https://app.example.test/back\n https://b.example.test/cb '
    const wanted = {
      client_name: 'Wiki',
      redirect_uris: uris,
      post_logout_redirect_uris: 'https://b.example.test/',
      pkce: 'optional',
    }
    service.advance(quarterMs + 1)
    const unproved = await browser.send(form, path, wanted)
    assert.equal(unproved.status, 422)
    assert.match(unproved.text, /name="current"/)
    const current = boss.password
    for (const [wrong, field] of [
      [{ redirect_uris: 'nonsense' }, 'redirect_uris'],
      [{ post_logout_redirect_uris: 'http://b.example.test/' }, 'post_logout_redirect_uris'],
      [{ client_name: '' }, 'client_name'],
      [{ groups: 'nobody' }, 'groups'],
    ] as const) {
      const again = await browser.send(unproved, path, { ...wanted, ...wrong, current })
      assert.equal(again.status, 422, field)
      assert.match(again.text, new RegExp(`name="${field}"[^>]*aria-invalid="true"`), field)
    }
    const done = await browser.send(unproved, path, { ...wanted, current })
    assert.equal(done.flash, 'The application was changed.', done.text)
    assert.match(done.text, /optional, for applications/)
    const [entry] = await listAudit(service.context, { event: 'client.changed', limit: 1 })
    assert.deepEqual(entry?.details['changed'], [
      'client_name',
      'redirect_uris',
      'post_logout_redirect_uris',
      'pkce',
    ])
    assert.equal((await browser.get('/admin/clients/launchers/change')).path, '/admin/clients/launchers')
    assert.doesNotMatch((await browser.get('/admin/clients/launchers')).text, /launchers\/change/)
  })
})
