// Administrators without a password: forms of administration lead to a new sign-in, and keep what was typed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listApiTokens } from '../../src/domain/tokens/api-tokens.ts'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { unusableHash } from '../../src/passwords/passwords.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'
import { setRow } from './confirming.ts'
import { comeBack, providerOf } from './provider.ts'

onEveryDatabase('an administrator without a password', (start) => {
  test('signs in again to send a form of administration, and finds what was typed', async (t) => {
    const service = await start()
    const { context } = service
    const mock = await providerOf(t, service)
    const [boss, other] = [await service.account(), await service.account()]
    for (const [account, subject] of [
      [boss, 'boss'],
      [other, 'other'],
    ] as const) {
      await grantRole(context, operator, await service.stored(account), 'admin')
      const row = { provider: 'school', subject, account_id: account.id, linked_at: service.now() }
      await context.db.query.insertInto('linked_identity').values(row).execute()
      await setRow(service, account, { password_hash: unusableHash })
    }
    const browser = browserOf(service)
    await comeBack(browser, mock, { sub: 'boss' })
    service.advance(15 * minuteMs + 1)
    const page = await browser.get('/admin/api-tokens')
    assert.match(page.text, /Your account has no password\. When you send this form, you sign in again first/)
    assert.doesNotMatch(page.text, /type="password"|ask for your password again/)
    const asked = await browser.send(page, '/admin/api-tokens', { name: 'bot seven' })
    assert.equal(asked.path, '/sign-in?again=1&next=/admin/api-tokens')
    assert.match(asked.text, /href="\/sign-in\/with\/school\?next=\/admin\/api-tokens"/)
    assert.deepEqual(await listApiTokens(context), [])
    // A password that was typed by another program counts for nothing.
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const sent = await browser.post('/admin/api-tokens', { csrf, name: 'bot seven', current: boss.password })
    assert.match(sent.headers.get('location') ?? '', /\/sign-in\?again=1/)

    const again = '/sign-in/with/school?next=/admin/api-tokens'
    const back = await comeBack(browser, mock, { sub: 'boss' }, again)
    assert.equal(back.path, '/admin/api-tokens')
    assert.match(back.text, /name="name"[^>]* value="bot seven"/)
    assert.equal((await browser.send(back, '/admin/api-tokens', { name: 'bot seven' })).status, 200)
    assert.equal((await listApiTokens(context)).length, 1)

    // Somebody else who signs in here does not find it.
    service.advance(15 * minuteMs + 1)
    await browser.send(await browser.get('/admin/api-tokens'), '/admin/api-tokens', { name: 'bot eight' })
    const theirs = await comeBack(browser, mock, { sub: 'other' }, again)
    assert.doesNotMatch(theirs.text, /bot eight/)
    assert.equal((await listApiTokens(context)).length, 1)

    // A question that only asks who its visitor is does the same.
    service.advance(15 * minuteMs + 1)
    const question = await browser.get(`/admin/accounts/${boss.id}/delete`)
    const declined = await browser.send(question, `/admin/accounts/${boss.id}/delete`)
    assert.match(declined.path, /^\/sign-in\?again=1&next=/)
    assert.equal((await service.stored(boss)).username, boss.username)
  })
})
