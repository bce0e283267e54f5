// The log: one line of named fields per request, without any secret.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { hold } from '../hold.ts'
import { open } from '../raw.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { until } from '../until.ts'

interface Line {
  reqId: string
  method: string
  route: string
  status: number
  level: number
  reason?: string
  detail?: string
  account?: string
  username?: string
}

const linesOf = (service: RunningService): Line[] => service.log.map((line) => JSON.parse(line))

/** A session of requests as launchers, games and attackers send them, and every secret in it. */
async function everything(service: RunningService): Promise<string[]> {
  const account = await service.account({
    username: 'Steve',
    email: 'steve.private@mail.example.test',
    password: 'pass word:123456',
  })
  const { id, username, email, password } = account
  const clientToken = 'the launcher token'
  const sign = (login: string, secret: string) =>
    service.post('/auth/authenticate', { username: login, password: secret, clientToken })
  const { accessToken } = (await sign(email, password)).json

  const join = { accessToken, selectedProfile: id, serverId: 'secret server id' }
  await service.post('/session/join', join)
  await service.get(`/session/hasJoined?username=${username}&serverId=secret+server+id&ip=192.0.2.99`)
  await service.post('/auth/validate', { accessToken })
  const next = (await service.post('/auth/refresh', { accessToken, clientToken })).json.accessToken
  const { secret } = await enableSecondFactor(service.context, operator, await service.stored({ id }))
  const code = totpCode(secret, service.now())
  await sign(username, password)
  const last = (await sign(email, `${password}:${code}`)).json.accessToken
  await sign(email, `${password}:${code}`)

  // Common mistakes: secrets in the wrong places.
  await sign(password, email)
  await sign(email, 'almost the password')
  await sign('stranger@mail.example.test', 'another password')
  await service.post('/session/join', { ...join, accessToken: next })
  await service.post('/session/join', { ...join, selectedProfile: email })
  await service.post('/session/join', { ...join, serverId: '' })
  await service.post(`/auth/validate?accessToken=${last}`, {})
  await service.get(`/auth/validate/${last}?password=${encodeURIComponent(password)}`)
  await service.get(`/${last}`)
  await service.get(`/session/profile/${last}`)
  await service.get(`/session/hasJoined?username=${encodeURIComponent(email)}&serverId=${last}`)
  await service.get(`/session/legacy/join?user=${username}&sessionId=token:${last}:${id}&serverId=s`)
  await service.request('/auth/authenticate', { method: 'POST', body: `{"password":"${password}"` })
  await service.request('/auth/validate', {
    method: 'POST',
    body: '{}',
    headers: { authorization: `Bearer ${last}`, cookie: `token=${last}` },
  })
  await service.post('/auth/signout', { username: email, password: `${password}:000000` })
  await service.post('/auth/invalidate', { accessToken: last, clientToken })
  await service.post('/auth/signout', { username: email, password })

  const signatures = [accessToken, next, last].map((token: string) => token.split('.')[2] ?? '')
  const passwords = [password, 'almost the password', 'another password', 'pass word']
  const emails = [email, 'stranger@mail.example.test', 'steve.private', 'mail.example']
  return [...signatures, ...passwords, ...emails, code, secret, clientToken, 'secret server id', '192.0.2.99']
}

onEveryDatabase('the log', (start, shared) => {
  test('contains no password, token, code, email or server of a complete session, at any level', async () => {
    const service = await start({ NORN_LOG_LEVEL: 'trace' })
    const secrets = await everything(service)
    assert.ok(service.log.length > 20)
    const text = service.log.join('')
    for (const secret of secrets) {
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        assert.ok(form.length > 5 && !text.includes(form), `the log contains ${form}`)
      }
    }
  })

  test('has one line for each request, with its id, route and reason', async () => {
    const service = await start({ NORN_LOG_LEVEL: 'trace' })
    await service.account({ username: 'Steve' })
    const answer = await service.post('/auth/authenticate', {
      username: 'Steve',
      password: 'wrong',
      clientToken: 'c',
    })
    const { reqId } = await service.logLine(answer)
    const lines = linesOf(service).filter((line) => line.reqId === reqId)
    const [{ id }] = (await service.context.db.query.selectFrom('account').select('id').execute()) as [
      { id: string },
    ]
    assert.equal(lines.length, 1)
    const [line] = lines as [Line]
    assert.deepEqual(
      [line.method, line.route, line.status, line.level, line.reason, line.account, line.username],
      ['POST', '/auth/authenticate', 401, 30, 'credentials_invalid', id, 'Steve'],
    )
  })

  test('names the player of every request, by UUID and name', async () => {
    const service = await shared()
    const account = await service.account()
    const { id, username, password } = account
    const own = '/authlib-injector/minecraftservices'
    const signedIn = await service.post('/auth/authenticate', { username, password, clientToken: 'c' })
    const { accessToken } = signedIn.json
    const refreshed = await service.post('/auth/refresh', { accessToken, clientToken: 'c' })
    const join = { accessToken: refreshed.json.accessToken, selectedProfile: id, serverId: 's' }
    const joined = await service.post('/session/join', join)
    const seen = await service.get(`/session/hasJoined?username=${username}&serverId=s`)
    const authorization = `Bearer ${join.accessToken}`
    const profile = await service.get(`${own}/game/profile`, { headers: { authorization } })
    const certificate = await service.post(`${own}/player/certificates`, {}, { headers: { authorization } })
    const skin = `/authlib-injector/api/user/profile/${id}/skin`
    const takenOff = await service.request(skin, { method: 'DELETE', headers: { authorization } })
    const validated = await service.post('/auth/validate', { accessToken: join.accessToken })
    const invalidated = await service.post('/auth/invalidate', {
      accessToken: join.accessToken,
      clientToken: 'c',
    })
    const dead = await service.post('/auth/validate', { accessToken: join.accessToken })
    const signedOut = await service.post('/auth/signout', { username, password })
    const answers = [
      signedIn,
      refreshed,
      joined,
      seen,
      profile,
      certificate,
      takenOff,
      validated,
      invalidated,
    ]
    for (const answer of [...answers, dead, signedOut]) {
      const line = await service.logLine(answer)
      assert.deepEqual([line.account, line.username], [id, username], line.route)
    }
    for (const { status, text } of [...answers, signedOut]) assert.ok(status < 300, text)
    assert.equal(dead.status, 401)
  })

  test('distinguishes the reasons why nobody has joined, though the answer stays the same', async () => {
    const service = await start()
    const { id, username, password } = await service.account()
    const accessToken = await service.signIn({ username, password })
    const join = (serverId: string) =>
      service.post('/session/join', { accessToken, selectedProfile: id, serverId })
    const why = async (query: string, name = username) => {
      const answer = await service.get(`/session/hasJoined?username=${name}&serverId=${query}`)
      assert.deepEqual(
        [answer.status, answer.text],
        [401, '{"error":"ForbiddenOperationException","errorMessage":"Invalid token."}'],
      )
      const line = await service.logLine(answer)
      assert.equal(line.reason, 'join_unknown')
      assert.equal(line.account, name === username && line.detail !== 'ip_malformed' ? id : undefined)
      return line.detail
    }
    assert.equal(await why('s', 'Nobody'), 'username_unknown')
    assert.equal(await why('s', 'no%20name'), 'username_unknown')
    assert.equal(await why('s'), 'never_joined')
    await join('s')
    assert.equal(await why('other'), 'server_id_differs')
    assert.equal(await why('s&ip=192.0.2.1'), 'join_address_differs')
    assert.equal(await why('s&ip=here'), 'ip_malformed')
    assert.equal((await service.get(`/session/hasJoined?username=${username}&serverId=s`)).status, 200)
    assert.equal(await why('s'), 'join_taken')
    await join('late')
    service.advance(120_000)
    await sweep(service.context)
    assert.equal(await why('late'), 'join_expired')
    service.advance(600_000)
    await sweep(service.context)
    assert.equal(await why('late'), 'never_joined')
    await join('s')
    await suspendAccount(service.context, operator, await service.stored({ id }), {})
    assert.equal(await why('s'), 'account_suspended')
  })

  test("says that a token's account is suspended", async () => {
    const service = await shared()
    const { id, username, password } = await service.account()
    const accessToken = await service.signIn({ username, password })
    await suspendAccount(service.context, operator, await service.stored({ id }), {})
    const selectedProfile = id
    const joined = await service.post('/session/join', { accessToken, selectedProfile, serverId: 's' })
    assert.equal(
      joined.text,
      '{"error":"ForbiddenOperationException","errorMessage":"Invalid access_token."}',
    )
    const validated = await service.post('/auth/validate', { accessToken })
    const authorization = `Bearer ${accessToken}`
    const skin = `/authlib-injector/api/user/profile/${id}/skin`
    const taken = await service.request(skin, { method: 'DELETE', headers: { authorization } })
    for (const answer of [joined, validated, taken]) {
      assert.equal(answer.status, 401)
      const { detail, account, username: name } = await service.logLine(answer)
      assert.deepEqual([detail, account, name], ['account_suspended', id, username])
    }
  })

  test('shows an unknown path without its query and without possible secrets', async () => {
    const service = await shared()
    const { id } = await service.account()
    const token = 'eyJhbGciOiJFUzI1NiJ9.e30.sig'
    const paths = {
      '/wp-login.php?token=abc': '/wp-login.php',
      [`/session/minecraft/profiles/${id}`]: `/session/minecraft/profiles/${id}`,
      [`/x/${token}/y`]: '/x/…/y',
      '/x/steve@example.org': '/x/…',
      '/x/steve%40a.org': '/x/…',
      '/{base_url}/session/join': '/%7Bbase_url%7D/session/join',
      [`/${'a/'.repeat(300)}`]: `/${'a/'.repeat(300)}`.slice(0, 200) + '…',
    }
    for (const [path, shown] of Object.entries(paths)) {
      const line = await service.logLine(await service.get(path))
      assert.deepEqual([line.route, line.path], ['unknown', shown])
    }
    assert.equal((await service.logLine(await service.get('/healthz'))).path, undefined)
  })

  test("shows a keyed digest of an unknown login, and the client's program", async () => {
    const service = await shared()
    const sign = (username: string) =>
      service.post(
        '/auth/authenticate',
        { username, password: 'x', clientToken: 'c' },
        { headers: { 'user-agent': `Launcher/1.0 \u009b ${'x'.repeat(500)}` } },
      )
    const lower = await service.logLine(await sign('stranger@mail.example.test'))
    const upper = await service.logLine(await sign('Stranger@Mail.example.test'))
    const other = await service.logLine(await sign('stranger2@mail.example.test'))
    assert.match(lower.loginDigest, /^[0-9a-f]{16}$/)
    assert.deepEqual(service.context.loginDigests.all('stranger@mail.example.test'), [lower.loginDigest])
    assert.equal(upper.loginDigest, lower.loginDigest)
    assert.notEqual(other.loginDigest, lower.loginDigest)
    assert.ok(
      !createHash('sha256')
        .update('"stranger@mail.example.test"')
        .digest('hex')
        .startsWith(lower.loginDigest),
    )
    assert.equal(lower.agent, `Launcher/1.0 \\u009b ${'x'.repeat(500)}`.slice(0, 125))
  })

  test('names a field that is missing or has the wrong type', async () => {
    const service = await shared()
    const fieldOf = async (body: object) => {
      const { reason, field } = await service.logLine(await service.post('/auth/authenticate', body))
      return [reason, field]
    }
    assert.deepEqual(await fieldOf({ username: 'Steve' }), ['parameters_missing', 'password'])
    assert.deepEqual(await fieldOf({ username: 'Steve', password: 7, clientToken: 'c' }), [
      'parameters_missing',
      'password',
    ])
  })

  test('logs changes and refusals at info, successful lookups at debug', async () => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const selectedProfile = account.id
    const requests: [level: number, () => Promise<{ headers: Headers }>][] = [
      [30, () => service.post('/auth/validate', { accessToken })],
      [30, () => service.post('/session/join', { accessToken, selectedProfile, serverId: 's' })],
      [30, () => service.get(`/session/hasJoined?username=${account.username}&serverId=s`)],
      [30, () => service.get('/nothing')],
      [30, () => service.get('/session/profile/x')],
      [20, () => service.get(`/session/profile/${account.id}`)],
      [20, () => service.post('/api/profiles/game', [account.username])],
      [20, () => service.post('/game/profile/lookup/bulk/byname', [account.username])],
      [30, () => service.post('/api/profiles/game', {})],
      [20, () => service.get('/healthz')],
    ]
    for (const [level, request] of requests) {
      const line = await service.logLine(await request())
      assert.equal(line.level, level, line.route)
    }
  })

  test('has one line for a client that hangs up before its answer, which counts as no sign-in', async (t) => {
    const service = await start()
    const { username, password } = await service.account()
    const counts = t.mock.method(service.context.hourCounts, 'count')
    const checks = hold(t, service.context.passwords, 'matchingSpelling', 1)
    const body = JSON.stringify({ username, password, clientToken: 'c' })
    const head = ['POST /auth/authenticate HTTP/1.1', 'Host: x', 'Content-Type: application/json']
    const launcher = await open(service)
    launcher.write([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'))
    await checks.all
    launcher.destroy()
    const linesOfSignIns = () => linesOf(service).filter(({ route }) => route === '/auth/authenticate')
    await until('the line of the client that hung up', () => linesOfSignIns().length > 0)
    checks.release()
    // The sign-in is over before this one.
    await service.logLine(await service.post('/auth/authenticate', { username, password, clientToken: 'c' }))
    assert.deepEqual(
      linesOfSignIns().map(({ method, status, level }) => [method, status, level]),
      [
        ['POST', 499, 30],
        ['POST', 200, 30],
      ],
    )
    assert.equal(counts.mock.callCount(), 1)
  })

  test('has no failure where clients reset their connections', async () => {
    const service = await start()
    const body = '{"username":"Steve","password":"x","clientToken":"c"}'
    const request = `POST /auth/authenticate HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    for (let n = 0; n < 50; n++) {
      const launcher = await open(service)
      launcher.on('error', () => undefined).write(request, () => launcher.resetAndDestroy())
    }
    await service.logLine(await service.get('/nothing'))
    assert.deepEqual(
      linesOf(service).filter(({ status }) => status >= 500),
      [],
    )
  })

  test('names the route by its pattern, never by the path', async () => {
    const service = await shared()
    const path = '/session/profile/ffffffffffffffffffffffffffffffff?x=y'
    for (const answer of [await service.get(path), await service.post(path, {})]) {
      assert.equal((await service.logLine(answer)).route, '/session/profile/:uuid')
    }
  })
})
