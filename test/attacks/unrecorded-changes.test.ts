// Changes without an entry in the audit log, changes without a notification to the owner, and entries and emails
// about changes that changed nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { adminClient } from '../wire/admin/api.ts'
import { attackStored } from './installed.ts'

const eventsOf = async (service: RunningService): Promise<string[]> => {
  const { items } = (await (await adminClient(service)).send('GET', '/audit?limit=100')).json
  return items
    .map(({ event }: { event: string }) => event)
    .filter((event: string) => !['api_token.created', 'account.created'].includes(event))
}

/** The recipients and subjects of all notifications. */
const notifications = async (service: RunningService) =>
  (await newMail(service)).map(({ to, subject }) => [to, subject]).sort()

onEveryDatabase('unrecorded changes', (start) => {
  test('a language and a renewed client secret are recorded', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const player = await service.account({ language: 'en' })
    assert.equal((await send('PATCH', `/accounts/${player.id}`, { language: 'ru' })).status, 200)
    const site = { client_name: 'Site', redirect_uris: ['https://a.example.test/'] }
    const { client_id } = (await send('POST', '/clients', site)).json
    assert.equal((await send('POST', `/clients/${client_id}/secret`)).status, 200)
    assert.deepEqual((await eventsOf(service)).sort(), [
      'account.language_changed',
      'client.created',
      'client.secret_renewed',
    ])
    const browser = browserOf(service)
    await browser.signIn(player)
    const page = await browser.get('/account/language')
    await browser.send(page, '/account/language', { language: 'zh-CN' })
    await browser.send(page, '/account/language', { language: 'zh-CN' })
    const events = await eventsOf(service)
    assert.equal(events.filter((event) => event === 'account.language_changed').length, 2)
  })

  test('an email set with an API token notifies both the old and the new address', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const { id } = await service.account({ email: 'steve@example.test' })
    assert.equal((await send('PATCH', `/accounts/${id}`, { email: 'thief@example.test' })).status, 200)
    assert.deepEqual(await notifications(service), [
      ['steve@example.test', 'Your email address at Norn was changed'],
      ['thief@example.test', 'Your account at Norn has a new email address'],
    ])
    // Consequences of the same change are sent to the owner, and not to the person who has just become the owner.
    const both = { email: 'other@example.test', password: 'another horse', username: 'Renamed' }
    assert.equal((await send('PATCH', `/accounts/${id}`, both)).status, 200)
    assert.deepEqual(await notifications(service), [
      ['other@example.test', 'Your account at Norn has a new email address'],
      ['thief@example.test', 'Your email address at Norn was changed'],
      ['thief@example.test', 'Your password at Norn was changed'],
      ['thief@example.test', 'Your username at Norn was changed'],
    ])
    assert.equal((await send('PATCH', `/accounts/${id}`, both)).status, 200)
    assert.deepEqual(await notifications(service), [
      ['other@example.test', 'Your password at Norn was changed'],
    ])
  })

  test('when two administrators set an email simultaneously, both notify the previous address', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const { id } = await service.account({ email: 'a@example.test' })
    const answers = await Promise.all(
      ['b@example.test', 'c@example.test'].map((email) => send('PATCH', `/accounts/${id}`, { email })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    const { email } = (await send('GET', `/accounts/${id}`)).json
    const between = email === 'b@example.test' ? 'c@example.test' : 'b@example.test'
    const changed = (await notifications(service)).filter(([, subject]) => /was changed/.test(subject ?? ''))
    assert.deepEqual(changed.map(([to]) => to).sort(), ['a@example.test', between].sort())
  })

  test('a change that changes nothing is not made, recorded or announced', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const { id, email, username } = await service.account()
    const before = await service.stored({ id })
    assert.equal((await send('DELETE', `/accounts/${id}/second-factor`)).status, 204)
    assert.equal((await send('POST', `/accounts/${id}/restore`)).status, 200)
    const same = { username, email, language: 'en', roles: [] }
    assert.equal((await send('PATCH', `/accounts/${id}`, same)).status, 200)
    assert.deepEqual(await eventsOf(service), [])
    assert.deepEqual(await notifications(service), [])
    assert.deepEqual(await service.stored({ id }), before)
    assert.equal((await send('POST', `/accounts/${id}/suspend`, { reason: 'x' })).status, 200)
    assert.equal((await send('POST', `/accounts/${id}/suspend`, { reason: 'x' })).status, 200)
    assert.deepEqual(await eventsOf(service), ['account.suspended'])
    assert.equal((await notifications(service)).length, 1)
  })
})

attackStored('commands that unlock an account and change the secret are recorded', async (norn) => {
  const secrets = ['first-secret-q1w2e3r4t5y6u7i8o9p0', 'second-secret-p0o9i8u7y6t5r4e3w2q1']
  const [NORN_SECRET = '', NORN_NEW_SECRET = ''] = secrets
  await norn.steve()
  const serving = await norn.serve({ NORN_SECRET })
  for (let guess = 0; guess < 2; guess++) {
    const body = JSON.stringify({ username: 'Steve', password: 'wrong', clientToken: 'x' })
    await (await fetch(`${serving.baseUrl}/auth/authenticate`, { method: 'POST', body })).arrayBuffer()
  }
  serving.kill('SIGTERM')
  await serving.ended
  const run = async (line: string[], variables: Record<string, string>) => {
    const { status, stdout, stderr } = await norn.run([...line, '--json'], { variables })
    assert.equal(status, 0, stderr)
    return JSON.parse(stdout)
  }
  await run(['account', 'unlock', 'Steve'], { NORN_SECRET })
  await run(['secret', 'rotate'], { NORN_SECRET, NORN_NEW_SECRET })
  await run(['secret', 'remove'], { NORN_SECRET: NORN_NEW_SECRET })
  const entries: { event: string; actor: { kind: string } }[] = await run(['audit', 'list'], {})
  assert.deepEqual(
    entries.map(({ event, actor }) => `${event} ${actor.kind}`),
    ['secret.removed cli', 'secret.rotated cli', 'account.unlocked cli', 'account.created cli'],
  )
})
