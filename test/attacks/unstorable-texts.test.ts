// A NUL or half a character is a client error wherever it appears, on both databases.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds, migrated } from '../databases.ts'
import { type RunningService, startService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'

const services: RunningService[] = []
const ends: (() => Promise<void>)[] = []

const here = kinds()
before(async () => {
  for (const kind of here) {
    const database = await migrated[kind]()
    const service = await startService(database.url, { NORN_REGISTRATION: 'invite' })
    services.push(service)
    ends.push(async () => {
      await service.close()
      await database.drop()
    })
  }
})
after(async () => {
  for (const end of ends) await end()
})

/** Sends the request to each service and asserts that the answers are the same. */
async function onBoth(ask: (service: RunningService) => Promise<{ status: number; text: string }>) {
  const answers: (readonly [number, string])[] = []
  for (const service of services) {
    const { status, text } = await ask(service)
    // A page contains a token of its own, and people may choose any name.
    answers.push([status, text.startsWith('{') ? text : ''])
  }
  const [first, second] = answers
  assert.ok(first)
  if (second) assert.deepEqual(first, second)
  return { status: first[0], text: first[1] }
}

const form = (path: string, body: string) => (service: RunningService) =>
  service.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })

for (const [what, inUrl] of [
  ['a NUL', '%00'],
  ['half a character', '%ED%A0%80'],
] as const) {
  test(`${what} as client_id is an unknown client at each OAuth endpoint`, async () => {
    const client = `client_id=a${inUrl}b`
    for (const [path, rest] of [
      ['/oauth2/token', 'grant_type=authorization_code&code=x'],
      ['/oauth2/device_authorization', 'scope=openid'],
      ['/oauth2/revoke', 'token=x'],
      ['/oauth2/introspect', 'token=x'],
    ] as const) {
      const { status, text } = await onBoth(form(path, `${client}&${rest}`))
      assert.deepEqual([path, status, JSON.parse(text).error], [path, 401, 'invalid_client'])
    }
    const asked = `${client}&response_type=code&redirect_uri=http%3A%2F%2F127.0.0.1%2F&scope=openid`
    const { status } = await onBoth((service) => service.get(`/oauth2/authorize?${asked}`))
    assert.equal(status, 400)
  })

  test(`${what} is refused in a form and finds nothing in a query`, async () => {
    const { status } = await onBoth((service) => service.get(`/register?invite=a${inUrl}b`))
    assert.ok(status < 500, String(status))
    for (const path of ['/register', '/recover', '/sign-in', '/auth/authenticate']) {
      const fields = ['invite', 'login', 'username', 'email', 'password', 'clientToken']
      const answer = await onBoth(form(path, fields.map((name) => `${name}=a${inUrl}b`).join('&')))
      assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`)
    }
  })
}

test('as the id of a passkey it is an unknown passkey', async () => {
  for (const id of ['a\0b', '\ud800']) {
    const { status } = await onBoth(async (service) => {
      const browser = browserOf(service)
      const page = await browser.get('/sign-in')
      const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
      const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: id }
      const answer = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
      return browser.post('/sign-in/passkey', { csrf, next: '', answer: JSON.stringify(answer) })
    })
    assert.ok(status >= 400 && status < 500, String(status))
  }
})

test('in JSON it finds nothing, and nothing is written with it', async () => {
  for (const text of ['a\0b', 'a\ud800b']) {
    const body = JSON.stringify({ username: text, password: text, clientToken: text })
    const post = (path: string, sent: string) => (service: RunningService) =>
      service.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent })
    assert.equal((await onBoth(post('/auth/authenticate', body))).status, 401)
    const found = await onBoth(post('/api/profiles/game', JSON.stringify([text, 'nobody'])))
    assert.equal(found.status, 200)
    const joining = JSON.stringify({ accessToken: text, selectedProfile: text, serverId: text })
    assert.equal((await onBoth(post('/session/join', joining))).status, 401)
  }
  // It does not match the name that such a text becomes when it is encoded as UTF-8.
  for (const [index, service] of services.entries()) {
    const { username } = await service.account({
      username: 'Half\ufffd'.slice(0, 4) + index,
      email: 'a\ufffd@example.test',
    })
    const body = { username: 'a\ud800@example.test', password: 'correct horse 1', clientToken: 'x' }
    assert.ok(username)
    assert.equal((await service.post('/auth/authenticate', body)).status, 401)
  }
})

test('the driver refuses to write it and finds nothing with it', async () => {
  for (const service of services) {
    const { db } = service.context
    const row = { key: 'a\0b', full_at: 1 }
    await assert.rejects(db.query.insertInto('guess').values(row).execute(), { name: 'UnstorableText' })
    await assert.rejects(
      db.transaction((tx) => tx.query.updateTable('guess').set({ key: '\udc00' }).execute()),
      { name: 'UnstorableText' },
    )
    const read = await db.query.selectFrom('guess').selectAll().where('key', 'in', ['a\0b', 'x']).execute()
    assert.deepEqual(read, [])
  }
})

test('as the last name in any path of the API for administration it names nothing, or is what the document says', async () => {
  let asked = 0
  for (const service of services) {
    const { send } = await adminClient(service)
    const { id } = await service.account({ username: 'Inpath', email: 'inpath@example.test' })
    const { paths } = (await service.get('/openapi.json')).json as {
      paths: Record<string, Record<string, { responses: object }>>
    }
    for (const [path, operations] of Object.entries(paths)) {
      const [, template] = /^\/api\/v1(\/.*\}.*)$/.exec(path) ?? []
      if (template === undefined) continue
      for (const unstorable of ['%00', 'a%00b']) {
        const named = template
          .replace('/accounts/{id}/', `/accounts/${id}/`)
          .replace(/\{\w+\}(?=[^{}]*$)/, unstorable)
        for (const method of ['get', 'delete'].filter((one) => operations[one])) {
          const { status, text } = await send(method.toUpperCase(), named.replaceAll(/\{\w+\}/g, 'x'))
          const documented = Object.keys(operations[method]?.responses ?? {})
          assert.ok(status < 500 && status !== 400, `${method} ${named} ${status} ${text}`)
          assert.ok(documented.includes(String(status)), `${method} ${named} ${status} ${text}`)
          asked++
        }
      }
    }
  }
  assert.ok(asked > 40, String(asked))
})
