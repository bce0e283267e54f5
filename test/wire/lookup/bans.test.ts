// Clients that send endless lookups are banned for a while, from lookups only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBan, listBans, removeBan } from '../../../src/domain/operation/bans.ts'
import { sweep } from '../../../src/jobs/sweep.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { type Answer, onEveryDatabase, operator, type RunningService, startService } from '../../service.ts'

const minute = 60_000
const day = 86_400_000

/** Eleven simultaneous requests are one too many. */
const strict = { NORN_LOOKUP_BAN_RATE: '1', NORN_LOOKUP_BAN_BURST: '10' }
const behindProxy = { ...strict, NORN_TRUST_PROXY: '127.0.0.1' }

const lookUp = (service: RunningService, from?: string, path = '/api/users/profiles/game/nobody') =>
  service.get(path, from === undefined ? {} : { headers: { 'x-forwarded-for': from } })

async function lookUpOften(service: RunningService, times: number, from?: string): Promise<number[]> {
  const statuses = []
  for (let count = 0; count < times; count++) statuses.push((await lookUp(service, from)).status)
  return statuses
}

function banned(answer: Answer, retryAfter: number, about?: string): void {
  assert.equal(answer.status, 403, about)
  assert.equal(
    // Errors in the vendor's layout begin with the path.
    answer.text.replace(/^\{"path":"\/users?\/profiles\/[^"]+",|^\{"path":"\/profiles\/game",/, '{'),
    '{"error":"ForbiddenOperationException","errorMessage":"Too many lookups came from this address. Try again later."}',
  )
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(answer.headers.get('retry-after'), String(retryAfter), about)
}

/** Sends this many requests a second and returns the second in which one was refused. */
async function askAt(service: RunningService, rate: number, seconds: number) {
  for (let count = 0; count < rate * seconds; count++) {
    if (count % (rate / 100) === 0) service.advance(10)
    try {
      await service.context.lookupLimiter.countRequest('192.0.2.1')
    } catch (error) {
      assert.ok(error instanceof Refused && error.reason === 'client_banned')
      return Math.floor(count / rate)
    }
  }
  return undefined
}

onEveryDatabase('lookup bans', (start) => {
  test('by default, 1,000 lookups a second are banned within 40 s, and a busy server never is', async () => {
    const abuser = await start()
    const second = await askAt(abuser, 1000, 40)
    assert.ok(second !== undefined && second >= 25, `after ${second} s`)

    const server = await start()
    assert.equal(await askAt(server, 1000, 20), undefined)
    assert.equal(await askAt(server, 200, 150), undefined)
  })

  test('a banned client is refused on every lookup route, and can still sign in and join', async () => {
    const service = await start(strict)
    const account = await service.account()
    const { id, username } = account
    assert.deepEqual(await lookUpOften(service, 11), [...Array(10).fill(204), 403])

    const bulk = (path: string) => service.post(path, [username])
    const refused = [
      await lookUp(service),
      await service.get(`/api/users/profiles/game/${username}`),
      await service.get(`/api/user/profiles/${id}/names`),
      await service.get('/api/user/profiles/x/names'),
      await bulk('/api/profiles/game'),
      await service.get(`/users/profiles/game/${username}`),
      await service.get(`/user/profiles/${id}/names`),
      await bulk('/profiles/game'),
    ]
    for (const answer of refused) banned(answer, 600)

    const accessToken = await service.signIn(account)
    const join = { accessToken, selectedProfile: id, serverId: 'x' }
    assert.equal((await service.post('/session/join', join)).status, 200)
    assert.equal((await service.get(`/session/hasJoined?username=${username}&serverId=x`)).status, 200)
    assert.equal((await service.get(`/session/profile/${id}`)).status, 200)
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 200)

    service.advance(590_500)
    banned(await lookUp(service), 10)
    service.advance(9_500)
    assert.equal((await lookUp(service)).status, 204)
    const lines = service.log.filter((line) => line.includes('banned from lookups'))
    assert.equal(lines.length, 1)
    assert.ok(lines[0]?.includes('"ip":"127.0.0.1"') && lines[0].includes('"level":40'))
  })

  test('each ban is twice as long as the previous one, up to a day, and is forgotten after a week', async () => {
    const service = await start(strict)
    const expected = [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440].map((minutes) => minutes * minute)
    for (const length of expected) {
      await lookUpOften(service, 11)
      banned(await lookUp(service), length / 1000)
      service.advance(length)
      await sweep(service.context)
      assert.equal((await lookUp(service)).status, 204)
    }
    service.advance(7 * day - 1)
    await sweep(service.context)
    await lookUpOften(service, 11)
    banned(await lookUp(service), 86_400)
    service.advance(8 * day)
    await sweep(service.context)
    await lookUpOften(service, 11)
    banned(await lookUp(service), 600)
  })

  test('a ban survives a restart, and other instances enforce it within two seconds', async () => {
    const service = await start(strict)
    const other = await startService(service.context.config.databaseUrl, strict)
    try {
      assert.equal((await lookUp(other)).status, 204)
      await lookUpOften(service, 11)
      other.advance(2000)
      banned(await lookUp(other), 598)
    } finally {
      await other.close()
    }
    const again = await startService(service.context.config.databaseUrl, strict)
    try {
      banned(await lookUp(again), 600)
    } finally {
      await again.close()
    }
  })

  test('all instances share one count', async () => {
    const service = await start(strict)
    const other = await startService(service.context.config.databaseUrl, strict)
    try {
      assert.deepEqual(await lookUpOften(service, 6), Array(6).fill(204))
      assert.deepEqual(await lookUpOften(other, 5), [204, 204, 204, 204, 403])
    } finally {
      await other.close()
    }
  })

  test('IPv6 clients are counted by /64, and an IPv4-mapped address is IPv4', async () => {
    const service = await start(behindProxy)
    for (let host = 1; host <= 11; host++) await lookUp(service, `2001:db8:0:7::${host.toString(16)}`)
    assert.equal((await lookUp(service, '2001:db8:0:7:ffff::1')).status, 403)
    assert.equal((await lookUp(service, '2001:db8:0:8::1')).status, 204)
    await lookUpOften(service, 6, '192.0.2.7')
    await lookUpOften(service, 5, '::ffff:192.0.2.7')
    assert.equal((await lookUp(service, '192.0.2.7')).status, 403)
    assert.equal((await lookUp(service, '192.0.2.8')).status, 204)
  })

  test('a forged X-Forwarded-For has no effect behind a proxy that appends to it', async () => {
    const service = await start(behindProxy)
    const forged = (count: number) => `198.51.100.${count}, ${count}.1.1.1, 192.0.2.1`
    for (let count = 1; count <= 11; count++) await lookUp(service, forged(count))
    assert.equal((await lookUp(service, forged(99))).status, 403)
    assert.equal((await lookUp(service, '192.0.2.2')).status, 204)
    for (let count = 1; count <= 11; count++) await lookUp(service, `192.0.2.3, 192.0.2.4, 127.0.0.1`)
    assert.equal((await lookUp(service, '192.0.2.3')).status, 204)
    assert.equal((await lookUp(service, '192.0.2.4')).status, 403)
    for (const odd of ['unknown', '', '1.2.3.4:5678', '[2001:db8::1]:80', 'a:b']) {
      assert.equal((await lookUp(service, odd)).status, 204, odd)
    }
  })

  test('X-Forwarded-For has no effect without a trusted proxy', async () => {
    const service = await start(strict)
    for (let count = 1; count <= 11; count++) await lookUp(service, `192.0.2.${count}`)
    assert.equal((await lookUp(service)).status, 403)
  })

  test('NORN_LOOKUP_BANS=off bans nobody and ends automatic bans', async () => {
    const service = await start(strict)
    await lookUpOften(service, 11)
    await addBan(service.context, operator, '192.0.2.9')
    const settings = { ...behindProxy, NORN_LOOKUP_BANS: 'off' }
    const off = await startService(service.context.config.databaseUrl, settings)
    try {
      assert.deepEqual(await lookUpOften(off, 50), Array(50).fill(204))
      banned(await lookUp(off, '192.0.2.9'), 86_400)
    } finally {
      await off.close()
    }
  })

  test('manual bans hold until they end or are lifted', async () => {
    const service = await start(behindProxy)
    const { context } = service
    assert.equal((await lookUp(service, '192.0.2.1')).status, 204)
    await addBan(context, operator, '192.0.2.1')
    await addBan(context, operator, '2001:DB8::1', { until: service.now() + minute })
    service.advance(2000)
    banned(await lookUp(service, '192.0.2.1'), 86_400)
    banned(await lookUp(service, '2001:db8::ffff'), 58)
    const since = service.now() - 2000
    assert.deepEqual(await listBans(context), [
      { network: '192.0.2.1', since, until: null, isAutomatic: false },
      { network: '2001:db8:0:0::/64', since, until: since + minute, isAutomatic: false },
    ])
    service.advance(365 * day)
    await sweep(context)
    banned(await lookUp(service, '192.0.2.1'), 86_400)
    assert.equal((await lookUp(service, '2001:db8::1')).status, 204)

    assert.equal(await removeBan(context, operator, '::ffff:192.0.2.1'), '192.0.2.1')
    service.advance(2000)
    assert.equal((await lookUp(service, '192.0.2.1')).status, 204)
    await assert.rejects(removeBan(context, operator, '192.0.2.1'), { reason: 'unknown' })
    for (const text of ['', 'x', '192.0.2.0/7', '1.2.3', '2001:db8::/8', '192.0.2.1/64', '192.0.2.1:80']) {
      await assert.rejects(addBan(context, operator, text), { reason: 'malformed' }, text)
    }
  })

  test('a lifted ban is forgotten: the client starts from zero', async () => {
    const service = await start(strict)
    for (let round = 0; round < 2; round++) {
      await lookUpOften(service, 11)
      banned(await lookUp(service), 600)
      await removeBan(service.context, operator, '127.0.0.1')
      service.advance(2000)
      assert.equal((await lookUp(service)).status, 204)
    }
  })
})
