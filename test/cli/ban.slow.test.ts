import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../until.ts'
import { type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

interface ShownBan {
  ip: string
  since: string
  until: string | null
  automatic: boolean
}

test('add, list and remove affect a running service within seconds', async () => {
  const service = await norn.serve()
  const lookUp = async () => (await fetch(`${service.baseUrl}/api/users/profiles/game/nobody`)).status
  const turnsTo = (status: number) => until(`${status}`, async () => (await lookUp()) === status)
  assert.equal(await lookUp(), 204)

  const added = await norn.json<ShownBan>('ban', 'add', '::ffff:127.0.0.1')
  assert.deepEqual(added, { ip: '127.0.0.1', since: added.since, until: null, automatic: false })
  await turnsTo(403)
  assert.deepEqual(await norn.json<ShownBan[]>('ban', 'list'), [added])

  const end = '2100-01-31T18:00:00.000Z'
  const timed = await norn.json<ShownBan>('ban', 'add', '2001:db8::1', '--until', end)
  assert.deepEqual(timed, { ip: '2001:db8:0:0::/64', since: timed.since, until: end, automatic: false })

  assert.deepEqual(await norn.json('ban', 'remove', '127.0.0.1'), { ip: '127.0.0.1' })
  await turnsTo(204)
  const wide = await norn.json<ShownBan>('ban', 'add', '127.1.2.3/8', '--until', '7d')
  assert.equal(wide.ip, '127.0.0.0/8')
  assert.equal(Math.round((Date.parse(wide.until ?? '') - Date.parse(wide.since)) / 86_400_000), 7)
  await turnsTo(403)
  assert.deepEqual(await norn.json('ban', 'remove', '127.0.0.0/8'), { ip: '127.0.0.0/8' })
  await turnsTo(204)
  assert.deepEqual(await norn.json('ban', 'remove', timed.ip), { ip: timed.ip })
  assert.deepEqual(await norn.json('ban', 'list'), [])
  service.kill('SIGTERM')
  assert.equal((await service.ended).status, 0)
})

test('a client that is banned automatically is listed as such', async () => {
  const service = await norn.serve({ NORN_LOOKUP_BAN_RATE: '1', NORN_LOOKUP_BAN_BURST: '10' })
  for (let count = 0; count <= 12; count++) await fetch(`${service.baseUrl}/api/users/profiles/game/nobody`)
  const [ban] = await norn.json<ShownBan[]>('ban', 'list')
  assert.ok(ban?.until)
  assert.deepEqual([ban.ip, ban.automatic], ['127.0.0.1', true])
  assert.equal(Date.parse(ban.until) - Date.parse(ban.since), 600_000)
  const { status, stdout } = await norn.run(['ban', 'list'])
  assert.equal(status, 0)
  assert.match(stdout, /^ip +since +until +automatic\n127\.0\.0\.1 +\S+Z +\S+Z +yes\n$/)
  assert.deepEqual(
    (await norn.run(['ban', 'remove', '127.0.0.1'])).stdout,
    '127.0.0.1 can look up profiles again.\n',
  )
  service.kill('SIGTERM')
  await service.ended
})

test('a value that is not an address, or not banned, is refused with advice', async () => {
  const refused = [
    [
      ['ban', 'add', 'nowhere'],
      /^norn: "nowhere": the address is not allowed; use an IPv4 or IPv6 address[^\n]*\n$/,
      1,
    ],
    [
      ['ban', 'add', '10.0.0.0/7'],
      /^norn: "10.0.0.0\/7": the address is not allowed[^\n]*IPv4 with \/8 to \/32[^\n]*\n$/,
      1,
    ],
    [
      ['ban', 'remove', '192.0.2.1'],
      /^norn: "192.0.2.1": the ban of exactly this address or network does not exist; "norn ban list"[^\n]*\n$/,
      1,
    ],
    [['ban', 'add', '192.0.2.1', '--until', 'soon'], /^norn: --until is "soon"[^\n]*\n$/, 2],
    [
      ['ban', 'add', '192.0.2.1', '--until', '2020-01-01'],
      /^norn: --until is[^\n]*is in the past; give a future time[^\n]*\n$/,
      1,
    ],
    [['ban', 'add'], /^norn: IP is missing; see "norn help ban add"\n$/, 2],
  ] as const
  for (const [line, expected, expectedStatus] of refused) {
    const { status, stdout, stderr } = await norn.run(line)
    assert.match(stderr, expected)
    assert.deepEqual([status, stdout], [expectedStatus, ''])
  }
  assert.deepEqual(await norn.json('ban', 'list'), [])
})
