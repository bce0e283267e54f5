// What is logged: one line of named fields a request, and no secret in any of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'

interface Line {
  reqId: string
  method: string
  route: string
  status: number
  level: number
  reason?: string
  about?: string
}

const linesOf = (service: RunningService): Line[] => service.log.map((line) => JSON.parse(line))

/** A session of requests as launchers, games and attackers make them, and every secret that was in it. */
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

  // What people get wrong: secrets where they don't belong.
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
  test('holds no password, token, code, e-mail or server of a whole session, at any level', async () => {
    const service = await start({ NORN_LOG_LEVEL: 'trace' })
    const secrets = await everything(service)
    assert.ok(service.log.length > 20)
    const text = service.log.join('')
    for (const secret of secrets) {
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        assert.ok(form.length > 5 && !text.includes(form), `the log holds ${form}`)
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
      [line.method, line.route, line.status, line.level, line.reason, line.about],
      ['POST', '/auth/authenticate', 401, 30, 'credentials_invalid', id],
    )
  })

  test('says whose sign-in, join and hasJoined it was', async () => {
    const service = await shared()
    const account = await service.account()
    const { id, username, password } = account
    const signedIn = await service.post('/auth/authenticate', { username, password, clientToken: 'c' })
    const { accessToken } = signedIn.json
    const refreshed = await service.post('/auth/refresh', { accessToken, clientToken: 'c' })
    const join = { accessToken: refreshed.json.accessToken, selectedProfile: id, serverId: 's' }
    const joined = await service.post('/session/join', join)
    const seen = await service.get(`/session/hasJoined?username=${username}&serverId=s`)
    for (const answer of [signedIn, refreshed, joined, seen]) {
      assert.equal(answer.status, 200)
      assert.equal((await service.logLine(answer))['about'], id)
    }
  })

  test('tells what changes something and what was refused at info, successful lookups at debug', async () => {
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
      [20, () => service.get('/healthz')],
    ]
    for (const [level, request] of requests) {
      const line = await service.logLine(await request())
      assert.equal(line.level, level, line.route)
    }
  })

  test('names the route by its pattern, never by the path', async () => {
    const service = await shared()
    const path = '/session/profile/ffffffffffffffffffffffffffffffff?x=y'
    for (const answer of [await service.get(path), await service.post(path, {})]) {
      assert.equal((await service.logLine(answer)).route, '/session/profile/:uuid')
    }
  })
})
