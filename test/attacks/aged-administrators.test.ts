// A browser session of yesterday added a neighbour, gave it a client with a sign-in page of its own, opened a game server
// to everybody, put a player into its group, created accounts, and read the server's root, all without a password.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSubjects } from '../pages/every-page.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf, type PageView } from '../web/browser.ts'

interface Aged {
  on: string
  action: string
  fields?: Record<string, string>
}

const settings = {
  trust: '100',
  who: 'everyone',
  textures: 'pass',
  names: '.*',
  limit: '60',
  forwardAddress: 'yes',
}

async function scene(service: RunningService) {
  const { owner, paths } = await createSubjects(service, 'en')
  const pathOf = (room: string) => paths.find((path) => new RegExp(`^/admin/${room}/[^/]+$`).test(path)) ?? ''
  const account = pathOf('accounts')
  const visitor = pathOf('visitors')
  const group = pathOf('groups')
  const server = pathOf('servers')
  const neighbour = pathOf('neighbours')
  const added = { id: 'others', kind: 'authlib-injector', root: 'https://others.example.org/api' }
  const forms: Aged[] = [
    { on: '/admin/neighbours', action: '/admin/neighbours', fields: { ...added, offline: 'yes' } },
    { on: '/admin/neighbours', action: '/admin/neighbours', fields: { ...added, offline: 'yes', private: 'yes' } },
    { on: '/admin/neighbours', action: '/admin/neighbours', fields: { ...added, use: 'yes', hosts: 'a.example' } },
    { on: neighbour, action: neighbour, fields: { ...settings, clientId: 'phish', clientSecret: 'x' } },
    { on: neighbour, action: neighbour, fields: { ...settings, clientId: '', clientSecret: '' } },
    { on: neighbour, action: `${neighbour}/list`, fields: { name: 'Loki' } },
    { on: `${neighbour}/unlist?listed=skadi`, action: `${neighbour}/unlist`, fields: { listed: 'skadi' } },
    { on: server, action: server, fields: { groups: '', title: 'Mine' } },
    { on: server, action: server, fields: { groups: '', who: 'everyone', links: 'as_account', 'neighbour.friends': 'yes' } },
    { on: `${server}/root`, action: `${server}/root` },
    { on: '/admin/servers', action: '/admin/servers', fields: { name: 'mine', groups: '' } },
    { on: group, action: `${group}/members`, fields: { player: owner.username } },
    { on: '/admin/invites', action: '/admin/invites', fields: { uses: '5', group: 'builders' } },
    { on: '/admin/accounts', action: '/admin/accounts', fields: { username: 'Loki_2', password: 'a sentence to remember' } },
    { on: `${visitor}/release`, action: `${visitor}/release` },
  ] // biome-ignore format: one a line reads as a table
  return { owner, forms, account, server, neighbour, group }
}

const changes = async ({ context }: RunningService) =>
  (await context.db.query.selectFrom('audit_entry').select('id').execute()).length

const old = 16 * 60_000

onEveryDatabase('a session of an administrator that is no longer fresh', (start) => {
  test('gives nobody access: each form asks for the password again, keeps what was typed, and takes it', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '1000', NORN_GUESS_ACCOUNT: '1000' })
    const { owner, forms, server } = await scene(service)
    const browser = browserOf(service)
    await browser.signIn(owner)
    service.advance(old)
    for (const { on, action, fields = {} } of forms) {
      const before = await changes(service)
      const seen = await browser.get(on)
      assert.match(seen.text, /name="current"/, `${on} asks`)
      // More wrong ones would have to wait.
      for (const current of [undefined, '', ...(on === server ? ['wrong'] : [])]) {
        const sent = await browser.send(seen, action, {
          ...fields,
          ...(current !== undefined && { current }),
        })
        assert.equal(sent.status, 422, `${action} ${JSON.stringify(fields)} with ${current}`)
        assert.match(sent.alert ?? '', /password/i)
        assert.match(sent.text, /name="current"[^>]* aria-invalid="true"/)
        assert.doesNotMatch(sent.text, /\/at\/[\w-]{20}/, 'no root')
        const [, text] =
          Object.entries(fields).find(([name]) => ['id', 'name', 'player', 'username'].includes(name)) ?? []
        if (text !== undefined && !('hosts' in fields))
          assert.ok(sent.text.includes(`value="${text}"`), `${action} keeps ${text}`)
      }
      assert.equal(await changes(service), before, `${action} changed nothing`)
    }
    const typed = { name: 'mine', groups: '', current: owner.password }
    const made = await browser.send(await browser.get('/admin/servers'), '/admin/servers', typed)
    assert.equal(made.flash, 'The game server was added.')
    assert.match(made.text, /\/at\/[\w-]{20}/, 'the root is shown when it is made')
  })

  test('sees no root of a game server before it has proved who it is, and only once then', async () => {
    const service = await start()
    const { owner, server } = await scene(service)
    const browser = browserOf(service)
    await browser.signIn(owner)
    const hasRoot = ({ text }: PageView) => /\/at\/[\w-]{20}/.test(text)
    const fresh = await browser.get(server)
    assert.ok(!hasRoot(fresh), 'nor does anybody who looks over a shoulder')
    assert.ok(hasRoot(await browser.send(fresh, `${server}/root`)))
    assert.ok(!hasRoot(await browser.get(server)))
    service.advance(old)
    const aged = await browser.get(server)
    assert.ok(aged.text.includes(`method="get" action="${server}/root"`))
    const question = await browser.get(`${server}/root`)
    assert.ok(!hasRoot(question))
    assert.ok(hasRoot(await browser.send(question, `${server}/root`, { current: owner.password })))
    // The cookie that carries it for a moment proves nothing.
    browser.cookies.set(
      'norn-secret',
      `${(await service.context.db.query.selectFrom('game_server').selectAll().executeTakeFirstOrThrow()).id}.show`,
    )
    assert.ok(!hasRoot(await browser.get(server)))
  })

  test('can still pause what lets somebody in, at once, and needs proof to open it again', async () => {
    const service = await start()
    const { owner, server, neighbour } = await scene(service)
    const browser = browserOf(service)
    await browser.signIn(owner)
    service.advance(old)
    for (const path of [server, neighbour]) {
      const paused = await browser.send(await browser.get(path), `${path}/pause`)
      assert.equal(paused.status, 200)
      assert.ok(paused.text.includes(`method="get" action="${path}/resume"`))
      const question = await browser.get(`${path}/resume`)
      assert.equal((await browser.send(question, `${path}/resume`)).status, 422)
      const resumed = await browser.send(question, `${path}/resume`, { current: owner.password })
      assert.match(resumed.flash ?? '', /again|no longer paused/)
    }
  })

  test('adds nobody to a group from the page of a player', async () => {
    const service = await start()
    const { owner, account } = await scene(service)
    const browser = browserOf(service)
    await browser.signIn(owner)
    const member = await browser.get(account)
    await browser.send(member, `${account}/groups/remove`, { group: 'builders' })
    service.advance(old)
    const seen = await browser.get(account)
    const add = (fields: Record<string, string>) =>
      browser.send(seen, `${account}/groups/add`, { group: 'builders', ...fields })
    assert.equal((await add({})).status, 422)
    assert.equal((await add({ current: 'wrong' })).status, 422)
    assert.equal((await add({ current: owner.password })).flash, 'The player was added.')
  })
})
