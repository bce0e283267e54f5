// A group or a game server that does not exist, and an application that a player may not use: by page, API and command.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup, deleteGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import type { Database } from '../../src/storage/engine/database.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { authorizePath, startDevice } from '../wire/oauth2/oauth.ts'
import { attackStored } from './installed.ts'

const concerned = [
  'player_group',
  'group_member',
  'game_server',
  'game_server_group',
  'game_server_key',
  'oauth_client',
  'invite',
  'audit_entry',
] as const

async function rowsOf({ query }: Pick<Database, 'query'>): Promise<string[]> {
  const rows = await Promise.all(concerned.map((table) => query.selectFrom(table).selectAll().execute()))
  return rows.flat().map((row) => JSON.stringify(row))
}

/** Steve in the group staff, and a game server that names it. */
async function scene(service: RunningService) {
  const { context } = service
  const steve = await service.account({ username: 'Steve' })
  await createGroup(context, operator, { name: 'staff', title: 'Inner circle' })
  await addMembers(context, operator, 'staff', [steve])
  const { root } = await addServer(context, operator, { name: 'survival', groups: ['staff'] })
  return { steve, key: new URL(root).pathname.slice('/at/'.length) }
}

const redirectUri = 'https://staff.example.test/back'

/** Returns a refusal with its noun or field: `unknown group`, `malformed title`. */
const subjectOf = ({ code, noun, field }: { code: string; noun?: string; field?: string }): string =>
  [code, noun ?? field].filter(Boolean).join(' ')

onEveryDatabase('unknown names', (start) => {
  test('the API answers with a reason and changes nothing', async () => {
    const service = await start()
    const { key } = await scene(service)
    const { send } = await adminClient(service)
    const before = await rowsOf(service.context.db)
    const names = ['nobody', 'Survival', 'survival%00', '..%2fsurvival', 'a'.repeat(400), '%F0%9F%91%8B', '%']
    const asked: [string, string, unknown, string][] = [
      ['POST', '/servers', { name: 'a', groups: ['nobody'] }, 'unknown group'],
      ['POST', '/servers', { name: 'a', groups: ['staff', 'Staff'] }, 'unknown group'],
      ['PATCH', '/servers/survival', { groups: ['nobody'], title: 'x' }, 'unknown group'],
      [
        'POST',
        '/clients',
        { client_name: 'a', redirect_uris: [redirectUri], groups: ['nobody'] },
        'unknown group',
      ],
      ['POST', '/invites', { group: 'nobody' }, 'unknown group'],
      ...names.flatMap((name): [string, string, unknown, string][] => [
        ['GET', `/servers/${name}`, undefined, 'unknown server'],
        ['PATCH', `/servers/${name}`, { title: 'x' }, 'unknown server'],
        ['DELETE', `/servers/${name}`, undefined, 'unknown server'],
        ['POST', `/servers/${name}/pause`, undefined, 'unknown server'],
        ['POST', `/servers/${name}/resume`, undefined, 'unknown server'],
        ['POST', `/servers/${name}/rotate`, {}, 'unknown server'],
        ['GET', `/groups/${name}`, undefined, 'unknown group'],
        ['PATCH', `/groups/${name}`, { title: 'x' }, 'unknown group'],
        ['DELETE', `/groups/${name}`, undefined, 'unknown group'],
        ['PUT', `/groups/${name}/members/Steve`, undefined, 'unknown group'],
        ['DELETE', `/groups/${name}/members/Steve`, undefined, 'unknown group'],
      ]),
    ]
    for (const [method, path, body, code] of asked) {
      const answer = await send(method, path, body)
      assert.ok([404, 422, 400, 414].includes(answer.status), `${method} ${path}: ${answer.status}`)
      const isForeign = /%|aaaa/.test(path)
      if (!isForeign)
        assert.deepEqual([answer.status, subjectOf(answer.json)], [404, code], `${method} ${path}`)
      assert.doesNotMatch(answer.text, new RegExp(`${key}|survival|staff|Inner circle`), `${method} ${path}`)
    }
    assert.deepEqual(await rowsOf(service.context.db), before)
  })

  test('a page shows an alert and changes nothing', async () => {
    const service = await start()
    const { context } = service
    const { steve, key } = await scene(service)
    const boss = await service.account({ username: 'Boss' })
    await grantRole(context, operator, await service.stored(boss), 'admin')
    const browser = browserOf(service)
    await browser.signIn(boss)
    await createGroup(context, operator, { name: 'gone' })
    const account = await browser.get(`/admin/accounts/${steve.id}`)
    const [servers, clients, invites] = [
      await browser.get('/admin/servers/survival'),
      await browser.get('/admin/clients'),
      await browser.get('/admin/invites'),
    ]
    const group = await browser.get('/admin/groups/gone')
    await deleteGroup(context, operator, 'gone')
    const before = await rowsOf(context.db)

    const sent: [PageView, string, Record<string, string>, number, RegExp][] = [
      [
        servers,
        '/admin/servers/survival',
        { groups: 'staff\ngone' },
        422,
        /one of the groups does not exist/,
      ],
      [
        clients,
        '/admin/clients',
        { client_name: 'a', redirect_uris: redirectUri, groups: 'gone' },
        422,
        /group/i,
      ],
      [invites, '/admin/invites', { uses: '1', group: 'gone' }, 422, /group/i],
      [account, `/admin/accounts/${steve.id}/groups/add`, { group: 'gone' }, 422, /there is no such group/],
      [group, '/admin/groups/gone/members', { player: 'Steve' }, 404, /Check the address/],
      [group, '/admin/groups/gone', { title: 'x' }, 404, /Check the address/],
    ]
    for (const [page, action, fields, status, alert] of sent) {
      const answer = await browser.send(page, action, fields)
      assert.deepEqual(
        [answer.status, alert.test(answer.alert ?? '')],
        [status, true],
        `${action}: ${answer.alert}`,
      )
    }
    const csrf = /name="csrf" value="([^"]+)"/.exec(group.text)?.[1] ?? ''
    const posted = [
      '/admin/groups/gone/members/remove',
      '/admin/groups/gone/delete',
      '/admin/servers/gone',
      '/admin/servers/gone/pause',
      '/admin/servers/gone/resume',
      '/admin/servers/gone/rotate',
      '/admin/servers/gone/remove',
      '/admin/servers/Survival/remove',
    ]
    for (const path of posted) {
      const fields = { csrf, current: boss.password, player: 'Steve', title: 'x' }
      const { status, text } = await browser.post(path, fields)
      assert.deepEqual([status, text.includes(key)], [404, false], path)
    }
    for (const path of [
      '/admin/servers/gone',
      '/admin/groups/gone',
      '/admin/groups/%00',
      '/admin/servers/Staff',
    ]) {
      assert.equal((await browser.get(path)).status, 404, path)
    }
    assert.deepEqual(await rowsOf(context.db), before)
  })

  test('an application refuses players who are not members, and its page does not name the group', async () => {
    const service = await start()
    const { context } = service
    await scene(service)
    const alex = await service.account({ username: 'Alex' })
    const options = {
      redirect_uris: [redirectUri],
      public: true,
      groups: ['staff'],
    } as const
    const { client } = await createClient(context, operator, { client_name: 'Club', ...options })
    const browser = browserOf(service)
    await browser.signIn(alex)
    const before = await rowsOf(context.db)
    const site = { id: client.clientId, redirectUri, secret: '', headers: {}, isPublic: true, name: 'Club' }
    const page = await browser.get(authorizePath(site, { scope: 'openid groups', prompt: 'consent' }))
    const { user_code } = await startDevice(service, 'openid', client.clientId)
    const device = await browser.send(await browser.get('/device'), '/device', { code: user_code })
    for (const refused of [page, device]) {
      assert.deepEqual([refused.status, refused.heading], [403, 'You cannot sign in to Club'])
      assert.doesNotMatch(refused.text, /staff|Inner circle/)
    }
    const back = await browser.send(page, page.path)
    assert.equal(back.sentTo?.searchParams.get('error'), 'access_denied')
    assert.doesNotMatch(String(back.sentTo), /staff\b(?!\.example)|Inner/)
    assert.deepEqual(await rowsOf(context.db), before)
  })
})

attackStored('commands report what does not exist and change nothing', async (norn) => {
  const { json, run, steve } = norn
  await steve()
  await json('group', 'create', 'staff')
  const { root } = await json('server', 'add', 'survival', '--group', 'staff')
  const db = await norn.db()
  const before = await rowsOf(db)
  const noGroup = /the group does not exist.*norn group list/
  const noServer = /the game server does not exist.*norn server list/
  const lines: [string[], RegExp][] = [
    ...['nobody', 'Staff', '', '../x'].flatMap((name): [string[], RegExp][] => [
      [['group', 'show', name], noGroup],
      [['group', 'set', name, '--title', 'x'], noGroup],
      [['group', 'delete', name], noGroup],
      [['group', 'add', name, 'Steve'], noGroup],
      [['group', 'remove', name, 'Steve'], noGroup],
      [['server', 'add', 'other', '--group', name], noGroup],
      [['server', 'set', 'survival', '--title', 'x', '--group', name], noGroup],
      [['invite', 'create', '--group', name], noGroup],
      [['client', 'create', '--name', 'a', '--redirect-uri', redirectUri, '--group', name], noGroup],
      [['server', 'show', name], noServer],
      [['client-setup', '--server', name], noServer],
    ]),
    [['group', 'add', 'staff', 'Nobody'], /there is no account "Nobody"/],
    [['group', 'remove', 'staff', 'Steve', 'Nobody'], /there is no account "Nobody"/],
  ]
  const variables = { NORN_BASE_URL: 'https://accounts.example.org' }
  for (const [line, reason] of lines) {
    const { status, stdout, stderr } = await run(line, { variables })
    assert.deepEqual(
      [status, stdout, reason.test(stderr)],
      [1, '', true],
      `${line.join(' ')}: ${stdout}${stderr}`,
    )
    assert.ok(!stderr.includes(root.split('/').at(-1)), line.join(' '))
  }
  assert.deepEqual(await rowsOf(db), before)
})
