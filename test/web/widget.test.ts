// The widget: what strangers and other sites learn of who plays, and no more than the operator chose.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { changeFriendsPreferences } from '../../src/domain/friends/preferences.ts'
import type { AccountRow } from '../../src/storage/schema/rows/accounts.ts'
import { type Answer, onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'

const presence = '/authlib-injector/minecraftservices/presence'

/** A player's game says what it does. */
async function report(service: RunningService, token: string, status: string): Promise<void> {
  const { status: answered } = await service.request(presence, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ status }),
  })
  assert.equal(answered, 200)
}

/** A player joins below the root of a game server, whose game then plays there. */
async function play(service: RunningService, player: TestAccount, root: string): Promise<string> {
  const accessToken = await service.signIn(player)
  await service.post('/session/join', { accessToken, selectedProfile: player.id, serverId: 'x' })
  const path = `${new URL(root).pathname}/session/hasJoined?username=${player.username}&serverId=x`
  assert.equal((await service.logLine(await service.get(path)))?.['status'], 200)
  await service.context.attempts.flush()
  await report(service, accessToken, 'PLAYING_SERVER')
  return accessToken
}

const namesIn = ({ json }: Answer): string[] => json.names.map(({ name }: { name: string }) => name)

type Seven = [TestAccount, TestAccount, TestAccount, TestAccount, TestAccount, TestAccount, TestAccount]

onEveryDatabase('the widget', (start) => {
  test('is not there unless the operator wants it', async () => {
    const service = await start()
    const unknown = await service.get('/widget/anything')
    for (const path of ['/widget/players', '/widget/players.json', '/widget']) {
      const { status, text, headers } = await service.get(path)
      assert.deepEqual([status, text], [404, unknown.text])
      assert.deepEqual([...headers.keys()], [...unknown.headers.keys()])
    }
    assert.doesNotMatch((await service.get('/openapi.json')).text, /widget/)
  })

  test('tells who plays where, but nothing of those who hide, are suspended or play elsewhere', async () => {
    const service = await start({ NORN_WIDGET: 'players,servers,names' })
    const { context } = service
    const at = { address: 'play.example.org' }
    await createGroup(context, operator, { name: 'staff', title: 'Staff' })
    const lobby = await addServer(context, operator, { name: 'lobby', title: 'The <Lobby>', ...at })
    const cellar = { name: 'cellar', title: 'Secret cellar', groups: ['staff'], ...at }
    await addServer(context, operator, cellar)
    await addServer(context, operator, { name: 'private', title: 'Without address' })
    const accounts: TestAccount[] = []
    for (let number = 0; number < 9; number++) accounts.push(await service.account())
    const [alex, menu, ...others] = accounts as [TestAccount, TestAccount, ...TestAccount[]]
    const [hidden, suspended, quiet, twice, barred, leaving, character] = others as Seven

    await play(service, alex, lobby.root)
    // This player is back at the menu.
    await report(service, await play(service, menu, lobby.root), 'ONLINE')
    const token = await play(service, hidden, lobby.root)
    await play(service, suspended, lobby.root)
    for (const player of [quiet, twice, barred, leaving, character])
      await report(service, await service.signIn(player), 'ONLINE')
    const first = await service.get('/widget/players.json')
    assert.deepEqual([first.json.players, first.json.servers], [9, [{ title: 'The <Lobby>', players: 3 }]])

    await report(service, token, 'OFFLINE')
    await changeFriendsPreferences(context, await service.stored(quiet), { friends: false })
    await suspendAccount(context, operator, await service.stored(suspended), { reason: 'x', until: null })
    service.advance(1)
    await report(service, await service.signIn(twice, 'another game'), 'OFFLINE')
    // Reports end with their tokens; one that is left all the same shows nobody.
    const set = (id: string, values: Partial<AccountRow>) =>
      context.db.query.updateTable('account').set(values).where('id', '=', id).execute()
    await set(barred.id, { suspended_at: service.now() })
    await set(leaving.id, { deletes_at: service.now() + 1000 })
    await set(character.id, { owner_id: barred.id })
    // Everybody gets what was read first, for some seconds.
    assert.equal((await service.get('/widget/players.json')).text, first.text)
    service.advance(10_000)
    const second = await service.get('/widget/players.json')
    assert.deepEqual(
      [second.json.players, second.json.isMore, second.json.servers],
      [2, false, [{ title: 'The <Lobby>', players: 1 }]],
    )
    assert.deepEqual(namesIn(second), [alex.username, menu.username].sort())
    assert.deepEqual(Object.keys(second.json), ['at', 'players', 'isMore', 'servers', 'names'])
    const face = new URL(second.json.names[0].face)
    assert.equal((await service.get(face.pathname + face.search)).headers.get('content-type'), 'image/png')

    const page = await service.get('/widget/players?language=de')
    assert.match(page.text, /<html lang="de">.*<dt>The &lt;Lobby&gt;<\/dt><dd>1<\/dd>/s)
    assert.ok(page.text.includes(`<span>${alex.username}</span>`))
    for (const { text } of [second, page]) {
      assert.doesNotMatch(text, /cellar|Without address|undefined|NaN/)
      for (const { username } of others) assert.ok(!text.includes(username))
    }
    for (const { headers } of [second, page]) {
      assert.deepEqual([headers.get('set-cookie'), headers.get('x-frame-options')], [null, null])
      assert.equal(headers.get('cache-control'), 'public, max-age=10')
      assert.equal(headers.get('access-control-allow-origin'), '*')
    }
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors \*$/)
    const known = { headers: { 'if-none-match': page.headers.get('etag') ?? '' } }
    assert.deepEqual([(await service.request('/widget/players?language=de', known)).status], [304])
    assert.equal((await service.post('/widget/players.json', {})).status, 405)
    service.advance(600_000)
    assert.deepEqual((await service.get('/widget/players.json')).json.names, [])
  })

  test('gives numbers alone, and lets only chosen sites show it, where the operator says so', async () => {
    const sites = 'https://www.example.org, http://forum.example.org:8080'
    const service = await start({ NORN_WIDGET: 'players', NORN_WIDGET_SITES: sites })
    await report(service, await service.signIn(await service.account()), 'ONLINE')
    const from = (origin: string, method = 'GET') =>
      service.request('/widget/players.json', { method, headers: { origin } })
    const allowed = await from('https://www.example.org')
    assert.deepEqual(allowed.json, { at: allowed.json.at, players: 1, isMore: false })
    const open = 'access-control-allow-origin'
    assert.equal(allowed.headers.get(open), 'https://www.example.org')
    assert.match(allowed.headers.get('vary') ?? '', /origin/)
    for (const origin of ['https://evil.example', 'https://www.example.org.evil.example', 'null', ''])
      assert.equal((await from(origin)).headers.get(open), null)
    assert.equal((await from('http://forum.example.org:8080', 'OPTIONS')).status, 204)
    const { headers, text } = await service.get('/widget/players')
    assert.match(
      headers.get('content-security-policy') ?? '',
      /frame-ancestors 'self' https:\/\/www\.example\.org http:\/\/forum\.example\.org:8080$/,
    )
    assert.doesNotMatch(text, /<ul>|<li>/)
  })

  test('reads once for all who look at once, in steps, and no more than 1,024 reports', async () => {
    const service = await start({ NORN_WIDGET: 'players,names' })
    const { db, clock } = service.context
    const player = await service.account()
    await service.signIn(player)
    const token = (await db.query.selectFrom('credential').select('digest').executeTakeFirstOrThrow()).digest
    const row = { status: 'ONLINE', since: 0, join_value: null, invites: null, account_id: player.id }
    const put = (from: number, count: number, last = false) =>
      db.query
        .insertInto('presence')
        .values(
          Array.from({ length: count }, (_, at) => ({
            ...row,
            pmid: `${from + at}`.padStart(6, '0'),
            token: last && at === count - 1 ? token : null,
            // Many end at the same instant.
            until: clock() + 1000 + Math.floor((from + at) / 100),
          })),
        )
        .execute()
    for (let from = 0; from < 900; from += 100) await put(from, 100)
    await put(900, 100, true)
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.get('/widget/players.json')))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.deepEqual(namesIn(answers[0] as Answer), [player.username])
    assert.equal(answers[0]?.json.isMore, false)
    await put(1000, 100)
    service.advance(10_000)
    await db.query
      .updateTable('presence')
      .set({ until: clock() + 500 })
      .execute()
    const more = (await service.get('/widget/players.json')).json
    assert.deepEqual([more.isMore, more.players], [true, 1])

    await db.query.deleteFrom('presence').execute()
    for (let number = 0; number < 25; number++)
      await report(service, await service.signIn(await service.account()), 'ONLINE')
    service.advance(10_000)
    const named = await service.get('/widget/players.json')
    assert.deepEqual([named.json.players, namesIn(named).length], [25, 24])
  })

  test('shows what it knows while the database is away, for a minute', async () => {
    const service = await start({ NORN_WIDGET: 'players' })
    const { schema } = service.context.db.query
    const known = await service.get('/widget/players.json')
    await schema.alterTable('presence').renameTo('elsewhere').execute()
    service.advance(60_000)
    assert.equal((await service.get('/widget/players.json')).text, known.text)
    service.advance(1)
    for (const path of ['/widget/players.json', '/widget/players']) {
      const { status, headers } = await service.get(path)
      assert.deepEqual([status, headers.get('cache-control')], [503, 'no-store'])
    }
    await schema.alterTable('elsewhere').renameTo('presence').execute()
    assert.equal((await service.get('/widget/players.json')).status, 200)
  })
})
