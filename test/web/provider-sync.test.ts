// The button that asks Discord about members, the same request to the API, and the warning on the home page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { askAll, linked, staffRole, startGuild } from '../providers/guild.ts'
import { json } from '../providers/hostile.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { browserOf } from './browser.ts'

const page = '/admin/providers/discord'
const steve = '80351110224678912'

onEveryDatabase('asking about members', (start) => {
  test('a button and the API say what was done; without a bot there is no button', async (t) => {
    const service = await start()
    const { all } = await startGuild(t, service)
    const boss = await service.account({ username: 'Boss' })
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    await linked(service, steve)
    all.guild.roles[steve] = [staffRole]
    const browser = browserOf(service)
    await browser.signIn(boss)
    const asked = await browser.send(await browser.get(page), `${page}/sync`)
    assert.match(
      asked.text,
      /role="status">Asked about: 1\. Memberships made: 2, ended: 0\. Answers of no use: 0\. Still to be asked about by the service: 0\.</,
    )
    const { actor_kind, actor_id } = await service.context.db.query
      .selectFrom('audit_entry')
      .select(['actor_kind', 'actor_id'])
      .where('event', '=', 'group.member_added')
      .executeTakeFirstOrThrow()
    assert.deepEqual([actor_kind, actor_id], ['account', boss.id])

    delete all.guild.roles[steve]
    service.advance(1000)
    const client = await adminClient(service)
    const { status, json: done } = await client.send('POST', '/providers/discord/sync')
    assert.equal(status, 200)
    assert.deepEqual(done, { name: 'discord', asked: 1, made: 0, ended: 2, failed: 0, waiting: 0 })

    await service.context.db.query.updateTable('provider').set({ bot_token: null }).execute()
    assert.ok(!(await browser.get(page)).text.includes(`${page}/sync`))
    const refused = await client.send('POST', '/providers/discord/sync')
    assert.deepEqual([refused.status, refused.json.code], [422, 'provider_without_bot'])
    assert.equal((await client.send('POST', '/providers/nobody/sync')).status, 404)
  })

  test('the home page of administrators warns after a day', async (t) => {
    const service = await start()
    const { all, placeOf } = await startGuild(t, service)
    const boss = await service.account({ username: 'Boss' })
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    await linked(service, steve)
    const browser = browserOf(service)
    await browser.signIn(boss)
    all.replaced[placeOf(steve)] = (response) => json(response, {}, 503)
    const warning = /The bot at discord has heard nothing of members for a day[^<]* <time /
    await askAll(service)
    assert.doesNotMatch((await browser.get('/admin')).text, warning)
    service.advance(24 * 3_600_000)
    await askAll(service)
    const { text } = await browser.get('/admin')
    assert.match(text, warning)
    assert.ok(text.includes(page))
    assert.match((await browser.get(page)).text, /<code>sync_unanswered<\/code>/)
  })
})
