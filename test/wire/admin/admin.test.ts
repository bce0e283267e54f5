// The admin API, over HTTP: who may use it, idempotent creation, and refusals that change nothing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { setTextures } from '../../../src/domain/game/set-textures.ts'
import { addBan } from '../../../src/domain/operation/bans.ts'
import { enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import { sweep } from '../../../src/jobs/sweep.ts'
import { DatabaseUnavailable } from '../../../src/model/errors/database-unavailable.ts'
import type { Transaction } from '../../../src/storage/engine/database.ts'
import { makePng, noise } from '../../png.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { adminClient } from './api.ts'

const [minute, day] = [60_000, 86_400_000]

function assertProblem(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.json.status, answer.json.code], [status, status, code])
  assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
}

const unauthorized =
  '{"type":"about:blank","title":"Unauthorized","status":401,"detail":"The API token is missing, unknown, revoked or expired. Send \\"Authorization: Bearer norn_…\\".","code":"api_token_invalid"}'

const rows = async ({ context }: RunningService, table: 'api_token' | 'idempotency_key' | 'account') =>
  context.db.query.selectFrom(table).selectAll().execute()

onEveryDatabase('the admin API', (start, shared) => {
  test('authenticates before it reads the body', async () => {
    const service = await shared()
    const { accessToken } = await service.account().then(async (account) => ({
      accessToken: await service.signIn(account),
    }))
    const revoked = await adminClient(service)
    const { id, send } = await adminClient(service)
    assert.equal((await send('DELETE', `/api-tokens/${revoked.id}`)).status, 204)
    const tokens = [`norn_${'A'.repeat(43)}`, 'norn_', 'x', accessToken, revoked.token]
    for (const authorization of [undefined, 'Basic bm9ybg==', ...tokens.map((each) => `Bearer ${each}`)]) {
      for (const [method, path] of [
        ['GET', '/accounts'],
        ['POST', '/accounts'],
        ['GET', '/nothing'],
      ] as const) {
        const answer = await service.request(`/api/v1${path}`, {
          method,
          headers: authorization === undefined ? {} : { authorization },
          ...(method === 'POST' && { body: '{' }),
        })
        assert.deepEqual(
          [answer.status, answer.text],
          [401, unauthorized],
          `${method} ${path} ${authorization}`,
        )
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
        assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
      }
    }
    const { token } = await adminClient(service)
    assert.equal((await service.post('/auth/validate', { accessToken: token })).status, 401)
    const [shown] = (await send('GET', `/api-tokens?after=${id.slice(0, 31)}&limit=1`)).json.items
    assert.deepEqual(Object.keys(shown), [
      'id',
      'name',
      'readOnly',
      'createdAt',
      'expiresAt',
      'lastUsedAt',
      'createdBy',
    ])
    assert.ok(!service.log.some((line) => line.includes('norn_')), 'no token is in the log')
    const stored = JSON.stringify(await rows(service, 'api_token'))
    assert.ok(!stored.includes('norn_') && !stored.includes(token.slice(5)))
  })

  test('a read-only token changes nothing, and an expired one is refused', async () => {
    const service = await start()
    const reading = await adminClient(service, { isReadOnly: true })
    assert.equal((await reading.send('GET', '/accounts')).status, 200)
    assert.equal((await reading.send('HEAD', '/accounts')).status, 200)
    for (const [method, path] of [
      ['POST', '/accounts'],
      ['PATCH', '/accounts/x'],
      ['DELETE', '/accounts/x'],
      ['POST', '/keys'],
    ] as const) {
      assertProblem(
        await reading.send(method, path, { username: 'Steve', password: 'x' }),
        403,
        'api_token_read_only',
      )
    }
    assert.deepEqual(await rows(service, 'account'), [])

    const brief = await adminClient(service, { expiresAt: service.now() + minute })
    assert.equal((await brief.send('POST', '/invites', {}, { 'idempotency-key': 'a' })).status, 201)
    service.advance(minute)
    assertProblem(await brief.send('GET', '/accounts'), 401, 'api_token_invalid')
    await sweep(service.context)
    assert.deepEqual(
      (await rows(service, 'api_token')).map((row) => Object(row).id),
      [reading.id],
    )
    assert.deepEqual(await rows(service, 'idempotency_key'), [], 'they are deleted together with their token')
  })

  test('the last use of a token is known to within five minutes', async () => {
    const service = await start()
    const { id, send } = await adminClient(service)
    const lastUse = async () =>
      (await send('GET', '/api-tokens')).json.items.find((each: any) => each.id === id).lastUsedAt
    const first = new Date(service.now()).toISOString()
    assert.equal(await lastUse(), first)
    service.advance(5 * minute - 1)
    assert.equal(await lastUse(), first)
    service.advance(1)
    await lastUse()
    assert.equal(await lastUse(), new Date(service.now()).toISOString())
  })

  test('accounts without a password, cancelled deletions and textures', async () => {
    const service = await shared()
    const { context } = service
    const { send } = await adminClient(service)
    const { send: ask } = await adminClient(service, { isReadOnly: true })
    assert.equal((await send('POST', '/accounts', { username: 'NoWord' })).status, 422)
    const { id } = (await send('POST', '/accounts', { username: 'NoWord', password: null })).json
    const path = `/accounts/${id}`
    const guess = { username: 'NoWord', password: '!', clientToken: 'x' }
    assert.equal((await service.post('/auth/authenticate', guess)).status, 401)
    assert.equal((await ask('POST', `${path}/unlock`, {})).status, 403)
    const [forgotten] = (await send('POST', `${path}/unlock`, {})).json.items
    assert.deepEqual([forgotten.guesses, forgotten.blockedUntil], ['passwords from an address', null])
    assert.deepEqual((await send('POST', `${path}/unlock`, {})).json, { items: [] })
    const wrong = await send('POST', `${path}/unlock`, { address: '192.0.2.0/24' })
    assert.deepEqual([wrong.status, wrong.json.field], [422, 'address'])

    const leaving = (await send('POST', `${path}/delete-later`)).json
    const { deletionGrace } = context.config
    assert.equal(leaving.deletesAt, new Date(service.now() + deletionGrace).toISOString())
    assert.equal((await send('POST', `${path}/keep`)).json.deletesAt, null)

    const png = makePng(64, 64, noise(1))
    await setTextures(context, operator, id, { skin: { png }, cape: { png: makePng(64, 32, noise(2)) } })
    const { skin, model, cape } = (await send('GET', path)).json
    for (const hash of [skin, cape]) assert.equal((await service.get(`/textures/${hash}`)).status, 200)
    assert.equal(model, 'default')
    for (const kind of ['skin', 'cape']) assert.equal((await send('DELETE', `${path}/${kind}`)).status, 204)
    const bare = (await send('GET', path)).json
    assert.deepEqual([bare.skin, bare.model, bare.cape], [null, null, null])
  })

  test('PUT sets the skin or the cape of an account, also with NORN_SKINS and NORN_CAPES off', async () => {
    const service = await start({ NORN_SKINS: 'off', NORN_CAPES: 'off' })
    const { token, send } = await adminClient(service)
    const { token: readOnly } = await adminClient(service, { isReadOnly: true })
    const account = await service.account()
    const { id, username } = account
    const put = (path: string, png: Buffer, bearer = token) =>
      service.request(`/api/v1/accounts/${path}`, {
        method: 'PUT',
        body: new Uint8Array(png),
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'image/png' },
      })
    const [skin, cape] = [makePng(64, 64, noise(1)), makePng(64, 32, noise(2))]
    const first = await put(`${id}/skin`, skin)
    assert.deepEqual(
      [first.status, first.json],
      [200, { id, username, skin: first.json.skin, model: 'default', cape: null }],
    )
    const slim = await put(`${username.toUpperCase()}/skin?model=slim`, skin)
    assert.deepEqual(slim.json, { ...first.json, model: 'slim' })
    const both = await put(`${account.email}/cape`, cape)
    assert.deepEqual(both.json, { ...slim.json, cape: both.json.cape })
    for (const hash of [both.json.skin, both.json.cape])
      assert.equal((await service.get(`/textures/${hash}`)).status, 200)

    for (const [path, file, status, code] of [
      [`${id}/skin`, Buffer.from('no PNG'), 422, 'texture_malformed'],
      [`${id}/skin`, Buffer.alloc(0), 422, 'texture_malformed'],
      [`${id}/cape`, skin, 422, 'texture_size_unknown'],
      [`${id}/skin`, Buffer.alloc(1024 * 1024 + 1), 413, 'body_too_large'],
      [`${id}/skin?model=wide`, skin, 422, 'malformed'],
      [`${id}/skin?model=slim&model=slim`, skin, 422, 'malformed'],
      ['nobody/skin', skin, 404, 'account_unknown'],
    ] as const) {
      const refused = await put(path, file)
      assert.deepEqual([refused.status, refused.json.code], [status, code], path)
    }
    assert.equal((await put(`${id}/skin`, makePng(64, 64, noise(9)), readOnly)).status, 403)
    assert.equal((await put(`${id}/skin`, makePng(64, 64, noise(9)), 'norn_x')).status, 401)
    const { skin: worn, model, cape: wornCape } = (await send('GET', `/accounts/${id}`)).json
    assert.deepEqual({ id, username, skin: worn, model, cape: wornCape }, both.json)
    const entries = (await send('GET', `/accounts/${id}/audit?event=texture.set`)).json.items
    assert.deepEqual(
      entries.map(({ actor }: any) => actor.kind),
      ['api', 'api', 'api'],
    )
    for (const kind of ['skin', 'cape'])
      assert.equal((await send('DELETE', `/accounts/${id}/${kind}`)).status, 204)
  })

  test('an account is created, found, changed, suspended, restored and deleted, and the audit log records by whom', async () => {
    const service = await start()
    const { id: token, send } = await adminClient(service)
    const steve = { username: 'Steve', password: 'hunter 2', email: 'steve@example.test', language: 'pt_br' }
    const made = await send('POST', '/accounts', steve)
    const { id } = made.json
    const createdAt = new Date(service.now()).toISOString()
    const shown = {
      id,
      username: 'Steve',
      email: 'steve@example.test',
      language: 'pt-BR',
      createdAt,
      suspended: false,
      owner: null,
      characters: [],
      primary: true,
      suspendedUntil: null,
      suspensionReason: null,
      deletesAt: null,
      totp: false,
      roles: [],
      groups: [],
      linked: [],
      linkedPlayers: [],
      friends: 0,
      skin: null,
      model: null,
      cape: null,
      usernameHistory: [{ name: 'Steve', changedToAt: createdAt }],
    }
    assert.deepEqual([made.status, made.json], [201, shown])
    assert.equal(made.headers.get('cache-control'), 'no-store')
    const path = `/accounts/${id}`
    const hyphens = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase()
    assert.deepEqual((await send('GET', `/accounts/${hyphens}`)).json, shown)
    const { username, email, language, suspended: isSuspended } = shown
    const listed = {
      id,
      username,
      email,
      language,
      createdAt,
      suspended: isSuspended,
      owner: null,
      characters: [],
      primary: true,
    }
    for (const query of ['q=TEV', 'q=steve%40ex', `q=${hyphens}`, '', 'suspended=false&limit=100']) {
      assert.deepEqual((await send('GET', `/accounts?${query}`)).json, { items: [listed], next: null }, query)
    }
    for (const query of ['q=nobody', 'suspended=true']) {
      assert.deepEqual((await send('GET', `/accounts?${query}`)).json, { items: [], next: null }, query)
    }

    service.advance(1000)
    const change = {
      username: 'Alex',
      email: 'alex@example.test',
      language: 'ru',
      password: 'hunter 3',
      roles: ['moderator'],
    }
    const changed = await send('PATCH', path, change)
    const { password, ...fields } = change
    assert.deepEqual(
      [changed.status, { ...changed.json, usernameHistory: [] }],
      [200, { ...shown, ...fields, usernameHistory: [] }],
    )
    assert.equal(changed.json.usernameHistory.length, 2)
    const accessToken = await service.signIn({ username: 'Alex', password })

    const until = new Date(service.now() + day).toISOString()
    const suspended = await send('POST', `${path}/suspend`, { reason: 'griefing', until })
    assert.deepEqual(
      [suspended.json.suspended, suspended.json.suspendedUntil, suspended.json.suspensionReason],
      [true, until, 'griefing'],
    )
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 401)
    // An omitted field keeps its value; null removes the end.
    assert.equal((await send('POST', `${path}/suspend`, {})).json.suspendedUntil, until)
    const endless = (await send('POST', `${path}/suspend`, { until: null })).json
    assert.deepEqual([endless.suspendedUntil, endless.suspensionReason], [null, 'griefing'])
    const restored = await send('POST', `${path}/restore`)
    assert.deepEqual([restored.status, restored.json.suspended], [200, false])

    await enableSecondFactor(service.context, operator, await service.stored({ id }))
    const off = await send('DELETE', `${path}/second-factor`)
    assert.deepEqual([off.status, off.text], [204, ''])
    assert.equal((await send('GET', path)).json.totp, false)
    const again = await service.signIn({ username: 'Alex', password })
    assert.equal((await send('DELETE', `${path}/tokens`)).status, 204)
    assert.equal((await service.post('/auth/validate', { accessToken: again })).status, 401)
    assert.equal((await send('DELETE', path)).status, 204)
    assertProblem(await send('GET', path), 404, 'account_unknown')
    assertProblem(await send('DELETE', path), 404, 'account_unknown')

    const { items } = (await send('GET', `${path}/audit?limit=100`)).json
    const events = items.map(({ event }: any) => event).sort()
    assert.deepEqual(
      events,
      [
        'account.created',
        'account.deleted',
        'account.email_changed',
        'account.granted',
        'account.language_changed',
        'account.password_changed',
        'account.renamed',
        'account.restored',
        // The second request changed nothing.
        ...Array(2).fill('account.suspended'),
        'second_factor.disabled',
        'second_factor.enabled',
        'token.revoked',
        ...Array(2).fill('token.issued'),
      ].sort(),
    )
    const byApi = items.filter(({ event }: any) => !/^token\.issued|enabled$/.test(event))
    for (const { actor, address, account } of byApi) {
      assert.deepEqual([actor, address, account], [{ kind: 'api', id: token, name: 'bot' }, '127.0.0.1', id])
    }
    assert.ok(!JSON.stringify(items).match(/hunter|@/), 'neither password nor email')
    assert.deepEqual(
      (await send('GET', `/audit?event=account.renamed&account=${id}`)).json.items.map(
        ({ details }: any) => details,
      ),
      [{ from: 'Steve', to: 'Alex' }],
    )
    assertProblem(await send('GET', `/accounts/${'ab'.repeat(16)}/audit`), 404, 'account_unknown')
  })

  test('a change with one refused field changes nothing', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const [steve, alex] = [await service.account(), await service.account()]
    const path = `/accounts/${steve.id}`
    const before = (await send('GET', path)).json
    for (const [change, code] of [
      [{ email: alex.email.toUpperCase() }, 'email_taken'],
      [{ username: alex.username.toUpperCase() }, 'username_taken'],
      [{ username: 'New', email: 'no' }, 'email_malformed'],
      [{ username: 'New', language: '?' }, 'malformed'],
      [{ username: 'New', password: '' }, 'password_malformed'],
      [{ username: 'New', password: 'x', email: alex.email }, 'email_taken'],
      [{ email: 'new@example.test', username: '..' }, 'username_malformed'],
      [{ username: 'New', roles: ['king'] }, 'malformed'],
      [{ username: 'New', suspended: true }, 'malformed'],
      [{ username: 'New', email: null }, 'malformed'],
    ] as const) {
      assertProblem(await send('PATCH', path, { roles: ['admin'], ...change }), 422, code)
    }
    assert.deepEqual((await send('GET', path)).json, before)
    assert.deepEqual((await send('PATCH', path, {})).json, before)
    await service.signIn(steve)
    const events = (await send('GET', `${path}/audit`)).json.items.map(({ event }: any) => event)
    // Entries of the same millisecond have no defined order.
    assert.deepEqual(events.sort(), ['account.created', 'token.issued'])
  })

  test('a body is a JSON object, and nothing else counts as an empty one', async () => {
    const service = await shared()
    const { send, token } = await adminClient(service)
    const { paths } = (await service.get('/openapi.json')).json
    const { id } = await service.account()
    const before = await service.stored({ id })
    let routes = 0
    for (const [path, methods] of Object.entries<Record<string, any>>(paths)) {
      for (const [method, { requestBody }] of Object.entries(methods)) {
        if (
          !path.startsWith('/api/v1/') ||
          path.startsWith('/api/v1/me/') ||
          !requestBody?.content['application/json']
        )
          continue
        routes++
        assert.equal(requestBody.required, true, path)
        const url = path.replace('/api/v1', '').replace('{id}', id).replace('{name}', 'welcome')
        for (const body of [[], null, 'x', 7, true, [{}]]) {
          assertProblem(await send(method.toUpperCase(), url, body), 400, 'body_unreadable')
        }
        assertProblem(await send(method.toUpperCase(), url), 400, 'body_unreadable')
        const headers = { authorization: `Bearer ${token}` }
        const empty = { method: method.toUpperCase(), headers, body: '' }
        assertProblem(await service.request(`/api/v1${url}`, empty), 400, 'body_unreadable')
      }
    }
    assert.ok(routes >= 8, `${routes} routes with a body`)
    assert.deepEqual(await service.stored({ id }), before)
  })

  test('an unknown field costs no more time in a large body', async () => {
    const service = await shared()
    const { send } = await adminClient(service)
    const site = { client_name: 'A', redirect_uris: ['https://a.example.test/'] }
    const hook = { url: 'https://a.example.test/' }
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]))
    const found: [number, string | undefined][] = []
    // For client and service together; walking the body alone took 40 to 130.
    const mostMs = 30
    for (const [path, body] of [
      ['/clients', { ...site, redirect_uris: Array(30_000).fill(1) }],
      ['/clients', { ...site, redirect_uris: [...Array(10_000).fill('a'), 1] }],
      ['/clients', { ...site, redirect_uris: ['https://a.example.test/', 1] }],
      ['/webhooks', { ...hook, events: Array(30_000).fill(1) }],
      ['/clients', { ...site, ...many }],
    ] as const) {
      // Occasional compilation and garbage collection do not matter here: the minimum of many measurements counts.
      let least = Number.POSITIVE_INFINITY
      for (let turn = 0; turn < 20 && least >= mostMs; turn++) {
        const begun = process.threadCpuUsage()
        const { status, json } = await send('POST', path, body)
        const { user, system } = process.threadCpuUsage(begun)
        least = Math.min(least, (user + system) / 1000)
        if (turn === 0) found.push([status, json.field])
      }
      assert.ok(least < mostMs, `${path}: ${least} ms`)
    }
    assert.deepEqual(found, [
      [422, 'redirect_uris'],
      [422, 'redirect_uris'],
      [422, 'redirect_uris.1'],
      [422, 'events'],
      [422, 'f0'],
    ])
  })

  test('an unknown field is named, and text that the database cannot store is refused', async () => {
    const service = await shared()
    const { send } = await adminClient(service)
    for (const [body, field] of [
      [{ username: 'A' }, 'password'],
      [{ username: 'A', password: 7 }, 'password'],
      [{ username: 'A', password: 'x', nonsense: 1 }, 'nonsense'],
    ] as const) {
      const answer = await send('POST', '/accounts', body)
      assertProblem(answer, 422, 'malformed')
      assert.equal(answer.json.field, field)
    }
    for (const query of [
      ...['0', '101', 'x', 'true', '1.5', '1e1', '0x10', '-1', '+1', '%201', '01', ''].map(
        (each) => `limit=${each}`,
      ),
      'suspended=1',
      'limit=1&limit=2',
      'q=%00',
      'after=%00',
      'suspended=perhaps',
    ]) {
      const answer = await send('GET', `/accounts?${query}`)
      assertProblem(answer, 422, 'malformed')
      assert.equal(answer.json.field, query.split('=')[0])
      if (query.startsWith('limit=')) assert.equal(answer.json.allowed, 'a whole number from 1 to 100', query)
    }
    const { id } = await service.account({ username: 'Nul', email: 'nul@example.test' })
    for (const [method, path, body, code] of [
      ['POST', `/accounts/${id}/suspend`, { reason: 'a\0b' }, 'malformed'],
      ['POST', `/accounts/${id}/suspend`, { until: '2026-01-01' }, 'instant_malformed'],
      ['POST', `/accounts/${id}/suspend`, { until: 'tomorrow' }, 'instant_malformed'],
      ['POST', '/accounts', { username: 'a\0', password: 'x' }, 'username_malformed'],
      ['POST', '/accounts', { username: 'a', email: '\0@b.test', password: 'x' }, 'email_malformed'],
      ['POST', '/api-tokens', { name: 'a\0' }, 'malformed'],
      ['POST', '/clients', { client_name: 'a\0', redirect_uris: ['https://a.test/'] }, 'malformed'],
      [
        'POST',
        '/clients',
        { client_name: 'A', redirect_uris: ['app:/back'], public: true, pkce: 'optional' },
        'pkce_optional_public',
      ],
      ['POST', '/bans', { ip: '\0' }, 'malformed'],
    ] as const) {
      assertProblem(await send(method, path, body), 422, code)
    }
    for (const path of ['/accounts/%00', '/invites/%00', '/clients/%00', '/api-tokens/%00']) {
      assert.equal((await send('DELETE', path)).status, 404, path)
    }
    assert.equal((await send('GET', '/clients/%00')).status, 404)
    const forge = { client_name: 'Forge', redirect_uris: ['https://forge.test/back'], pkce: 'optional' }
    const { client_id } = (await send('POST', '/clients', forge)).json
    assert.equal((await send('GET', `/clients/${client_id}`)).json.pkce, 'optional')
    await send('DELETE', `/clients/${client_id}`)
    assertProblem(await send('GET', '/nothing'), 404, 'route_unknown')
    const other = await send('PUT', '/accounts')
    assertProblem(other, 405, 'method_unknown')
    assert.equal(other.headers.get('allow'), 'GET, HEAD, POST')
  })

  test('with an Idempotency-Key an object is created once, even by simultaneous requests, and its secret is not stored', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const other = await adminClient(service)
    const client = { client_name: 'Panel', redirect_uris: ['https://panel.example.test/'] }
    const create = (key: string, body: object = client) =>
      send('POST', '/clients', body, { 'idempotency-key': key })

    const atOnce = await Promise.all(Array.from({ length: 8 }, () => create('a')))
    const made = atOnce.filter(({ status }) => status === 201)
    const [first] = made
    assert.ok(first)
    assert.deepEqual(new Set(made.map(({ text }) => text)).size, 1)
    assert.equal(made.filter(({ headers }) => !headers.has('idempotency-replayed')).length, 1)
    for (const busy of atOnce.filter(({ status }) => status !== 201)) {
      assertProblem(busy, 409, 'idempotency_key_in_use')
      assert.equal(busy.headers.get('retry-after'), '1')
    }
    const again = await create('a')
    assert.deepEqual(
      [again.status, again.text, again.headers.get('idempotency-replayed')],
      [201, first.text, 'true'],
    )
    assert.match(first.json.client_secret, /^[\w-]{43}$/)
    assert.ok(!JSON.stringify(await rows(service, 'idempotency_key')).includes(first.json.client_secret))
    const clients = async () => (await send('GET', '/clients')).json.items.length
    assert.equal(await clients(), 2)

    assertProblem(await create('a', { ...client, public: true }), 422, 'idempotency_key_reused')
    const elsewhere = await send('POST', '/invites', client, { 'idempotency-key': 'a' })
    assertProblem(elsewhere, 422, 'malformed')
    for (const key of ['', 'a b', 'x'.repeat(256), 'é']) {
      assertProblem(await create(key), 422, 'idempotency_key_malformed')
    }
    // Each token has its own keys.
    assert.equal((await other.send('POST', '/clients', client, { 'idempotency-key': 'a' })).status, 201)
    // The refused request changed nothing, so the key is free.
    assertProblem(await create('b', { ...client, client_name: '' }), 422, 'malformed')
    assert.equal((await create('b')).status, 201)
    assert.equal(await clients(), 4)

    service.advance(day - 1)
    assert.equal((await create('a')).text, first.text)
    service.advance(1)
    await sweep(service.context)
    assert.deepEqual(await rows(service, 'idempotency_key'), [])
    assert.notEqual((await create('a')).text, first.text)
  })

  test('wherever the process dies, a repeated request gets the answer and creates no second object', async () => {
    const service = await start({ NORN_WEBHOOK_PRIVATE: 'on' })
    const { send } = await adminClient(service)
    const { db } = service.context
    const transaction = db.transaction
    const dying = new DatabaseUnavailable('the process dies here')
    /** The transaction that has just done its work is either committed or not; nothing after it is executed. */
    const diesIn = (end: 'written' | 'undone') =>
      Object.assign(db, {
        transaction: async (work: (tx: Transaction) => Promise<unknown>) => {
          await transaction(async (tx) => {
            await work(tx)
            if (end === 'undone') throw dying
          })
          throw dying
        },
      })
    const account = { username: 'Steve', password: 'correct horse' }
    for (const [path, body] of Object.entries({
      '/accounts': account,
      '/invites': {},
      '/clients': { client_name: 'Panel', redirect_uris: ['https://panel.example.test/'] },
      '/bans': { ip: '192.0.2.1' },
      '/webhooks': { url: 'http://127.0.0.1:9/' },
      '/api-tokens': { name: 'second' },
      '/keys': { use: 'tokens' },
    })) {
      const create = () =>
        send('POST', path, body, { 'idempotency-key': `key of ${path}`.replaceAll(' ', '-') })
      const count = async () => (await send('GET', path)).json.items.length
      const before = await count()
      diesIn('undone')
      assertProblem(await create(), 503, 'database_unavailable')
      Object.assign(db, { transaction })
      assert.equal(await count(), before, path)
      assertProblem(await create(), 409, 'idempotency_key_in_use')
      service.advance(minute)
      diesIn('written')
      assertProblem(await create(), 503, 'database_unavailable')
      Object.assign(db, { transaction })
      assert.equal(await count(), before + 1, path)
      service.advance(minute)
      const created = await create()
      assert.deepEqual([created.status, created.headers.get('idempotency-replayed')], [201, 'true'], path)
      assert.equal(await count(), before + 1, path)
    }
  })

  test('a request that fails for a reason of its own leaves its key unused', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const { db } = service.context
    const { transaction } = db
    const create = () => send('POST', '/invites', {}, { 'idempotency-key': 'again' })
    Object.assign(db, {
      transaction: (work: (tx: Transaction) => Promise<unknown>) =>
        transaction(async (tx) => {
          await work(tx)
          throw new Error('an internal error')
        }),
    })
    assertProblem(await create(), 500, 'unexpected')
    Object.assign(db, { transaction })
    // That line was expected; no other unexpected line may be logged.
    service.log.splice(0, service.log.length)
    assert.deepEqual([(await create()).status, (await send('GET', '/invites')).json.items.length], [201, 1])
  })

  test('a repeat after a minute finishes interrupted work, and the number of keys is limited', async () => {
    const service = await start()
    const { id, send } = await adminClient(service)
    const create = (key: string) => send('POST', '/invites', {}, { 'idempotency-key': key })
    assert.equal((await create('a')).status, 201)
    // The state that a process leaves when it dies halfway.
    const { query } = service.context.db
    await query.updateTable('idempotency_key').set({ answer: null }).execute()
    assertProblem(await create('a'), 409, 'idempotency_key_in_use')
    service.advance(minute)
    assert.equal((await create('a')).status, 201)
    assert.equal((await create('a')).headers.get('idempotency-replayed'), 'true')

    const now = service.now()
    const row = { token_id: id, request: '', started_at: now, expires_at: now + day }
    for (let part = 0; part < 10; part++) {
      const keys = Array.from({ length: 1000 }, (_, index) => ({ ...row, digest: `${part}-${index}` }))
      await query.insertInto('idempotency_key').values(keys).execute()
    }
    const full = await create('b')
    assertProblem(full, 429, 'idempotency_keys_too_many')
    assert.equal(full.headers.get('retry-after'), '3600')
    assert.equal((await create('a')).headers.get('idempotency-replayed'), 'true')
  })

  test('pages of a list neither repeat nor skip entries', async () => {
    const service = await start()
    const { context } = service
    const { send } = await adminClient(service)
    for (let number = 0; number < 5; number++) {
      await suspendAccount(context, operator, await service.stored(await service.account()), {})
      await addBan(context, operator, `192.0.2.${number}`)
      await adminClient(service)
      assert.equal((await send('POST', '/invites', { uses: 2 })).status, 201)
      const redirect_uris = ['https://panel.example.test/']
      assert.equal((await send('POST', '/clients', { client_name: 'Panel', redirect_uris })).status, 201)
    }
    for (const [path, key, count] of [
      ['/accounts?suspended=true', 'id', 5],
      ['/accounts?q=player', 'id', 5],
      ['/bans?', 'ip', 5],
      ['/api-tokens?', 'id', 6],
      ['/invites?', 'code', 5],
      ['/clients?', 'client_id', 6],
      ['/keys?', 'kid', 2],
      ['/audit?event=account.suspended', 'id', 5],
    ] as const) {
      const seen: string[] = []
      for (let after = ''; ; ) {
        const { items, next } = (await send('GET', `${path}&limit=2${after}`)).json
        assert.ok(items.length <= 2)
        seen.push(...items.map((item: any) => item[key]))
        if (next === null) break
        after = `&after=${encodeURIComponent(next)}`
      }
      assert.deepEqual([seen.length, new Set(seen).size], [count, count], path)
      const whole = (await send('GET', `${path}&limit=${count}`)).json
      assert.deepEqual([whole.items.length, whole.next], [count, null], path)
    }
    const { items } = (await send('GET', '/bans?limit=1')).json
    assert.deepEqual(items, [
      { ip: '192.0.2.0', since: new Date(service.now()).toISOString(), until: null, automatic: false },
    ])
  })

  test('a new key replaces the previous one for its use, and network bans are lifted by address', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const made = await send('POST', '/keys', { use: 'textures', now: true })
    assert.deepEqual([made.status, made.json.use, made.json.state], [201, 'textures', 'signing'])
    const textures = (await send('GET', '/keys')).json.items.filter(({ use }: any) => use === 'textures')
    assert.deepEqual(textures.map(({ state }: any) => state).sort(), ['revoked', 'signing'])

    const ban = await send('POST', '/bans', { ip: '2001:db8::/32', until: '2099-01-31' })
    assert.deepEqual([ban.json.ip, ban.json.until], ['2001:db8::/32', '2099-01-31T00:00:00.000Z'])
    const path = `/bans/${encodeURIComponent('2001:db8::/32')}`
    assert.equal((await send('DELETE', path)).status, 204)
    assertProblem(await send('DELETE', path), 404, 'unknown')
    assert.deepEqual((await send('GET', '/bans')).json, { items: [], next: null })
  })
})

describe('the address of the API', () => {
  onEveryDatabase('below a base URL with a path', (start) => {
    test('is /api/v1 only, and lookups still work next to it', async () => {
      const service = await start({ NORN_BASE_URL: 'https://accounts.example.test/norn' })
      const { send } = await adminClient(service)
      const { id, username } = await service.account()
      const found = await send('GET', `/accounts/${id}`)
      assert.equal(found.status, 200)
      const invite = (await send('POST', '/invites', {})).json
      assert.equal(invite.url, `https://accounts.example.test/norn/register?invite=${invite.code}`)
      const profile = `{"id":"${id}","name":"${username}"}`
      for (const path of [`/api/users/profiles/v1/${username}`, `/api/v1/profile/lookup/name/${username}`]) {
        assert.equal((await service.get(path)).text, profile, path)
      }
      assert.equal((await service.post('/api/profiles/v1', [username])).text, `[${profile}]`)
      for (const prefix of ['', '/authlib-injector/api/v1', '/authlib-injector', '/session', '/v1']) {
        const headers = { authorization: `Bearer ${(await adminClient(service)).token}` }
        assert.equal((await service.get(`${prefix}/accounts`, { headers })).status, 404, prefix)
      }
    })
  })
})
