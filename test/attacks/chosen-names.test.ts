// Every way of choosing a name goes through one check.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { attackStored } from './installed.ts'

const day = 86_400_000
const reserved = ['admin', 'Ad_M1n', 'owner', '0WNER']
/** Names that can be stored, but that NORN_USERNAME_PATTERN prevents players from choosing. */
const againstPattern = ['Ad.min-istrator_Owner', 'ab', 'a.b.c', 'seventeen_letters']
/** Names that cannot be stored. */
const malformed = ['a b', '-x', 'x.png', 'twenty-two_letters_long']

async function launcherOf(service: RunningService) {
  const account = await service.account()
  const accessToken = await service.signIn(account)
  const ask = (path: string, method = 'GET') =>
    service.request(`/authlib-injector/minecraftservices/minecraft/profile/name/${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}` },
    })
  return {
    account,
    put: (name: string) => ask(encodeURIComponent(name), 'PUT'),
    available: async (name: string) => (await ask(`${encodeURIComponent(name)}/available`)).json.status,
  }
}

onEveryDatabase('chosen names', (start) => {
  test('one rule checks the names that players choose, on the pages and in launchers', async () => {
    const service = await start({ NORN_USERNAME_COOLDOWN: '0s', NORN_REGISTRATIONS_PER_ADDRESS: '1000' })
    const launcher = await launcherOf(service)
    const player = await service.account()
    const [guest, browser] = [browserOf(service), browserOf(service)]
    const page = await browser.signIn(player, '/account/username')
    const fields = { email: 'x@example.test', password: 'a sentence to remember' }
    const register = async (username: string) =>
      guest.send(await guest.get('/register'), '/register', { ...fields, username })
    const rename = (username: string) => browser.send(page, '/account/username', { username })
    for (const name of [...reserved, ...againstPattern, ...malformed]) {
      const isReserved = reserved.includes(name)
      const answer = await launcher.put(name)
      assert.deepEqual(
        [answer.status, answer.json.error, answer.json.details],
        [
          isReserved ? 403 : 400,
          isReserved ? 'FORBIDDEN' : 'CONSTRAINT_VIOLATION',
          { status: 'NOT_ALLOWED' },
        ],
        name,
      )
      assert.equal(await launcher.available(name), 'NOT_ALLOWED', name)
      const problem = isReserved
        ? /or one that looks like it, is reserved/
        : /Use 3 to 16 letters|This name is not allowed here/
      for (const asked of [register, rename]) {
        const shown = await asked(name)
        assert.deepEqual([shown.status, problem.test(shown.text)], [422, true], name)
      }
    }
    assert.equal(await launcher.available('Herobrine'), 'AVAILABLE')
    assert.equal((await launcher.put('Herobrine')).status, 200)
    for (const { id, username } of [player, { id: launcher.account.id, username: 'Herobrine' }]) {
      assert.equal((await service.stored({ id })).username, username)
    }
  })

  test("the operator's pattern also applies to launchers", async () => {
    const service = await start({ NORN_USERNAME_PATTERN: '[a-z]{4,8}' })
    const { put, available } = await launcherOf(service)
    service.advance(day)
    assert.deepEqual([(await put('Herobrine')).status, await available('Herobrine')], [400, 'NOT_ALLOWED'])
    assert.deepEqual([await available('hero'), (await put('hero')).status], ['AVAILABLE', 200])
  })

  test('the API accepts any name that can be stored, and reserved names only if the request says so', async () => {
    const service = await start()
    const api = await adminClient(service)
    const { id } = await service.account()
    const create = (username: string, more: object = {}) =>
      api.send('POST', '/accounts', { username, password: 'secret', ...more })
    const rename = (username: string, more: object = {}) =>
      api.send('PATCH', `/accounts/${id}`, { username, ...more })
    for (const asked of [create, rename]) {
      for (const name of [...reserved, 'ad.min', 'Own-er']) {
        const answer = await asked(name)
        assert.deepEqual([answer.status, answer.json.code], [422, 'username_reserved'], name)
        assert.equal((await asked(name, { reserved: false })).status, 422, name)
      }
      for (const name of malformed) {
        const answer = await asked(name, { reserved: true })
        assert.deepEqual([answer.status, answer.json.code], [422, 'username_malformed'], name)
      }
      assert.equal((await asked('root', { reserved: 'yes' })).status, 422)
    }
    assert.equal((await create(againstPattern[0] ?? '')).status, 201)
    assert.equal((await create('admin', { reserved: true })).json.username, 'admin')
    assert.equal((await rename('Owner', { reserved: true })).json.username, 'Owner')
    assert.equal((await rename('OWNER')).json.username, 'OWNER', 'its own name in another letter case')
    assert.equal((await rename('0wner')).json.code, 'username_reserved')
  })
})

attackStored('commands and imports refuse reserved names unless --reserved is given', async (norn) => {
  const create = (name: string, ...more: string[]) =>
    norn.run(['account', 'create', '--username', name, '--password', 'secret', ...more])
  const refused = await create('Admin')
  assert.deepEqual([refused.status, /"Admin": the username is reserved/.test(refused.stderr)], [1, true])
  assert.equal((await create('Admin', '--reserved')).status, 0)
  assert.equal((await create('a.b')).status, 0)
  assert.equal((await norn.run(['account', 'rename', 'a.b', 'm0derator'])).status, 1)
  assert.equal((await norn.run(['account', 'rename', 'a.b', 'm0derator', '--reserved'])).status, 0)
  const lines = ['Owner', 'Steve', 'ADMIN', 'Admin'].map((username) =>
    JSON.stringify({ username, password: 'secret' }),
  )
  const stdin = lines.join('\n')
  const importing = async (...more: string[]) =>
    JSON.parse((await norn.run(['account', 'import', '-', '--json', ...more], { stdin })).stdout)
  for (const flags of [['--dry-run'], []]) {
    const { added, unchanged, refused } = await importing(...flags)
    assert.deepEqual([added, unchanged, refused.map(({ line }: { line: number }) => line)], [1, 1, [1, 3]])
    assert.match(refused[0].reason, /^username is reserved/)
    assert.match(refused[1].reason, /^username belongs to another account/)
  }
  const { added, unchanged } = await importing('--reserved')
  assert.deepEqual([added, unchanged], [1, 2])
})
