// NORN_VENDOR_NAMES=reserve: a player cannot choose a name that exists at the vendor.
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after, test } from 'node:test'
import { ConfigRefused, loadConfig } from '../../src/config/load.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { startUpstream, type Upstream } from '../upstream.ts'
import { adminClient } from '../wire/admin/api.ts'
import { browserOf } from './browser.ts'

/** The vendor's lookup: it knows these names, and answers in its own letter case. */
const having =
  (...names: string[]): RequestListener =>
  ({ url = '' }, response) => {
    const asked = decodeURIComponent(url.split('/').at(-1) ?? '').toLowerCase()
    const name = names.find((each) => each.toLowerCase() === asked)
    response.writeHead(name ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(name ? { id: 'f'.repeat(32), name } : { errorMessage: 'none' }))
  }

/** Answers that do not show whether the vendor has the name. */
const unsure: Record<string, RequestListener> = {
  'status 500': (_, response) => void response.writeHead(500).end('{}'),
  'status 429': (_, response) => void response.writeHead(429).end('{}'),
  'status 403': (_, response) => void response.writeHead(403).end('{}'),
  'a redirect': (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  'no JSON': (_, response) => void response.end('<html>'),
  null: (_, response) => void response.end('null'),
  'another name': (_, response) => void response.end(JSON.stringify({ id: 'f'.repeat(32), name: 'Alex' })),
  'no body': (_, response) => void response.end(),
  'more than 64 KiB': (_, response) =>
    void response.end(JSON.stringify({ name: 'Steve', x: 'x'.repeat(65_536) })),
  'a closed connection': ({ socket }) => void socket.destroy(),
}

const register = async (service: RunningService, username: string) => {
  const guest = browserOf(service)
  const fields = { username, email: `${username}@example.test`, password: 'a sentence to remember' }
  return guest.send(await guest.get('/register'), '/register', fields)
}

async function launcherOf(service: RunningService, username: string) {
  const account = await service.account({ username })
  const authorization = `Bearer ${await service.signIn(account)}`
  const ask = (path: string, method = 'GET') =>
    service.request(`/authlib-injector/minecraftservices/minecraft/profile/name/${path}`, {
      method,
      headers: { authorization },
    })
  return { account, ask, take: (name: string) => ask(name, 'PUT') }
}

onEveryDatabase('names of the vendor', (start) => {
  const vendors: Upstream[] = []
  after(async () => {
    for (const vendor of vendors) await vendor.close()
  })
  async function scene(listener: RequestListener, settings: Record<string, string> = {}) {
    const vendor = await startUpstream(listener)
    vendors.push(vendor)
    const service = await start({
      NORN_VENDOR_NAMES: 'reserve',
      NORN_VENDOR_API: vendor.url,
      NORN_REGISTRATIONS_PER_ADDRESS: '1000',
      NORN_MAILS_PER_ADDRESS: '1000',
      NORN_USERNAME_COOLDOWN: '0s',
      ...settings,
    })
    return { vendor, service }
  }

  test('are refused on the pages and in launchers, in any letter case', async () => {
    const { vendor, service } = await scene(having('Steve'))
    const page = await register(service, 'sTEVE')
    assert.equal(page.status, 422)
    assert.match(page.text, /This name belongs to a player of the game’s own service\. Choose another one\./)
    assert.deepEqual(vendor.asked, ['/system/users/profiles/game/sTEVE'])

    const launcher = await launcherOf(service, 'Herobrine')
    assert.equal((await launcher.ask('Steve/available')).json.status, 'DUPLICATE')
    const taken = await launcher.take('Steve')
    assert.deepEqual([taken.status, taken.json.details], [403, { status: 'DUPLICATE' }])
    assert.equal((await service.logLine(taken)).reason, 'username_vendor')

    const browser = browserOf(service)
    const form = await browser.signIn(launcher.account, '/account/username')
    const refused = await browser.send(form, '/account/username', { username: 'Steve' })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /This name belongs to a player of the game’s own service/)
    assert.equal((await service.stored(launcher.account)).username, 'Herobrine')

    assert.equal((await launcher.ask('Alex/available')).json.status, 'AVAILABLE')
    assert.equal((await launcher.take('Alex')).status, 200)
    assert.equal((await register(service, 'Sonya')).path, '/register/sent')
  })

  test("are not looked up if the name is refused anyway, is the player's own, or is held for the player", async () => {
    const { vendor, service } = await scene(having('Herobrine', 'Steve'))
    const launcher = await launcherOf(service, 'Herobrine')
    await service.account({ username: 'Taken' })
    for (const name of ['admin', 'Taken', 'x', 'Herobrine']) await launcher.ask(`${name}/available`)
    for (const name of ['admin', 'Taken', 'x']) assert.notEqual((await launcher.take(name)).status, 200, name)
    for (const name of ['admin', 'Taken', 'x'])
      assert.equal((await register(service, name)).status, 422, name)
    assert.deepEqual(vendor.asked, [])
    assert.equal(
      (await launcher.take('hEROBRINE')).status,
      200,
      "another letter case of the player's own name",
    )
    service.advance(1000)
    assert.equal((await launcher.take('Alex')).status, 200)
    service.advance(1000)
    assert.equal((await launcher.take('Herobrine')).status, 200, 'a name that is held for the player')
    assert.deepEqual(vendor.asked, ['/system/users/profiles/game/Alex'])
  })

  test('are refused to players only: commands and the API may assign them', async () => {
    const { vendor, service } = await scene(having('Steve'))
    const api = await adminClient(service)
    const made = await api.send('POST', '/accounts', { username: 'Steve', password: 'secret' })
    assert.equal(made.status, 201)
    assert.deepEqual(vendor.asked, [])
  })

  for (const [what, listener] of Object.entries(unsure)) {
    test(`cannot be chosen while the vendor's answer is unclear: ${what}`, async () => {
      const { service } = await scene(listener)
      const page = await register(service, 'Steve')
      assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '5'])
      assert.equal(
        page.alert,
        'Nothing was created: we could not check whether this name is free. Try again in a moment.',
      )
      const launcher = await launcherOf(service, 'Herobrine')
      for (const answer of [await launcher.take('Steve'), await launcher.ask('Steve/available')]) {
        assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
        assert.equal((await service.logLine(answer)).reason, 'vendor_unavailable')
      }
      const browser = browserOf(service)
      const form = await browser.signIn(launcher.account, '/account/username')
      const refused = await browser.send(form, '/account/username', { username: 'Steve' })
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
      assert.match(refused.alert ?? '', /Try again in a moment/)
      assert.equal((await service.stored(launcher.account)).username, 'Herobrine')
      const waiting = await service.context.db.query.selectFrom('registration').selectAll().execute()
      assert.deepEqual(waiting, [])
    })
  }

  test('are refused if the vendor does not answer within three seconds', async () => {
    const { service } = await scene(() => undefined)
    assert.equal((await register(service, 'Steve')).status, 503)
  })

  test('are looked up a limited number of times per network', async () => {
    const { vendor, service } = await scene(having())
    const launcher = await launcherOf(service, 'Herobrine')
    for (let number = 0; number < 60; number++) {
      assert.equal((await launcher.ask(`Name_${number}/available`)).json.status, 'AVAILABLE')
    }
    const spent = await launcher.ask('Name_60/available')
    assert.deepEqual([spent.status, spent.headers.get('retry-after')], [503, '60'])
    assert.equal(vendor.asked.length, 60)
    service.advance(60_000)
    assert.equal((await launcher.ask('Name_60/available')).json.status, 'AVAILABLE')
  })

  test('are not looked up with NORN_VENDOR_NAMES=allow', async () => {
    const { vendor, service } = await scene(having('Steve'), { NORN_VENDOR_NAMES: 'allow' })
    assert.equal((await register(service, 'Steve')).path, '/register/sent')
    assert.deepEqual(vendor.asked, [])
  })
})

test('require the address of the lookup, and http: is only for private networks', () => {
  const load = (settings: Record<string, string>) => loadConfig(settings, '/tmp').config.vendorApi
  const reserve = { NORN_VENDOR_NAMES: 'reserve' }
  const refused = (error: unknown) =>
    error instanceof ConfigRefused && /NORN_VENDOR_API/.test(error.problems.join())
  assert.throws(() => load(reserve), refused)
  assert.throws(() => load({ ...reserve, NORN_VENDOR_API: 'http://lookup.example.org' }), refused)
  for (const url of ['https://lookup.example.org', 'http://127.0.0.1:8080/api', 'http://10.0.0.7']) {
    assert.equal(load({ ...reserve, NORN_VENDOR_API: url }), url)
  }
})
