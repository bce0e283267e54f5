// Which command lines are accepted, how a run ends, and what it never does.
import assert from 'node:assert/strict'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { profileNames } from '../../kit/src/check.ts'
import { Unreachable } from '../../kit/src/http/exchange.ts'
import { isPublic, isThisMachine, isVendors } from '../../kit/src/http/hosts.ts'
import { Paces } from '../../kit/src/http/paces.ts'
import { limits, Patience } from '../../kit/src/http/patience.ts'
import { Reach } from '../../kit/src/http/reach.ts'
import { checks } from '../../kit/src/profiles/all.ts'
import { command, file, folder } from './command.ts'
import { fake } from './fake.ts'

const metadata = { meta: {}, skinDomains: [], signaturePublickey: 'x' }

test('an invalid command line is reported in one line, with status 2', async (t) => {
  const accounts = await file(t, 'accounts.json', [{ login: 'a' }])
  const broken = await file(t, 'broken.json', '{')
  const unknown = await file(t, 'expected.json', { 'core.no.such': 'x' })
  const bare = await file(t, 'bare.json', { 'probe.names.none': '' })
  const addresses = await file(t, 'addresses.json', { nowhere: '/x' })
  const { url } = await fake(t, () => ({ status: 200, json: metadata }))
  for (const [line, message] of [
    [[], /the address is missing/],
    [['accounts.example.org'], /must begin with https:/],
    [[url, url], /one address/],
    [['https://me:word@accounts.example.org'], /must not have a user and a password/],
    [['https://accounts.example.org/?a=b'], /must end before \?/],
    [[url, '--profiles', 'all'], /there is no all; there are probe/],
    [[url, '--layout', 'other'], /there is no other/],
    [[url, '--rate', 'fast'], /--rate/],
    [[url, '--neighbours', '8701'], /--neighbours takes two ports/],
    [[url, '--neighbours', '8701,8701'], /--neighbours takes two ports/],
    [[url, '--neighbours', `${new URL(url).port},8701`], /--neighbours: .*EADDRINUSE/],
    [[url, '--no-such'], /--no-such/],
    [[url, '--only', 'nothing.*'], /no check is left/],
    [[url, '--layout', 'urls', '--addresses', addresses], /there is no nowhere/],
    [[url, '--accounts', '/nowhere.json'], /--accounts/],
    [[url, '--accounts', accounts], /account 1 must have a login and a password/],
    [[url, '--accounts', broken], /--accounts/],
    [[url, '--expected', unknown], /there is no check core.no.such/],
    [[url, '--expected', bare], /needs a reason/],
    [[url, '--adapter', '/nowhere.mjs'], /--adapter/],
    [['serve'], /serve --hostile/],
  ] as [string[], RegExp][]) {
    const { status, out, error } = await command(...line)
    assert.deepEqual([status, out], [2, ''], line.join(' '))
    assert.match(error, message)
    assert.equal(error.trimEnd().split('\n').length, 1)
  }
})

test('a server that is not a root and names none requires a layout', async (t) => {
  const { url } = await fake(t, () => ({ status: 404, json: { error: 'Not Found', errorMessage: '' } }))
  const { status, error } = await command(url)
  assert.equal(status, 2)
  assert.match(error, /--layout/)
})

test('nothing is sent to the vendor, whatever leads there', async (t) => {
  for (const host of [
    'sessionserver.mojang.com',
    'MINECRAFT.net.',
    'api.minecraftservices.com',
    'login.live.com',
    'API.Mojang.com..',
  ])
    assert.equal(isVendors(host), true, host)
  for (const host of ['notmojang.com', 'minecraft.net.example.org'])
    assert.equal(isVendors(host), false, host)
  for (const address of [
    'https://authserver.mojang.com',
    'HTTPS://AUTHSERVER.MOJANG.COM.:443/path',
    'http://authserver.moj%61ng.com:8080',
    'https://\uff4d\uff4f\uff4a\uff41\uff4e\uff47.com',
    'https:\\\\mojang\u3002com',
    'https://mo\u00adjang.com',
  ]) {
    const typed = await command(address)
    assert.equal(typed.status, 2, address)
    assert.match(typed.error, /belongs to the vendor/)
  }
  const { url } = await fake(t, () => ({
    status: 200,
    json: {},
    headers: { 'x-authlib-injector-api-location': 'https://api.mojang.com/' },
  }))
  const led = await command(url)
  assert.equal(led.status, 2)
  assert.match(led.error, /belongs to the vendor/)
  const redirecting = await fake(t, () => ({
    status: 302,
    headers: { location: '//Sessionserver.MOJANG.com.:8443/' },
  }))
  const redirected = await command(redirecting.url)
  assert.equal(redirected.status, 2)
  assert.match(redirected.error, /belongs to the vendor/)
  assert.deepEqual(redirecting.asked, ['GET /'])
  // An address that a root names later ends one check, but not the run.
  const meta = { 'feature.openid_configuration_url': 'https://login.live.com/openid' }
  const naming = await fake(t, () => ({ status: 200, json: { ...metadata, meta } }))
  const named = await command(naming.url, '--only', 'oauth.configuration.form', '--verbose')
  assert.equal(named.status, 0)
  assert.match(named.out, /because +login\.live\.com belongs to the vendor/)
  const host = await command(naming.url, '--layout', 'vendor', '--host', 'auth=https://authserver.mojang.com')
  assert.match(host.out, /probe +\S+ +0 /)
})

test('a server elsewhere cannot lead the run to addresses of this machine or its network', async () => {
  const isInner = new Set(['127.0.0.1', '10.0.0.5', 'router.example.test'])
  const leads = async (typed: string[], host: string): Promise<boolean> => {
    const reach = new Reach(typed, async (each) => !isInner.has(each))
    return reach.check(host).then(
      () => true,
      (error: unknown) => {
        assert.ok(error instanceof Unreachable)
        return false
      },
    )
  }
  assert.equal(await leads(['accounts.example.test'], 'textures.example.test'), true)
  assert.equal(await leads(['accounts.example.test'], 'router.example.test'), false)
  assert.equal(await leads(['accounts.example.test'], '127.0.0.1'), false)
  assert.equal(await leads(['accounts.example.test', '127.0.0.1'], '127.0.0.1'), true)
  assert.equal(await leads(['10.0.0.5'], 'router.example.test'), true)
  for (const address of [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
    '[::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
  ])
    assert.equal(await isPublic(address), false, address)
  for (const address of ['192.0.2.1', '[2001:db8::1]']) assert.equal(await isPublic(address), true, address)
})

test('slow answers may take a quarter of an hour in total', async () => {
  let now = 0
  const patience = new Patience(limits, () => now)
  const slow = (): Promise<void> =>
    Promise.resolve().then(() => {
      now += 10_000
    })
  for (let answer = 0; answer < 90; answer++) await patience.over(slow())
  assert.equal(patience.end, undefined)
  await patience.over(slow())
  assert.match(patience.end ?? '', /more than 15 minutes/)
})

test('a failing adapter does not end the run', async (t) => {
  const directory = await folder(t)
  const adapter = join(directory, 'adapter.mjs')
  await writeFile(adapter, `export const createAccount = () => { throw new Error('no database') }`)
  const { url } = await fake(t, () => ({ status: 200, json: metadata }))
  const { status, error } = await command(url, '--adapter', adapter)
  assert.equal(status, 2)
  assert.match(error, /createAccount of the adapter failed: no database/)
  const accounts = await file(t, 'accounts.json', [{ login: 'a', password: 'b' }])
  const line = [
    url,
    '--adapter',
    adapter,
    '--accounts',
    accounts,
    '--i-own-this',
    '--only',
    'security.password.old',
  ]
  await writeFile(
    adapter,
    `export const createAccount = () => { throw new Error('no database, too') }
    export const changePassword = (account) => account`,
  )
  const other = join(directory, 'other.mjs')
  await rename(adapter, other)
  line[2] = other
  const ran = await command(...line, '--verbose')
  assert.equal(ran.status, 0, ran.error)
  assert.match(ran.out, /because +createAccount of the adapter failed: no database, too/)
})

test('a 429 ends the run: nothing more is sent, and the run proves nothing', async (t) => {
  const { url, asked } = await fake(t, (path) =>
    path === '/'
      ? { status: 200, json: metadata }
      : { status: 429, json: {}, headers: { 'retry-after': '60' } },
  )
  const { status, out } = await command(url, '--profiles', 'probe', '--verbose')
  assert.equal(status, 1)
  assert.match(out, /answered 429 and asks for 60 s/)
  assert.match(out, /probe +not-run/)
  const after = asked.filter((line) => !line.endsWith(' /'))
  assert.equal(after.length, 1, after.join())
})

test('an unreachable server is reported, with status 1', async (t) => {
  const { url } = await fake(t, () => ({ status: 200 }))
  const port = Number(new URL(url).port)
  // Nothing listens on port 1 of this address.
  const { status, error } = await command(url.replace(String(port), '1'))
  assert.equal(status, 1)
  assert.match(error, /ECONNREFUSED/)
})

test('other machines get at most five requests a second, whatever the rate, and this one as many as it can answer', async () => {
  const spans = async (rate: number | undefined, host: string): Promise<number> => {
    let now = 0
    const sleep = async (ms: number) => {
      now += ms
    }
    const paces = new Paces(
      rate,
      () => now,
      sleep,
      async (each) => each === 'here',
    )
    for (let request = 0; request < 4; request++) await paces.turn(host)
    return now
  }
  assert.equal(await spans(undefined, 'elsewhere'), 600)
  assert.equal(await spans(50, 'elsewhere'), 600)
  assert.equal(await spans(0.5, 'elsewhere'), 6000)
  assert.equal(await spans(undefined, 'here'), 0)
  assert.equal(await spans(50, 'here'), 60)
  assert.equal(await isThisMachine('127.0.0.1'), true)
  assert.equal(await isThisMachine('[::1]'), true)
  assert.equal(await isThisMachine('192.0.2.1'), false)
})

test("security checks run only against one's own servers", async (t) => {
  const { url, asked } = await fake(t, () => ({ status: 200, json: metadata }))
  const { status, out } = await command(url, '--profiles', 'security', '--verbose')
  assert.equal(status, 0)
  assert.match(out, /because +the profile security is for servers of your own: --i-own-this/)
  assert.deepEqual(asked, ['GET /'])
})

test('--list shows every check with its profile, sentence, affected clients and source', async () => {
  const { status, out } = await command('--list')
  assert.equal(status, 0)
  for (const { id, title, breaks, source } of checks) {
    const entry = out.split('\n\n').find((each) => each.startsWith(`${id}  (`))
    assert.ok(
      entry?.includes(title) && entry.includes(`breaks: ${breaks}`) && entry.includes(`source: ${source}`),
      id,
    )
  }
  const some = await command('--list', '--only', 'core.refresh.*')
  assert.equal(some.out.match(/^core\.refresh\./gm)?.length, some.out.match(/^\S/gm)?.length)
})

test('check ids begin with their profile and are unique, and rules are complete sentences', () => {
  assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length)
  for (const { id, title, breaks, source } of checks) {
    assert.match(id, new RegExp(`^(?:${profileNames.join('|')})(?:\\.[a-z0-9-]+){2}$`))
    assert.match(title, /^[A-Za-z].*\.$/, id)
    assert.ok(breaks.length > 3 && source.length > 3, id)
  }
})
