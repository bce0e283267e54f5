// Groups: who belongs to one, who may create one, and whom an application that names groups admits.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup, deleteGroup, showGroup } from '../../src/domain/community/groups.ts'
import { addMembers, groupsOf, removeMembers } from '../../src/domain/community/members.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { createInvite, revokeInvite } from '../../src/domain/registration/invites.ts'
import { insertMembers } from '../../src/storage/community/members.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { watchWaiting } from '../storage/lock-waits.ts'
import { browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { adminClient } from '../wire/admin/api.ts'
import {
  allow,
  authorizePath,
  deviceTokens,
  redeem,
  redeemCode,
  refresh,
  startDevice,
} from '../wire/oauth2/oauth.ts'
import { attackStored } from './installed.ts'

const password = 'a sentence to remember'

async function events(service: RunningService): Promise<string[]> {
  const rows = await service.context.db.query
    .selectFrom('audit_entry')
    .select(['event', 'account_id', 'details'])
    .where('event', 'like', 'group.%')
    .orderBy('id')
    .execute()
  // The clock stands still: entries of one instant have no order.
  return rows
    .map(({ event, account_id, details }) => JSON.stringify([event, account_id, JSON.parse(details)]))
    .sort()
}

/** A player who registers with an invite and confirms it. */
async function registerWith(
  service: RunningService,
  username: string,
  code: string,
  path = `/register?invite=${code}`,
) {
  const guest = browserOf(service)
  const page = await guest.get(path)
  const fields = { username, email: `${username}@example.test`, password, invite: code }
  return { guest, sent: await guest.send(page, '/register', fields) }
}

async function confirm(service: RunningService, guest: ReturnType<typeof browserOf>) {
  const [mail] = await newMail(service)
  const link = mail?.link ?? ''
  return guest.send(await guest.get(link), link)
}

/** A confidential application that admits only the members of one group. */
async function staffSite({ context }: RunningService, ...groups: string[]) {
  const redirectUri = 'https://staff.example.test/back'
  const { client, secret = '' } = await createClient(context, operator, {
    client_name: 'Staff room',
    redirect_uris: [redirectUri],
    groups,
  })
  const basic = Buffer.from(`${client.clientId}:${secret}`).toString('base64')
  const headers: Record<string, string> = { authorization: `Basic ${basic}` }
  return { id: client.clientId, name: client.client_name, redirectUri, secret, headers, isPublic: false }
}

/** Returns a refusal with its noun or field: `unknown group`, `malformed title`. */
const subjectOf = ({ code, noun, field }: { code: string; noun?: string; field?: string }): string =>
  [code, noun ?? field].filter(Boolean).join(' ')

onEveryDatabase('groups', (start) => {
  test('the API creates, shows, changes and deletes groups, and the audit log has all of it', async () => {
    const service = await start()
    const api = await adminClient(service)
    const [steve, alex] = [
      await service.account({ username: 'Steve' }),
      await service.account({ username: 'Alex' }),
    ]
    const made = await api.send('POST', '/groups', { name: 'staff', title: 'The staff', colour: '1F7A5C' })
    assert.deepEqual(
      [made.status, made.json],
      [201, { name: 'staff', title: 'The staff', colour: '#1f7a5c', members: 0 }],
    )
    for (const account of [steve, alex]) {
      for (let time = 0; time < 2; time++) {
        assert.equal((await api.send('PUT', `/groups/staff/members/${account.id}`)).status, 204)
      }
    }
    assert.deepEqual((await api.send('GET', '/groups')).json.items, [{ ...made.json, members: 2 }])
    assert.deepEqual((await api.send('GET', '/groups/staff')).json.members, [
      { id: alex.id, username: 'Alex' },
      { id: steve.id, username: 'Steve' },
    ])
    assert.deepEqual((await api.send('GET', `/accounts/${steve.id}`)).json.groups, ['staff'])
    const set = await api.send('PATCH', '/groups/staff', { title: 'Staff', colour: null })
    assert.deepEqual(set.json, { name: 'staff', title: 'Staff', colour: null, members: 2 })
    for (let time = 0; time < 2; time++) {
      assert.equal((await api.send('DELETE', '/groups/staff/members/Steve')).status, 204)
    }
    assert.equal((await api.send('DELETE', '/groups/staff')).status, 204)
    assert.deepEqual((await api.send('GET', '/groups')).json.items, [])
    const staff = { group: 'staff' }
    const expected = [
      ['group.created', null, staff],
      ['group.member_added', steve.id, staff],
      ['group.member_added', alex.id, staff],
      ['group.changed', null, staff],
      ['group.member_removed', steve.id, staff],
      ['group.deleted', null, { ...staff, members: 1 }],
    ]
    assert.deepEqual(await events(service), expected.map((event) => JSON.stringify(event)).sort())
  })

  test('invalid groups, members and names are refused and change nothing', async () => {
    const service = await start()
    const { context } = service
    const api = await adminClient(service)
    const reader = await adminClient(service, { isReadOnly: true })
    await createGroup(context, operator, { name: 'staff' })
    await service.account({ username: 'Steve' })
    const before = await events(service)
    for (const name of ['', 'Staff', '-a', 'a b', 'a'.repeat(33), 'stаff', 'ａ', 'a\u0000', '../x']) {
      const answer = await api.send('POST', '/groups', { name })
      assert.equal(answer.status, 422, JSON.stringify(name))
    }
    const declined: [string, string, unknown, number, string][] = [
      ['POST', '/groups', { name: 'staff' }, 422, 'taken group'],
      ['POST', '/groups', { name: 'a', colour: 'red' }, 422, 'malformed colour'],
      ['POST', '/groups', { name: 'a', title: 'x\u202ey' }, 422, 'malformed title'],
      ['GET', '/groups/nobody', undefined, 404, 'unknown group'],
      ['PATCH', '/groups/nobody', { title: 'A' }, 404, 'unknown group'],
      ['DELETE', '/groups/nobody', undefined, 404, 'unknown group'],
      ['PUT', '/groups/nobody/members/Steve', undefined, 404, 'unknown group'],
      ['DELETE', '/groups/nobody/members/Steve', undefined, 404, 'unknown group'],
      ['PUT', '/groups/staff/members/Nobody', undefined, 404, 'account_unknown'],
      ['POST', '/invites', { group: 'nobody' }, 404, 'unknown group'],
    ]
    for (const [method, path, body, status, code] of declined) {
      const answer = await api.send(method, path, body)
      assert.deepEqual([answer.status, subjectOf(answer.json)], [status, code], `${method} ${path}`)
    }
    assert.equal((await reader.send('PUT', '/groups/staff/members/Steve')).status, 403)
    assert.deepEqual(await events(service), before)
    const { members } = await showGroup(context, 'staff')
    assert.deepEqual(members, [])
  })

  test('a group can have thousands of members, who leave with their accounts and are added once even if added simultaneously', async () => {
    const service = await start()
    const { context } = service
    const rows = Array.from({ length: 3000 }, (_, number) =>
      (0x10000 + number).toString(16).padStart(32, '0'),
    )
    const { query } = context.db
    const steve = await service.account({ username: 'Steve' })
    const row = await query
      .selectFrom('account')
      .selectAll()
      .where('id', '=', steve.id)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < rows.length; at += 500) {
      const accounts = rows.slice(at, at + 500).map((id, number) => ({
        ...row,
        id,
        username: `Player_${at + number}`,
        username_folded: `player_${at + number}`,
        email: null,
        email_folded: null,
      }))
      await query.insertInto('account').values(accounts).execute()
    }
    await createGroup(context, operator, { name: 'all' })
    const profiles = rows.map((id) => ({ id, username: '' }))
    const added = await Promise.all([
      addMembers(context, operator, 'all', profiles),
      addMembers(context, operator, 'all', profiles.toReversed()),
    ])
    assert.equal(added.flat().length, rows.length, 'each is added once')
    const api = await adminClient(service)
    assert.equal((await api.send('GET', '/groups/all')).json.members.length, rows.length)
    assert.equal((await api.send('GET', '/groups')).json.items[0].members, rows.length)
    const [first = ''] = rows
    await deleteAccount(context, operator, await service.stored({ id: first }))
    assert.equal((await api.send('GET', '/groups')).json.items[0].members, rows.length - 1)
  })

  test('two transactions that lock nothing and overlap both enter the row of the account', async (t) => {
    const service = await start()
    const { context } = service
    const steve = await service.account({ username: 'Steve' })
    const groups = ['alpha', 'beta']
    for (const name of groups) await createGroup(context, operator, { name })
    const [entered, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = context.db.transaction(async (tx) => {
      await insertMembers(tx, 'alpha', [steve.id])
      entered.resolve()
      await mayEnd.promise
    })
    await entered.promise
    const isWaiting = watchWaiting(t, context.db)
    const second = context.db.transaction((tx) => insertMembers(tx, 'beta', [steve.id]))
    await isWaiting()
    mayEnd.resolve()
    await Promise.all([first, second])
    const query = context.db.query.selectFrom('account').select('group_names')
    assert.deepEqual(await query.execute(), [{ group_names: 'alpha beta' }])
  })

  test('the row of an account contains the names of its groups after any change', async () => {
    const service = await start()
    const { context } = service
    const players = [
      await service.account({ username: 'Steve' }),
      await service.account({ username: 'Alex' }),
    ] as const
    const groups = Array.from({ length: 12 }, (_, number) => `group-${number}`)
    for (const name of groups) await createGroup(context, operator, { name })
    const inStep = async (about: string): Promise<(string | null)[]> => {
      const query = context.db.query.selectFrom('account').select(['id', 'group_names']).orderBy('username')
      const rows = await query.execute()
      for (const { id, group_names } of rows)
        assert.equal(group_names, (await groupsOf(context, { id })).join(' ') || null, about)
      return rows.map(({ group_names }) => group_names)
    }
    await Promise.all(groups.map((name) => addMembers(context, operator, name, players)))
    const all = groups.toSorted().join(' ')
    assert.deepEqual(await inStep('all entered at once'), [all, all])
    await Promise.all(groups.slice(6).map((name) => removeMembers(context, operator, name, players)))
    const half = groups.slice(0, 6).join(' ')
    assert.deepEqual(await inStep('six left at once'), [half, half])
    await Promise.all([
      deleteGroup(context, operator, 'group-0'),
      deleteGroup(context, operator, 'group-1'),
      removeMembers(context, operator, 'group-2', [players[0]]),
      addMembers(context, operator, 'group-9', [players[1]]),
    ])
    const left = 'group-3 group-4 group-5'
    assert.deepEqual(await inStep('all of it at once'), [`group-2 ${left} group-9`, left])
    await deleteAccount(context, operator, await service.stored(players[0]))
    await removeMembers(context, operator, 'group-3', [players[1]])
    await removeMembers(context, operator, 'group-4', [players[1]])
    await removeMembers(context, operator, 'group-5', [players[1]])
    await removeMembers(context, operator, 'group-2', [players[1]])
    await removeMembers(context, operator, 'group-9', [players[1]])
    assert.deepEqual(await inStep('none is left'), [null])
  })

  test('deleting an account while its groups change does not deadlock', async () => {
    const service = await start()
    const { context } = service
    for (const name of ['staff', 'vip', 'late']) await createGroup(context, operator, { name })
    for (let round = 0; round < 8; round++) {
      const player = await service.account({ username: `Player_${round}` })
      const stored = await service.stored(player)
      for (const name of ['staff', 'vip']) await addMembers(context, operator, name, [player])
      // On PostgreSQL each of these would wait for another one's row, until the server ends it with an error.
      await Promise.all([
        removeMembers(context, operator, 'staff', [player]),
        deleteAccount(context, operator, stored),
        removeMembers(context, operator, 'vip', [player]),
        addMembers(context, operator, 'late', [player]),
      ])
    }
    for (const name of ['staff', 'vip', 'late'])
      assert.deepEqual((await showGroup(context, name)).members, [])
  })

  test('a player who registers with the invite of a group becomes a member, whether the invite is still open, revoked or deleted', async () => {
    for (const registration of ['invite', 'open']) {
      const service = await start({ NORN_REGISTRATION: registration })
      const { context } = service
      await createGroup(context, operator, { name: 'staff' })
      await createGroup(context, operator, { name: 'gone' })
      const invite = await createInvite(context, operator, { uses: 2, expiresAt: null, group: 'staff' })
      const { guest, sent } = await registerWith(service, 'Sonya', invite.code)
      assert.equal(sent.path, '/register/sent', registration)
      service.advance(60_000)
      const resent = await guest.send(sent, '/register/sent')
      assert.equal(resent.status, 200)
      await revokeInvite(context, operator, invite.code)
      assert.equal((await confirm(service, guest)).path, '/sign-in?next=/account/play')
      assert.deepEqual(await groupsOf(context, await service.stored(await idOf(service, 'Sonya'))), ['staff'])

      const other = await createInvite(context, operator, { uses: 1, expiresAt: null, group: 'gone' })
      const late = await registerWith(service, 'Late_1', other.code)
      await deleteGroup(context, operator, 'gone')
      assert.equal(
        (await confirm(service, late.guest)).path,
        '/sign-in?next=/account/play',
        'the account is created anyway',
      )
      assert.deepEqual(await groupsOf(context, await service.stored(await idOf(service, 'Late_1'))), [])
      const wrong = await registerWith(service, 'Wrong_1', 'ffffffffffffffffff', '/register')
      assert.equal(wrong.sent.status, 422, registration)
    }
  })

  test('the scope groups reveals the current groups, and nothing reveals them without it', async () => {
    const service = await start()
    const { context } = service
    const steve = await service.account({ username: 'Steve' })
    for (const name of ['vip', 'staff']) {
      await createGroup(context, operator, { name })
      await addMembers(context, operator, name, [steve])
    }
    const userinfo = async (token: string) =>
      (await service.get('/oauth2/userinfo', { headers: { authorization: `Bearer ${token}` } })).json
    const claims = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const withGroups = await deviceTokens(service, steve, 'openid offline_access groups')
    assert.deepEqual(claims(withGroups.id_token).groups, ['staff', 'vip'])
    assert.deepEqual((await userinfo(withGroups.access_token)).groups, ['staff', 'vip'])
    await removeMembers(context, operator, 'vip', [steve])
    assert.deepEqual((await userinfo(withGroups.access_token)).groups, ['staff'])
    const withoutGroups = await deviceTokens(service, steve, 'openid account_info')
    assert.equal(claims(withoutGroups.id_token).groups, undefined)
    assert.equal((await userinfo(withoutGroups.access_token)).groups, undefined)
  })

  test('an application that names a group admits only its members, on every route', async () => {
    const service = await start()
    const { context } = service
    const [steve, alex] = [
      await service.account({ username: 'Steve' }),
      await service.account({ username: 'Alex' }),
    ]
    await createGroup(context, operator, { name: 'staff' })
    await addMembers(context, operator, 'staff', [steve])
    const site = await staffSite(service, 'staff')
    const scope = { scope: 'openid offline_access', prompt: 'consent' }

    const stranger = browserOf(service)
    await stranger.signIn(alex)
    const refused = await stranger.get(authorizePath(site, scope))
    assert.deepEqual([refused.status, refused.heading], [403, 'You cannot sign in to Staff room'])
    const forged = await stranger.send(refused, refused.path, { answer: 'allow' })
    assert.equal(forged.status, 403, 'an option that the page does not offer is refused')
    const back = await stranger.send(forged, refused.path)
    assert.equal(back.sentTo?.searchParams.get('error'), 'access_denied')
    const silent = await stranger.get(authorizePath(site, { scope: 'openid', prompt: 'none' }))
    assert.equal(silent.sentTo?.searchParams.get('error'), 'access_denied')

    const member = browserOf(service)
    await member.signIn(steve)
    const question = await member.get(authorizePath(site, scope))
    const allowed = await member.send(question, question.path, { answer: 'allow' })
    const tokens = (await redeemCode(service, site, allowed.sentTo?.searchParams.get('code') ?? '')).json
    assert.ok(tokens.refresh_token, JSON.stringify(tokens))
    const again = await member.get(authorizePath(site, { scope: 'openid' }))
    const code = again.sentTo?.searchParams.get('code') ?? ''
    assert.ok(code, 'an earlier consent needs no page')

    await removeMembers(context, operator, 'staff', [steve])
    const late = await redeemCode(service, site, code)
    assert.deepEqual([late.status, late.json.error], [400, 'invalid_grant'], 'a pending code')
    const renewed = await service.request('/oauth2/token', {
      method: 'POST',
      headers: site.headers,
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    })
    assert.deepEqual([renewed.status, renewed.json.error], [400, 'invalid_grant'], 'a refresh token')
    assert.equal((await member.get(authorizePath(site, { scope: 'openid' }))).status, 403)

    await deleteGroup(context, operator, 'staff')
    assert.equal(
      (await member.get(authorizePath(site, { scope: 'openid' }))).status,
      403,
      'a deleted group admits nobody',
    )
  })

  test('a device of such an application is not approved, neither before its page nor after it', async () => {
    const service = await start()
    const { context } = service
    const alex = await service.account({ username: 'Alex' })
    await createGroup(context, operator, { name: 'staff' })
    const { client } = await createClient(context, operator, {
      client_name: 'Staff app',
      redirect_uris: ['http://127.0.0.1/back'],
      public: true,
      groups: ['staff'],
    })
    const { user_code, device_code } = await startDevice(service, 'openid', client.clientId)
    await assert.rejects(allow(service, alex, user_code), { reason: 'group_required' })
    const browser = browserOf(service)
    await browser.signIn(alex)
    const asked = await browser.send(await browser.get('/device'), '/device', { code: user_code })
    assert.deepEqual([asked.status, asked.heading], [403, 'You cannot sign in to Staff app'])
    const forged = await browser.send(asked, '/device/answer', { answer: 'allow' })
    assert.equal(forged.status, 403)
    await addMembers(context, operator, 'staff', [alex])
    await allow(service, alex, user_code)
    await removeMembers(context, operator, 'staff', [alex])
    const answer = await redeem(service, device_code, client.clientId)
    assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_grant'])
  })

  test('a refresh token of an application that names no group works, as before', async () => {
    const service = await start()
    const steve = await service.account({ username: 'Steve' })
    const { refresh_token } = await deviceTokens(service, steve)
    assert.equal((await refresh(service, refresh_token)).status, 200)
  })

  test('pages create a group, manage its members and delete it; other players see none of it', async () => {
    const service = await start()
    const { context } = service
    const boss = await service.account({ username: 'Boss' })
    const alex = await service.account({ username: 'Alex' })
    await grantRole(context, operator, await service.stored(boss), 'admin')
    const browser = browserOf(service)
    await browser.signIn(boss)
    const list = await browser.get('/admin/groups')
    assert.equal(list.heading, 'Groups')
    const wrong = await browser.send(list, '/admin/groups', { name: 'The Staff' })
    assert.deepEqual([wrong.status, /1 to 32 of the characters a-z/.test(wrong.alert ?? '')], [422, true])
    const made = await browser.send(list, '/admin/groups', { name: 'staff', title: '<b>Staff' })
    assert.deepEqual([made.path, made.heading], ['/admin/groups/staff', '<b>Staff'])
    assert.ok(!made.text.includes('<b>Staff'))
    const unknown = await browser.send(made, '/admin/groups/staff/members', { player: 'Nobody' })
    assert.deepEqual(
      [unknown.status, unknown.alert],
      [422, 'Nothing was changed: there is no player “Nobody”. Check the spelling.'],
    )
    const added = await browser.send(made, '/admin/groups/staff/members', { player: 'alex' })
    assert.equal(added.flash, 'The player was added.')
    assert.deepEqual(await groupsOf(context, alex), ['staff'])
    const removed = await browser.send(added, '/admin/groups/staff/members/remove')
    assert.deepEqual([removed.flash, await groupsOf(context, alex)], ['The player was removed.', []])
    const steve = await service.account({ username: 'Steve' })
    const members = async (player: string) => {
      const { alert, flash } = await browser.send(removed, '/admin/groups/staff/members', { player })
      return [alert ?? flash, await groupsOf(context, alex), await groupsOf(context, steve)]
    }
    const nobody = 'Nothing was changed: there is no player “Nobody”. Check the spelling.'
    assert.deepEqual(await members('alex Nobody steve'), [nobody, [], []])
    const tooMany = 'Nothing was changed: add at most 100 players at once.'
    assert.deepEqual(await members('alex '.repeat(101)), [tooMany, [], []])
    const both = ` alex,${steve.email}\n alex `
    assert.deepEqual(await members(both), ['The players are members.', ['staff'], ['staff']])
    await removeMembers(context, operator, 'staff', [alex, steve])
    const account = await browser.get(`/admin/accounts/${alex.id}`)
    const joined = await browser.send(account, `/admin/accounts/${alex.id}/groups/add`, { group: 'staff' })
    assert.deepEqual([joined.flash, await groupsOf(context, alex)], ['The player was added.', ['staff']])
    const left = await browser.send(joined, `/admin/accounts/${alex.id}/groups/remove`, { group: 'staff' })
    assert.deepEqual([left.status, await groupsOf(context, alex)], [200, []])
    const gone = await browser.send(await browser.get('/admin/groups/staff'), '/admin/groups/staff/delete')
    assert.deepEqual([gone.path, gone.flash], ['/admin/groups', 'The group was deleted.'])
    assert.equal((await browser.get('/admin/groups/staff')).status, 404)
    const player = browserOf(service)
    await player.signIn(alex)
    for (const path of ['/admin/groups', '/admin/groups/staff']) {
      assert.equal((await player.get(path)).status, 403, path)
    }
  })
})

attackStored('commands create groups, an export contains them and an import restores them', async (norn) => {
  const { id } = await norn.steve()
  assert.deepEqual(await norn.json('group', 'create', 'staff', '--colour', '#ABCDEF'), {
    name: 'staff',
    title: 'staff',
    colour: '#abcdef',
    members: 0,
  })
  await norn.json('group', 'create', 'vip')
  await norn.json('account', 'create', '--username', 'Alex', '--password', 'secret')
  const unknown = await norn.run(['group', 'add', 'staff', 'Steve', 'Nobody'])
  assert.deepEqual([unknown.status, /there is no account "Nobody"/.test(unknown.stderr)], [1, true])
  assert.deepEqual((await norn.json('group', 'show', 'staff')).members, [], 'either everybody or nobody')
  assert.deepEqual(await norn.json('group', 'add', 'staff', 'Steve', 'alex', id), {
    name: 'staff',
    added: ['Steve', 'Alex'],
  })
  await norn.json('group', 'add', 'vip', 'Steve')
  assert.deepEqual((await norn.json('group', 'remove', 'staff', 'Alex')).removed, ['Alex'])
  const missing = await norn.run(['group', 'add', 'staff'])
  assert.deepEqual([missing.status, /ACCOUNT is missing/.test(missing.stderr)], [2, true])
  assert.deepEqual((await norn.json('account', 'show', 'Steve')).groups, ['staff', 'vip'])

  const folder = await mkdtemp(join(tmpdir(), 'norn-groups-'))
  try {
    const file = join(folder, 'accounts.ndjson')
    await norn.json('export', file)
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    const steve = lines.map((line) => JSON.parse(line)).find(({ username }) => username === 'Steve')
    assert.deepEqual(steve.groups, ['staff', 'vip'])
    await norn.json('account', 'delete', 'Steve')
    await norn.json('group', 'delete', 'vip')
    const bad = { ...steve, id: undefined, username: 'Bad_1', email: undefined, groups: ['No Group'] }
    await writeFile(file, `${JSON.stringify(steve)}\n${JSON.stringify(bad)}\n`)
    const imported = await norn.run(['account', 'import', file])
    assert.equal(imported.status, 1)
    assert.match(imported.stdout + imported.stderr, /groups is not the name of a group/)
    assert.deepEqual((await norn.json('account', 'show', 'Steve')).groups, ['staff', 'vip'])
    assert.deepEqual(
      (await norn.json('group', 'list')).map((group: { name: string; members: number }) => [
        group.name,
        group.members,
      ]),
      [
        ['staff', 1],
        ['vip', 1],
      ],
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

async function idOf(service: RunningService, username: string): Promise<{ id: string }> {
  const found = await service.get(`/api/users/profiles/game/${username}`)
  assert.equal(found.status, 200, username)
  return found.json
}
