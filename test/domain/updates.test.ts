// NORN_UPDATE_CHECK: the request, which answers are trusted, and where they are shown.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { checkDaily } from '../../src/domain/operation/updates.ts'
import { version } from '../../src/lib/process/version.ts'
import type { Role } from '../../src/model/accounts/role.ts'
import { isNewer } from '../../src/model/records/release.ts'
import { keepUpdateCheck, lastUpdateCheck } from '../../src/storage/tools/update-check.ts'
import { install } from '../cli/norn.ts'
import { ed25519Key, newer, older, otherPurpose, rsaKey } from '../lib/crypto/release-files.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const dayMs = 86_400_000

/** A server with a single file. */
async function publisher(t: TestContext, body: string, status = 200) {
  const asked: IncomingMessage[] = []
  const published = { body, status }
  const server = createServer((request, response) => {
    asked.push(request)
    if (request.url === '/moved') response.writeHead(302, { location: '/latest.txt' }).end()
    else response.writeHead(published.status).end(published.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.txt`
  return { asked, published, settings: { NORN_UPDATE_CHECK: url, NORN_UPDATE_KEY: ed25519Key } }
}

/** The overview as an account with this role sees it. */
async function overviewOf(service: RunningService, role: Role): Promise<string> {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  service.advance(1000)
  const browser = browserOf(service)
  await browser.signIn(account)
  return (await browser.get('/admin')).text
}

test('versions are compared number by number', () => {
  assert.equal(isNewer('0.10.0', '0.9.9'), true)
  assert.equal(isNewer('1.0.0', '0.99.99'), true)
  assert.equal(isNewer('0.2.1', '0.2.0'), true)
  assert.equal(isNewer('0.2.0', '0.2.0'), false)
  assert.equal(isNewer('0.2.0', '0.2.1'), false)
  assert.equal(isNewer('0.9.9', '0.10.0'), false)
})

onEveryDatabase('the update check', (start) => {
  test('asks once a day, sends nothing about the installation, and informs administrators only', async (t) => {
    const { asked, settings } = await publisher(t, newer.ed25519)
    const service = await start(settings)
    await checkDaily(service.context)
    await checkDaily(service.context)
    assert.equal(asked.length, 1)
    const [request] = asked
    assert.equal(request?.method, 'GET')
    assert.equal(request?.url, '/latest.txt')
    assert.equal(request?.headers['user-agent'], 'norn')
    assert.ok(!JSON.stringify(request?.headers).includes(version()), 'not even its version')

    assert.match(await overviewOf(service, 'admin'), /Version 9\.9\.9 is available\./)
    assert.ok(!(await overviewOf(service, 'moderator')).includes('9.9.9'))
    assert.ok(!(await service.get('/')).text.includes('9.9.9'))

    service.advance(dayMs)
    await checkDaily(service.context)
    assert.equal(asked.length, 2)
  })

  test('the newest answer is kept while the server is down, and when an older file is served again', async (t) => {
    const { asked, published, settings } = await publisher(t, newer.ed25519)
    const service = await start(settings)
    await checkDaily(service.context)
    published.status = 500
    service.advance(dayMs)
    await checkDaily(service.context)
    assert.match(await overviewOf(service, 'admin'), /Version 9\.9\.9 is available\./)
    Object.assign(published, { status: 200, body: older })
    service.advance(dayMs)
    await checkDaily(service.context)
    assert.equal(asked.length, 3)
    assert.match(await overviewOf(service, 'admin'), /Version 9\.9\.9 is available\./)
    const warned = service.log.filter((line) => line.includes('so a release may be withheld'))
    assert.equal(warned.length, 1)
    Object.assign(published, { body: newer.ed25519 })
    service.advance(dayMs)
    await checkDaily(service.context)
    const last = await lastUpdateCheck(service.context.config.dataDir)
    assert.deepEqual([last?.release?.version, last?.problem], ['9.9.9', null])
  })

  test('turned off, it sends no request', async (t) => {
    const { asked } = await publisher(t, newer.ed25519)
    const service = await start()
    await checkDaily(service.context)
    assert.equal(asked.length, 0)
    assert.ok(!(await overviewOf(service, 'admin')).includes('is available'))
  })

  test('a file without a signature by the key, for this purpose, is not trusted', async (t) => {
    const { published, settings } = await publisher(t, '')
    const service = await start(settings)
    const [line = ''] = newer.ed25519.split('\n')
    for (const body of [
      '',
      `${line}\n`,
      newer.ed25519.replace('9.9.9', '9.9.8'),
      newer.rsa,
      otherPurpose,
      `${newer.ed25519}x`,
      newer.ed25519.padEnd(10_000, '\n'),
    ]) {
      published.body = body
      service.advance(dayMs)
      await checkDaily(service.context)
      assert.ok(!(await overviewOf(service, 'admin')).includes('is available'), body)
    }
  })

  test('a redirect is not followed', async (t) => {
    const { asked, settings } = await publisher(t, newer.ed25519)
    const moved = settings.NORN_UPDATE_CHECK.replace('latest.txt', 'moved')
    const service = await start({ ...settings, NORN_UPDATE_CHECK: moved })
    await checkDaily(service.context)
    assert.deepEqual(
      asked.map(({ url }) => url),
      ['/moved'],
    )
    assert.ok(!(await overviewOf(service, 'admin')).includes('is available'))
  })
})

test('doctor reports what the service found, and checks itself with --online', async (t) => {
  const { asked, published, settings } = await publisher(t, newer.rsa)
  const norn = await install()
  t.after(() => norn.remove())
  const found = async (line: readonly string[], variables: Record<string, string>) =>
    /^\w+ +updates +.*$/m.exec((await norn.run(['doctor', ...line], { variables })).stdout)?.[0] ?? ''
  const variables = { ...settings, NORN_UPDATE_KEY: rsaKey }
  assert.match(await found(['--online'], {}), /^skipped +updates +NORN_UPDATE_CHECK is off/)
  assert.match(await found([], variables), /^skipped +updates +the service has not checked yet/)
  assert.equal(asked.length, 0)
  assert.match(
    await found(['--online'], variables),
    /^warning +updates +version 9\.9\.9 of 2030-01-01 is newer/,
  )
  published.body = older
  const old = { ...settings, NORN_UPDATE_KEY: ed25519Key }
  assert.match(await found(['--online'], old), /^ok +updates +\S+ is the newest version/)
  assert.match(
    await found(['--online'], variables),
    /^warning +updates +.* it is not signed with a known key; check NORN_UPDATE_CHECK/,
  )
  published.status = 404
  assert.match(await found(['--online'], variables), /the answer was 404/)
  assert.equal(asked.length, 4)
})

test('doctor warns of a signed file that is older than the last one, and still names the newest version', async (t) => {
  const { published, settings } = await publisher(t, older)
  const norn = await install()
  t.after(() => norn.remove())
  const dataDir = join(norn.directory, 'data')
  const known = { version: '9.9.9', day: '2030-01-01' }
  await keepUpdateCheck(dataDir, { at: Date.now(), release: known, problem: null })
  const run = async (...line: string[]) =>
    (await norn.run(['doctor', ...line], { variables: settings })).stdout
  const online = await run('--online')
  assert.match(online, /^warning +updates +version 9\.9\.9 of 2030-01-01 is newer/m)
  assert.match(
    online,
    /it names version 0\.\d+\.\d+ of \d{4}-\d\d-\d\d, but named version 9\.9\.9 of 2030-01-01/,
  )
  published.status = 500
  assert.match(await run('--online'), /^warning +updates +version 9\.9\.9 of 2030-01-01 is newer/m)
})
