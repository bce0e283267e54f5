import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { record } from '../../src/domain/audit/record.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('/account/export', (_start, shared) => {
  test('contains the passkeys, without their keys, and the held names', async () => {
    const service = await shared()
    const account = await service.account()
    const created_at = service.now()
    await service.context.db.query
      .insertInto('passkey')
      .values({
        id: 'key-id',
        account_id: account.id,
        name: 'Phone',
        public_key: 'AQ',
        counter: 0,
        created_at,
        backup_eligible: 0,
        last_used_at: null,
      })
      .execute()
    await renameAccount(service.context, operator, await service.stored(account), 'Called_Otherwise')
    const browser = browserOf(service)
    await browser.signIn({ ...account, username: 'Called_Otherwise' })
    const { text } = await browser.send(await browser.get('/account/export'), '/account/export')
    const held = JSON.parse(text)
    assert.deepEqual(held.passkeys, [
      { name: 'Phone', createdAt: new Date(created_at).toISOString(), lastUsedAt: null },
    ])
    assert.deepEqual(
      held.heldNames.map(({ name }: { name: string }) => name),
      [account.username.toLowerCase()],
    )
    assert.ok(!text.includes('key-id') && !text.includes('"AQ"'))
  })

  test('is a file with everything stored about the account, without secrets, and is recorded', async () => {
    const service = await shared()
    const account = await service.account()
    await suspendAccount(service.context, operator, await service.stored(account), {
      reason: 'Griefing.',
      until: service.now() + 1000,
    })
    service.advance(1000)
    const token = await service.signIn(account)
    assert.equal(
      (await service.get('/account/export')).headers.get('location'),
      '/sign-in?next=/account/export',
    )
    const browser = browserOf(service)
    assert.match((await browser.signIn(account)).text, /<a href="\/account\/export">.*Export my data<\/a>/)
    await service.context.attempts.flush()
    // More entries than one part contains.
    await service.context.db.transaction(async (tx) => {
      const event = { event: 'account.exported', account: account.id, details: {} } as const
      for (let files = 0; files < 51; files++) await record(service.context, tx, operator, event)
    })
    const page = await browser.get('/account/export')
    assert.deepEqual([page.status, page.heading], [200, 'Export my data'])
    assert.match(page.text, /<button class="main">Download<\/button>/)
    const file = await browser.send(page, '/account/export')
    assert.equal(file.status, 200)
    assert.equal(file.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(file.headers.get('content-disposition'), `attachment; filename="${account.username}.json"`)
    assert.equal(file.headers.get('cache-control'), 'no-store')
    const held = JSON.parse(file.text)
    assert.equal(file.text, JSON.stringify(held, null, 2))
    assert.ok(held.audit.length > 51)
    const { id, username, email } = account
    const createdAt = '2026-11-21T12:00:00.000Z'
    assert.deepEqual(held.account, {
      id,
      username,
      email,
      language: 'en',
      createdAt,
      hasSecondFactor: false,
      roles: [],
    })
    assert.deepEqual(held.usernames, [{ username, changedAt: createdAt }])
    assert.deepEqual([held.skin, held.cape, held.suspension, held.applications], [null, null, null, []])
    const lastUsedAt = '2026-11-21T12:00:01.000Z'
    const device = { userAgent: 'node', address: '127.0.0.1', firstUsedAt: lastUsedAt, lastUsedAt }
    assert.deepEqual(
      new Set(held.devices.map(({ kind, ...rest }: { kind: string }) => `${kind} ${JSON.stringify(rest)}`)),
      new Set([`launcher ${JSON.stringify(device)}`, `web ${JSON.stringify(device)}`]),
    )
    const events = held.audit.map(({ event }: { event: string }) => event)
    for (const event of ['account.exported', 'account.suspended', 'account.created', 'token.issued']) {
      assert.ok(events.includes(event), event)
    }
    const { attempts } = held
    assert.deepEqual(
      new Set(attempts.map(({ step, address }: Record<string, string>) => `${step} ${address}`)),
      new Set(['web 127.0.0.1', 'authenticate 127.0.0.1']),
    )
    const cookie = browser.cookies.get('norn-session') ?? ''
    for (const secret of [token, cookie, 'argon2', account.password]) {
      assert.ok(!file.text.includes(secret), secret)
    }
  })
})
