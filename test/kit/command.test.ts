// What the command line takes, how it ends, and what it never does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileNames } from '../../kit/src/check.ts'
import { isThisMachine, isVendors } from '../../kit/src/http/hosts.ts'
import { Paces } from '../../kit/src/http/paces.ts'
import { checks } from '../../kit/src/profiles/all.ts'
import { command, file } from './command.ts'
import { fake } from './fake.ts'

const metadata = { meta: {}, skinDomains: [], signaturePublickey: 'x' }

test('what cannot be used is told in one line, with status 2', async (t) => {
  const accounts = await file(t, 'accounts.json', [{ login: 'a' }])
  const broken = await file(t, 'broken.json', '{')
  const unknown = await file(t, 'expected.json', { 'core.no.such': 'x' })
  const bare = await file(t, 'bare.json', { 'probe.names.none': '' })
  const addresses = await file(t, 'addresses.json', { nowhere: '/x' })
  const { url } = await fake(t, () => ({ status: 200, json: metadata }))
  for (const [line, said] of [
    [[], /the address is missing/],
    [['accounts.example.org'], /must begin with https:/],
    [[url, url], /one address/],
    [[url, '--profiles', 'all'], /there is no all; there are probe/],
    [[url, '--layout', 'other'], /there is no other/],
    [[url, '--rate', 'fast'], /--rate/],
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
    assert.match(error, said)
    assert.equal(error.trimEnd().split('\n').length, 1)
  }
})

test('a server that is no root, and names none, has to be given a layout', async (t) => {
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
  ])
    assert.equal(isVendors(host), true, host)
  for (const host of ['notmojang.com', 'minecraft.net.example.org'])
    assert.equal(isVendors(host), false, host)
  const typed = await command('https://authserver.mojang.com')
  assert.equal(typed.status, 2)
  assert.match(typed.error, /belongs to the vendor/)
  const { url } = await fake(t, () => ({
    status: 200,
    json: {},
    headers: { 'x-authlib-injector-api-location': 'https://api.mojang.com/' },
  }))
  const led = await command(url)
  assert.equal(led.status, 2)
  assert.match(led.error, /belongs to the vendor/)
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

test('a server that cannot be reached is told, with status 1', async (t) => {
  const { url } = await fake(t, () => ({ status: 200 }))
  const port = Number(new URL(url).port)
  // Nothing listens on port 1 of this address.
  const { status, error } = await command(url.replace(String(port), '1'))
  assert.equal(status, 1)
  assert.match(error, /ECONNREFUSED/)
})

test('other machines are asked five times a second at most, whatever the rate, and this one as often as it can', async () => {
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

test('security is tried only where the target is one’s own', async (t) => {
  const { url, asked } = await fake(t, () => ({ status: 200, json: metadata }))
  const { status, out } = await command(url, '--profiles', 'security', '--verbose')
  assert.equal(status, 0)
  assert.match(out, /because +the profile security is for servers of your own: --i-own-this/)
  assert.deepEqual(asked, ['GET /'])
})

test('--list has every check with profile, sentence, who breaks, and source', async () => {
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

test('checks are named by profile, in whole sentences, each once', () => {
  assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length)
  for (const { id, title, breaks, source } of checks) {
    assert.match(id, new RegExp(`^(?:${profileNames.join('|')})(?:\\.[a-z0-9-]+){2}$`))
    assert.match(title, /^[A-Za-z].*\.$/, id)
    assert.ok(breaks.length > 3 && source.length > 3, id)
  }
})
