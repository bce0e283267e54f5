// Members of a Discord guild are asked about: who leaves it or loses a role is no longer in the group.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { attention } from '../../src/domain/checklist/attention.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { unlinkIdentity } from '../../src/domain/identities/unlink.ts'
import { keptProvider } from '../../src/domain/providers/kept.ts'
import { removeProvider, setProvider } from '../../src/domain/providers/providers.ts'
import { syncProvider } from '../../src/domain/providers/sync.ts'
import { askDueMembers } from '../../src/jobs/provider-sync.ts'
import { version } from '../../src/lib/process/version.ts'
import { askAll, linked, staffRole, startGuild } from '../providers/guild.ts'
import { json } from '../providers/hostile.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'

const hour = 3_600_000
const steve = '80351110224678912'

const memberships = async ({ context: { db } }: RunningService, account?: TestAccount) => {
  const rows = await db.query.selectFrom('group_member').selectAll().orderBy('group_name').execute()
  return rows
    .filter(({ account_id }) => !account || account_id === account.id)
    .map(({ group_name }) => group_name)
}

const rowOf = ({ context: { db } }: RunningService, subject = steve) =>
  db.query.selectFrom('linked_identity').selectAll().where('subject', '=', subject).executeTakeFirstOrThrow()

const warned = async ({ context }: RunningService) =>
  (await attention(context)).filter(({ about }) => about === 'provider_sync')

onEveryDatabase('members of a guild', (start) => {
  test('a role makes a membership, and a lost role or guild ends it, for the next hasJoined too', async (t) => {
    const service = await start()
    const { all } = await startGuild(t, service)
    const account = await linked(service, steve)
    all.guild.roles[steve] = [staffRole, '1']
    assert.deepEqual(await askAll(service), { asked: 1, made: 2, ended: 0, failed: 0 })
    assert.deepEqual(await memberships(service), ['members', 'staff'])
    const [asked] = all.asked
    assert.deepEqual(
      [all.asked.length, asked?.method, asked?.headers.authorization],
      [1, 'GET', 'Bot token-of-the-bot'],
    )
    assert.equal(asked?.headers['user-agent'], `DiscordBot (${service.context.baseUrl()}, ${version()})`)
    const { root } = await addServer(service.context, operator, { name: 'lobby', groups: ['staff'] })
    const accessToken = await service.signIn(account)
    const joins = async (serverId: string) => {
      await service.post('/session/join', { accessToken, selectedProfile: account.id, serverId })
      const query = new URLSearchParams({ username: account.username, serverId })
      return (await service.get(`${new URL(root).pathname}/session/hasJoined?${query}`)).status
    }
    assert.equal(await joins('first'), 200)

    all.guild.roles[steve] = ['1']
    service.advance(6 * hour - 1)
    assert.equal((await askAll(service)).asked, 0, 'six hours have not passed')
    assert.equal(await joins('second'), 200)
    service.advance(2)
    assert.deepEqual(await askAll(service), { asked: 1, made: 0, ended: 1, failed: 0 })
    assert.deepEqual(await memberships(service), ['members'])
    assert.equal(await joins('third'), 401)

    all.guild.roles = {}
    service.advance(6 * hour + 1)
    assert.equal((await askAll(service)).ended, 1)
    assert.deepEqual(await memberships(service), [])
    const events = await service.context.db.query
      .selectFrom('audit_entry')
      .select(['event', 'actor_kind'])
      .where('event', 'like', 'group.member%')
      .orderBy('id')
      .execute()
    const ofSystem = (event: string) => ({ event, actor_kind: 'system' })
    assert.deepEqual(
      events,
      ['added', 'added', 'removed', 'removed'].map((end) => ofSystem(`group.member_${end}`)),
    )
  })

  test('an answer of no use ends nothing; the question is repeated, and warns after a day', async (t) => {
    const service = await start()
    const { all, placeOf } = await startGuild(t, service)
    await linked(service, steve)
    all.guild.roles[steve] = [staffRole]
    await askAll(service)
    const roles = (value: unknown) => (response: ServerResponse) => json(response, value)
    const useless: Record<string, [string, (response: ServerResponse) => unknown]> = {
      '404 without a code': ['sync_refused', (response) => json(response, {}, 404)],
      '404 of the guild': ['sync_refused', (response) => json(response, { code: 10004 }, 404)],
      '404 with the code as a text': ['sync_refused', (response) => json(response, { code: '10007' }, 404)],
      '404 with two codes': [
        'sync_refused',
        (response) => response.writeHead(404).end('{"code":1,"code":10007}'),
      ],
      '404 of a page': ['sync_refused', (response) => response.writeHead(404).end('<p>10007</p>')],
      '403': ['sync_refused', (response) => json(response, { code: 50001 }, 403)],
      '403 with the code': ['sync_refused', (response) => json(response, { code: 10007 }, 403)],
      '401': ['sync_refused', (response) => json(response, {}, 401)],
      '429': ['sync_limited', (response) => json(response, {}, 429)],
      '500': ['sync_unanswered', (response) => json(response, { code: 10007 }, 500)],
      'a redirect': ['sync_refused', (response) => response.writeHead(302, { location: '/' }).end()],
      'no connection': ['sync_unanswered', (response) => response.destroy()],
      'not JSON': ['sync_malformed', (response) => response.end('roles')],
      'no roles': ['sync_malformed', roles({ user: { id: steve } })],
      'roles of another form': ['sync_malformed', roles({ roles: 'none' })],
      'roles of other things': ['sync_malformed', roles({ roles: [7] })],
      'somebody else': ['sync_malformed', roles({ roles: [], user: { id: '1' } })],
      huge: ['sync_unanswered', (response) => response.end(`{"roles":[],"x":"${'x'.repeat(66_000)}"}`)],
      unknown: ['sync_user_unknown', (response) => json(response, { code: 10013 }, 404)],
    }
    service.advance(6 * hour + 1)
    const begun = service.now()
    for (const [name, [problem, respond]] of Object.entries(useless)) {
      all.replaced[placeOf(steve)] = respond
      assert.deepEqual(await askAll(service), { asked: 1, made: 0, ended: 0, failed: 1 }, name)
      const row = await rowOf(service)
      assert.equal(row.problem, problem, name)
      assert.ok(row.failing_since !== null && row.failing_since - begun < 1000, name)
      assert.deepEqual(await memberships(service), ['members', 'staff'], name)
      assert.equal((await askAll(service)).asked, 0, name)
      assert.deepEqual(await warned(service), [], name)
      service.advance(hour / 4 + 1)
    }
    service.advance(24 * hour)
    await askAll(service)
    const since = (await rowOf(service)).failing_since
    assert.deepEqual(await warned(service), [{ about: 'provider_sync', provider: 'discord', since }])
    assert.deepEqual((await keptProvider(service.context.db, 'discord')).lastProblem, {
      at: since,
      problem: 'sync_user_unknown',
    })
    all.replaced = {}
    service.advance(hour / 4 + 1)
    assert.equal((await askAll(service)).failed, 0)
    assert.deepEqual(await warned(service), [])
    assert.equal((await keptProvider(service.context.db, 'discord')).lastProblem, null)
    assert.ok(!service.log.join('\n').includes('token-of-the-bot'))
  })

  test('a slow answer is waited for 5 s', async (t) => {
    const service = await start()
    const { all, placeOf } = await startGuild(t, service)
    await linked(service, steve)
    all.replaced[placeOf(steve)] = (response) => response.write('{"roles":')
    const begun = performance.now()
    assert.equal((await askAll(service)).failed, 1)
    assert.ok(performance.now() - begun < 7000)
    assert.equal((await rowOf(service)).problem, 'sync_unanswered')
  })

  test('at most two a second, the longest not asked first, and Retry-After is kept to', async (t) => {
    const service = await start()
    const { all, placeOf } = await startGuild(t, service)
    const ids = ['1', '2', '3', '4', '5'].map((end) => `8035111022467891${end}`)
    for (const id of ids) await linked(service, id)
    const before = service.now()
    assert.equal((await askAll(service)).asked, 5)
    assert.ok(service.now() - before >= 2000, `${service.now() - before} ms`)
    const asked = () => all.asked.map(({ path }) => path.slice(-1)).join('')
    const first = asked()
    assert.equal(first.length, 5)
    all.asked.length = 0
    service.advance(6 * hour + 10_000)
    await askAll(service)
    assert.equal(asked(), first)

    all.asked.length = 0
    const [one = ''] = ids
    const limited = (seconds: number) => (response: ServerResponse) =>
      response.writeHead(429, { 'retry-after': String(seconds) }).end('{}')
    all.replaced[placeOf(one)] = limited(3)
    service.advance(6 * hour + 10_000)
    const at = service.now()
    assert.deepEqual(await askAll(service), { asked: 5, made: 0, ended: 0, failed: 1 })
    assert.ok(service.now() - at >= 3000 + 3 * 500)
    all.asked.length = 0
    all.replaced[placeOf(one)] = limited(3600)
    service.advance(hour / 4 + 1)
    assert.equal((await askAll(service)).asked, 1)
    service.advance(hour - 1)
    const sync = () =>
      syncProvider(service.context, 'discord', {
        by: operator,
        isOver: () => false,
        pause: async (ms) => service.advance(ms),
      })
    assert.deepEqual({ ...(await sync()) }, { asked: 5, made: 0, ended: 0, failed: 1, waiting: 0 })
    service.advance(1)
    assert.deepEqual(await sync(), { asked: 0, made: 0, ended: 0, failed: 0, waiting: 5 })
    service.advance(hour)
    assert.equal((await askAll(service)).asked, 5)
  })

  test('a subject of another form is never sent, and delays nobody', async (t) => {
    const service = await start()
    const { all } = await startGuild(t, service)
    for (const subject of ['../../users/@me', steve]) await linked(service, subject)
    all.guild.roles[steve] = [staffRole]
    assert.deepEqual(await askAll(service), { asked: 2, made: 2, ended: 0, failed: 1 })
    assert.deepEqual(
      all.asked.map(({ path }) => path),
      [`/api/v10/guilds/${all.guild.id}/members/${steve}`],
    )
  })

  test('a map, guild or token that changed counts at once, for answers that are on their way too', async (t) => {
    const service = await start()
    const { context } = service
    const { all, placeOf } = await startGuild(t, service)
    const account = await linked(service, steve)
    all.guild.roles[steve] = [staffRole]
    await askAll(service)
    service.advance(1000)
    await setProvider(context, operator, 'discord', { groupMap: { [staffRole]: 'members' } })
    service.advance(1000)
    assert.deepEqual(await askAll(service), { asked: 1, made: 0, ended: 1, failed: 0 })
    assert.deepEqual(await memberships(service), ['members'])

    const during = async (work: () => Promise<unknown>) => {
      service.advance(6 * hour + 1)
      all.replaced[placeOf(steve)] = async (response) => {
        all.replaced = {}
        service.advance(1)
        await work()
        json(response, { roles: [staffRole] })
      }
      return askAll(service, 0 + 1)
    }
    await during(() => setProvider(context, operator, 'discord', { groupMap: { [staffRole]: 'staff' } }))
    await askAll(service)
    assert.deepEqual(await memberships(service), ['staff'])

    // Nobody would end it any more.
    await during(() => setProvider(context, operator, 'discord', { guild: null }))
    assert.deepEqual(await memberships(service), [])
    assert.equal((await askAll(service)).asked, 0)
    await setProvider(context, operator, 'discord', { guild: all.guild.id })
    service.advance(1000)
    await askAll(service)
    assert.deepEqual(await memberships(service), ['staff'])

    await setProvider(context, operator, 'discord', { botToken: null })
    service.advance(7 * hour)
    assert.equal((await askAll(service)).asked, 0)
    assert.deepEqual(await memberships(service), ['staff'], 'the next sign-in decides')
    await setProvider(context, operator, 'discord', { botToken: 'token-of-the-bot' })
    service.advance(1000)

    await addMembers(context, operator, 'members', [account])
    await during(() => unlinkIdentity(context, operator, account, 'discord'))
    assert.deepEqual(await memberships(service), ['members'], 'made here')
    await linked(service, '80351110224678913')
    all.guild.roles['80351110224678913'] = [staffRole]
    await askAll(service)
    assert.deepEqual(await memberships(service), ['members', 'staff'])
    await removeProvider(context, operator, 'discord', { force: true })
    assert.deepEqual(await memberships(service), ['members'])
  })

  test('a process that ends in the middle leaves one for the next round, and nobody is asked about twice', async (t) => {
    const service = await start()
    const { all, placeOf } = await startGuild(t, service)
    const ids = ['1', '2', '3'].map((end) => `8035111022467891${end}`)
    for (const id of ids) await linked(service, id)
    let isOver = false
    all.replaced[placeOf('80351110224678912')] = (response) => {
      isOver = true
      json(response, { roles: [] })
    }
    const pause = async (ms: number) => service.advance(ms)
    await askDueMembers(service.context, () => isOver, pause)
    const before = all.asked.length
    assert.ok(before >= 1 && before <= 3)
    await askAll(service)
    const paths = all.asked.map(({ path }) => path)
    assert.deepEqual([paths.length, new Set(paths).size], [3, 3])
  })

  test('several processes at once ask about each once', async (t) => {
    const service = await start()
    const { all } = await startGuild(t, service)
    for (let end = 1; end <= 6; end++) await linked(service, `8035111022467891${end}`)
    const done = await Promise.all([1, 2, 3].map(() => askAll(service)))
    assert.equal(
      done.reduce((sum, { asked }) => sum + asked, 0),
      6,
    )
    assert.equal(new Set(all.asked.map(({ path }) => path)).size, 6)
    assert.equal(all.asked.length, 6)
  })

  test('a clock that was set back delays nobody for longer than usual', async (t) => {
    const service = await start()
    const { all } = await startGuild(t, service)
    await linked(service, steve)
    service.setClock(48 * hour)
    await askAll(service)
    service.setClock(-48 * hour)
    assert.equal((await askAll(service)).asked, 1)
    assert.equal(all.asked.length, 2)
  })

  test('is refused for a provider that has no guild or no bot', async (t) => {
    const service = await start()
    await startGuild(t, service, { bot_token: null })
    const sync = (name: string) => syncProvider(service.context, name, { by: operator, isOver: () => false })
    await assert.rejects(sync('discord'), { reason: 'provider_without_bot' })
    await assert.rejects(sync('nobody'), { reason: 'unknown' })
  })
})
