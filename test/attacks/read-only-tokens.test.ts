// A read-only token could read what lets its reader write, and things that a token had created outlived it
// unnoticed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'

onEveryDatabase('API tokens', (start) => {
  test('a read-only token does not see complete webhook URLs or invite codes', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const reading = await adminClient(service, { isReadOnly: true })
    const url = 'https://discord.com/api/webhooks/1/s3cr3t?wait=true'
    assert.equal((await send('POST', '/webhooks', { url })).status, 201)
    const codes: string[] = []
    for (let made = 0; made < 3; made++) codes.push((await send('POST', '/invites', {})).json.code)
    const whole = (await send('GET', '/webhooks')).json.items[0]
    assert.equal(whole.url, url)
    const masked = (await reading.send('GET', '/webhooks')).json.items[0]
    assert.deepEqual(masked, { ...whole, url: 'https://discord.com/…' })

    const seen: string[] = []
    for (let after = ''; ; ) {
      const { text, json } = await reading.send('GET', `/invites?limit=1${after && `&after=${after}`}`)
      for (const code of codes) assert.ok(!text.includes(code), text)
      seen.push(...json.items.map(({ code }: { code: string }) => code))
      if (json.next === null) break
      after = json.next
    }
    assert.deepEqual(seen.sort(), codes.map((code) => `${code.slice(0, 4)}…`).sort())
    const { items } = (await send('GET', '/invites')).json
    assert.deepEqual(items.map(({ code }: { code: string }) => code).sort(), codes.sort())
    for (const path of ['/audit', '/api-tokens', '/clients', '/keys', '/accounts', '/overview']) {
      const { text } = await reading.send('GET', path)
      for (const secret of [...codes, 's3cr3t', 'norn_', 'whsec_']) assert.ok(!text.includes(secret), path)
    }
  })

  test("a token shows who created it, and can be revoked together with that person's account", async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const stolen = await adminClient(service)
    const make = async (by: typeof stolen) => {
      const { id, token } = (await by.send('POST', '/api-tokens', { name: 'child' })).json
      const bearing: typeof stolen.send = (method, path, body) =>
        service.request(`/api/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${token}` },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      return { id, token, send: bearing }
    }
    const child = await make(stolen)
    const grandchild = await make(child)
    const makers = new Map<string, object>(
      (await send('GET', '/api-tokens')).json.items.map(({ id, createdBy }: any) => [id, createdBy]),
    )
    assert.deepEqual(makers.get(stolen.id), { kind: 'cli', name: 'operator' })
    assert.deepEqual(makers.get(child.id), { kind: 'api', id: stolen.id, name: 'bot' })
    assert.deepEqual(makers.get(grandchild.id), { kind: 'api', id: child.id, name: 'child' })

    // As before: what the token has created stays.
    assert.equal((await send('DELETE', `/api-tokens/${stolen.id}`)).status, 204)
    assert.equal((await child.send('GET', '/overview')).status, 200)
    assert.equal((await send('DELETE', `/api-tokens/${stolen.id}`)).status, 404)
    assert.equal((await send('DELETE', `/api-tokens/${child.id}?cascade=yes`)).status, 422)
    // This includes tokens whose creator no longer exists.
    assert.equal((await send('DELETE', `/api-tokens/${stolen.id}?cascade=true`)).status, 204)
    for (const each of [child, grandchild]) assert.equal((await each.send('GET', '/overview')).status, 401)
    assert.equal((await send('GET', '/overview')).status, 200)
    const { items } = (await send('GET', '/audit?event=api_token.deleted')).json
    assert.deepEqual(
      items.map(({ details }: any) => details.id).sort(),
      [stolen.id, child.id, grandchild.id].sort(),
    )
  })
})
