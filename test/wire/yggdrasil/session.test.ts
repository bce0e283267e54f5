// join and hasJoined: the requests of a game client and a game server when a player joins.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { setPassword } from '../../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { revokeTokens } from '../../../src/domain/tokens/held-tokens.ts'
import { hold } from '../../hold.ts'
import {
  joinNameForeign,
  joinProfileForeign,
  joinScopeMissing,
  joinTokenExpired,
  joinTokenInvalid,
  parametersMissing,
  refused,
  succeeded,
  succeededEmpty,
  tokenInvalid,
} from '../../http/answers.ts'
import {
  type Answer,
  onEveryDatabase,
  operator,
  type RunningService,
  type TestAccount,
} from '../../service.ts'

const lifetime = 30 * 86_400_000
const notch = '-7c9d5b0044c130109a5d7b5fb5c317c02b4e28c1'

const join = (service: RunningService, body: object, headers: Record<string, string> = {}) =>
  service.post('/session/join', body, { headers })

function hasJoined(
  service: RunningService,
  query: Record<string, string>,
  init: RequestInit = {},
): Promise<Answer> {
  return service.get(`/session/hasJoined?${new URLSearchParams(query)}`, init)
}

/** An account with a token, and functions that join servers with it. */
async function player(service: RunningService, overrides: Partial<TestAccount> = {}) {
  const account = await service.account(overrides)
  const accessToken = await service.signIn(account)
  return {
    ...account,
    accessToken,
    join: (serverId: string, headers?: Record<string, string>) =>
      join(service, { accessToken, selectedProfile: account.id, serverId }, headers),
    hasJoined: (serverId: string, more: Record<string, string> = {}, init?: RequestInit) =>
      hasJoined(service, { username: account.username, serverId, ...more }, init),
  }
}

const hyphens = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

onEveryDatabase('POST /session/join', (_, shared) => {
  test('a player joins a server, and the server finds the join', async () => {
    const service = await shared()
    const steve = await player(service, { username: 'Steve' })
    succeededEmpty(await steve.join(notch))
    const answer = await steve.hasJoined(notch)
    succeeded(answer)
    assert.equal(answer.json.id, steve.id)
    assert.equal(answer.json.name, 'Steve')
  })

  test('the profile is named by UUID in any form, or by name in any letter case', async () => {
    const service = await shared()
    const { accessToken, id, username } = await player(service)
    const forms = [id, id.toUpperCase(), hyphens(id), hyphens(id).toUpperCase(), username]
    for (const selectedProfile of [...forms, username.toUpperCase(), username.toLowerCase()]) {
      succeededEmpty(await join(service, { accessToken, selectedProfile, serverId: 's' }), selectedProfile)
      succeeded(await hasJoined(service, { username, serverId: 's' }), selectedProfile)
    }
  })

  test('missing, empty or wrongly typed parameters, and the nil UUID', async () => {
    const service = await shared()
    const { accessToken, id } = await player(service)
    const good = { accessToken, selectedProfile: id, serverId: 's' }
    for (const field of Object.keys(good)) {
      for (const value of [undefined, null, '', 5, true, [], {}]) {
        refused(await join(service, { ...good, [field]: value }), parametersMissing, `${field}: ${value}`)
      }
    }
    const nil = '00000000-0000-0000-0000-000000000000'
    for (const selectedProfile of [nil, nil.replaceAll('-', '')]) {
      refused(await join(service, { ...good, selectedProfile }), parametersMissing)
      // Refused before the token is checked.
      refused(await join(service, { ...good, selectedProfile, accessToken: 'garbage' }), parametersMissing)
    }
  })

  test('unknown, revoked and suspended tokens are invalid', async () => {
    const service = await shared()
    const { accessToken, id, ...account } = await player(service)
    const ask = (token: string) => join(service, { accessToken: token, selectedProfile: id, serverId: 's' })
    const [header, claims, signature] = accessToken.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const forged = [
      'garbage',
      '\u0000',
      '..',
      `${header}.${claims}.`,
      `${header}.${claims}.${signature?.slice(0, -4)}AAAA`,
      `${header}.${Buffer.from('{}').toString('base64url')}.${signature}`,
      `${none}.${claims}.`,
      ` ${accessToken}`,
      `${accessToken} `,
      `${accessToken}\n`,
      accessToken.replace('.', ' .'),
    ]
    for (const token of forged) refused(await ask(token), joinTokenInvalid, JSON.stringify(token))

    const revoked = await service.signIn(account)
    await service.post('/auth/invalidate', { accessToken: revoked, clientToken: 'launcher' })
    refused(await ask(revoked), joinTokenInvalid)

    await suspendAccount(service.context, operator, await service.stored({ id }), {})
    refused(await ask(accessToken), joinTokenInvalid)
  })

  test('an expired token is reported as expired before any other problem with it', async () => {
    const service = await shared()
    const { accessToken, username } = await player(service)
    const other = await service.account()
    service.advance(lifetime - 1)
    succeededEmpty(await join(service, { accessToken, selectedProfile: username, serverId: 's' }))
    service.advance(1)
    for (const selectedProfile of [username, other.id, other.username]) {
      refused(await join(service, { accessToken, selectedProfile, serverId: 's' }), joinTokenExpired)
    }
    // A join does not delete it: the next request finds it expired again, until validate has deleted it.
    refused(await join(service, { accessToken, selectedProfile: username, serverId: 's' }), joinTokenExpired)
    await service.post('/auth/validate', { accessToken })
    refused(await join(service, { accessToken, selectedProfile: username, serverId: 's' }), joinTokenInvalid)
  })

  test('a token without the scope is refused before the profile is considered', async () => {
    const service = await shared()
    const { accessToken, id } = await player(service)
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
    for (const scope of ['openid', '', 'game_server_sessions', 'a game_server_session_b']) {
      const narrow = service.context.accessTokens.sign({
        jti: claims.jti,
        sub: claims.sub,
        scope,
        issuedAt: claims.iat * 1000,
        expiresAt: claims.exp * 1000,
      })
      for (const selectedProfile of [id, 'ffffffffffffffffffffffffffffffff', 'somebody']) {
        const answer = await join(service, { accessToken: narrow, selectedProfile, serverId: 's' })
        refused(answer, joinScopeMissing, scope)
      }
    }
  })

  test("another player's UUID and another player's name", async () => {
    const service = await shared()
    const { accessToken } = await player(service)
    const other = await service.account()
    const ask = (selectedProfile: string) => join(service, { accessToken, selectedProfile, serverId: 's' })
    refused(await ask(other.id), joinProfileForeign)
    refused(await ask('f'.repeat(32)), joinProfileForeign)
    for (const name of [
      other.username,
      'nobody',
      'a b',
      '\u0000',
      'x\u0000y',
      '\ud800',
      '%',
      'ß'.repeat(999),
    ]) {
      refused(await ask(name), joinNameForeign, JSON.stringify(name))
    }
    refused(await hasJoined(service, { username: other.username, serverId: 's' }), tokenInvalid)
  })

  test('any non-empty serverId works, and only exactly that one', async () => {
    const service = await shared()
    const { accessToken, id, username } = await player(service)
    const long = 'x'.repeat(10_000)
    const odd = [
      notch,
      '-',
      '0',
      ' ',
      'é',
      'e\u0301',
      '🐎',
      '\u0000',
      'a\u0000b',
      'a',
      "'; --",
      '%',
      long,
      `${long}y`,
    ]
    for (const serverId of odd) {
      succeededEmpty(await join(service, { accessToken, selectedProfile: id, serverId }), serverId)
    }
    for (const serverId of odd) {
      succeeded(await hasJoined(service, { username, serverId }), JSON.stringify(serverId))
      refused(await hasJoined(service, { username, serverId }), tokenInvalid)
    }
  })

  test('serverIds with lone surrogates are accepted and not confused', async () => {
    const service = await shared()
    const { accessToken, id, username } = await player(service)
    succeededEmpty(await join(service, { accessToken, selectedProfile: id, serverId: '\ud800' }))
    // No query can express it; its UTF-8 encoding is a different server.
    refused(await hasJoined(service, { username, serverId: '\ufffd' }), tokenInvalid)
  })
})

onEveryDatabase('GET /session/hasJoined', (start, shared) => {
  test('missing or empty parameters', async () => {
    const service = await shared()
    const { username, join } = await player(service)
    await join('s')
    const queries = [
      '',
      '?username=x',
      '?serverId=x',
      `?username=&serverId=s`,
      `?username=${username}&serverId=`,
      `?username=${username}&username=${username}&serverId=s`,
      `?username[]=${username}&serverId=s`,
      `?Username=${username}&serverid=s`,
    ]
    for (const query of queries)
      refused(await service.get(`/session/hasJoined${query}`), parametersMissing, query)
    succeeded(await service.get(`/session/hasJoined/?foo=1&serverId=s&username=${username}&&bar`))
  })

  test('parameters in a body are ignored', async () => {
    const service = await shared()
    const { accessToken, id, username } = await player(service)
    const query = new URLSearchParams({ accessToken, selectedProfile: id, serverId: 's' })
    refused(await service.post(`/session/join?${query}`, {}), parametersMissing)
    refused(await service.post(`/auth/validate?${query}`, {}), parametersMissing)
    refused(await hasJoined(service, { username, serverId: 's' }), tokenInvalid)
  })

  test('without a join: Invalid token.', async () => {
    const service = await shared()
    const { username, join, hasJoined: ask } = await player(service)
    refused(await ask('s'), tokenInvalid)
    await join('s')
    const wrong = [
      { username: 'nobody', serverId: 's' },
      { username, serverId: 'S' },
      { username, serverId: 's ' },
      { username: `${username} `, serverId: 's' },
      { username: '\u0000', serverId: 's' },
      { username: 'x'.repeat(5000), serverId: 's' },
    ]
    for (const query of wrong) refused(await hasJoined(service, query), tokenInvalid, JSON.stringify(query))
    succeeded(await ask('s'))
  })

  test('the name matches in any letter case and is answered as stored', async () => {
    const service = await shared()
    const { join } = await player(service, { username: 'CamelCase' })
    for (const username of ['camelcase', 'CAMELCASE', 'CamelCase']) {
      await join('s')
      const answer = await hasJoined(service, { username, serverId: 's' })
      assert.equal(answer.json.name, 'CamelCase')
    }
  })

  test('when ten servers ask at once, exactly one gets the join', async () => {
    const service = await shared()
    const { join, hasJoined: ask } = await player(service)
    for (let round = 0; round < 5; round++) {
      await join('s')
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('s')))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(401)])
      refused(await ask('s'), tokenInvalid)
    }
  })

  test('joins of one account to different servers coexist', async () => {
    const service = await shared()
    const { join, hasJoined: ask } = await player(service)
    const other = await player(service)
    const servers = Array.from({ length: 10 }, (_, n) => `server ${n}`)
    await Promise.all([...servers.map((server) => join(server)), other.join('server 0')])
    const answers = await Promise.all(servers.map((server) => ask(server)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      servers.map(() => 200),
    )
    succeeded(await other.hasJoined('server 0'))
  })

  test('joining again renews the join instead of adding a second one', async () => {
    const service = await shared()
    const { join, hasJoined: ask } = await player(service)
    await join('s')
    service.advance(100_000)
    await join('s')
    service.advance(100_000)
    succeeded(await ask('s'))
    refused(await ask('s'), tokenInvalid)
  })

  test('a join is pending for 120 s and no longer', async () => {
    const service = await shared()
    const { join, hasJoined: ask } = await player(service)
    await join('s')
    service.advance(119_999)
    succeeded(await ask('s'))
    await join('s')
    service.advance(120_000)
    refused(await ask('s'), tokenInvalid)
  })

  test('the lifetime of a join is a setting', async () => {
    const service = await start({ NORN_JOIN_LIFETIME: '5s' })
    const { join, hasJoined: ask } = await player(service)
    await join('s')
    service.advance(4999)
    succeeded(await ask('s'))
    await join('s')
    service.advance(5000)
    refused(await ask('s'), tokenInvalid)
  })

  test('HEAD answers as GET would and consumes nothing', async () => {
    const service = await shared()
    const { join, hasJoined: ask } = await player(service)
    await join('s')
    for (let n = 0; n < 3; n++) {
      const head = await ask('s', {}, { method: 'HEAD' })
      assert.deepEqual([head.status, head.text], [200, ''])
      assert.equal(head.headers.get('content-type'), 'application/json; charset=utf-8')
    }
    succeeded(await ask('s'))
    assert.equal((await ask('s', {}, { method: 'HEAD' })).status, 401)
  })

  const events: Record<string, (service: RunningService, account: TestAccount) => Promise<unknown>> = {
    'a suspension': async (service, account) =>
      suspendAccount(service.context, operator, await service.stored(account), {}),
    'a suspension, restored': async (service, account) =>
      restoreAccount(
        service.context,
        operator,
        await suspendAccount(service.context, operator, await service.stored(account), {}),
      ),
    'a deletion': async (service, account) =>
      deleteAccount(service.context, operator, await service.stored(account)),
    'a signout': async (service, { username, password }) =>
      service.post('/auth/signout', { username, password }),
    'a new password': async (service, account) =>
      setPassword(service.context, operator, await service.stored(account), 'another'),
  }

  test('the account is checked again: changes since the join count', async () => {
    const service = await shared()
    for (const [event, happens] of Object.entries(events)) {
      const someone = await player(service)
      succeededEmpty(await someone.join('s'))
      await happens(service, someone)
      assert.equal((await someone.hasJoined('s', {}, { method: 'HEAD' })).status, 401, event)
      refused(await someone.hasJoined('s'), tokenInvalid, event)
    }
  })

  test('a join that races a signout is refused and not found', async (t) => {
    const service = await shared()
    const { username, password, id } = await service.account()
    const accessToken = await service.signIn({ username, password })
    const reads = hold(t, service.context.accessTokens, 'read', 8)
    const servers = Array.from({ length: 8 }, (_, n) => `server ${n}`)
    const joining = servers.map((serverId) =>
      join(service, { accessToken, selectedProfile: username, serverId }),
    )
    await reads.all
    await revokeTokens(service.context, operator, await service.stored({ id }))
    reads.release()
    for (const answer of await Promise.all(joining)) refused(answer, joinTokenInvalid)
    for (const serverId of servers) refused(await hasJoined(service, { username, serverId }), tokenInvalid)
  })

  test('a join whose row is written just after a signout is not found', async () => {
    const service = await shared()
    const someone = await player(service)
    const { query } = service.context.db
    succeededEmpty(await someone.join('s'))
    // On PostgreSQL, the join's statement may have seen the token before it ended.
    const row = await query
      .selectFrom('pending_join')
      .selectAll()
      .where('account_id', '=', someone.id)
      .executeTakeFirstOrThrow()
    await revokeTokens(service.context, operator, await service.stored(someone))
    await query.insertInto('pending_join').values(row).execute()
    assert.equal((await someone.hasJoined('s', {}, { method: 'HEAD' })).status, 401)
    refused(await someone.hasJoined('s'), tokenInvalid)
  })

  test('losing or replacing the token after the join does not cancel the join', async () => {
    const service = await shared()
    const { accessToken, join, hasJoined: ask } = await player(service)
    await join('s')
    await service.post('/auth/refresh', { accessToken, clientToken: 'launcher' })
    succeeded(await ask('s'))
  })

  test('after a rename, the join is found under the new name, and not under the old one', async () => {
    const service = await start({ NORN_NAME_HOLD: '0s' })
    const someone = await player(service)
    await someone.join('s')
    await renameAccount(service.context, operator, await service.stored(someone), 'Renamed')
    const usurper = await player(service, { username: someone.username })
    refused(await usurper.hasJoined('s'), tokenInvalid)
    const answer = await hasJoined(service, { username: 'renamed', serverId: 's' })
    succeeded(answer)
    assert.deepEqual([answer.json.id, answer.json.name], [someone.id, 'Renamed'])
  })

  test('ip must be the address of the join; a wrong one consumes nothing', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const { join, hasJoined: ask } = await player(service)
    const same: [string, string[]][] = [
      ['192.0.2.7', ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7', '']],
      ['::ffff:192.0.2.7', ['192.0.2.7', '::ffff:c000:0207']],
      ['2001:db8::1', ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', '2001:db8:0:0::1']],
    ]
    const different: [string, string[]][] = [
      [
        '192.0.2.7',
        ['192.0.2.8', '192.0.2.07', '0300.0.2.7', '3221225991', '192.0.519', '::192.0.2.7', 'x', ' '],
      ],
      ['2001:db8::1', ['2001:db8::2', '2001:db8::1:0', '[2001:db8::1]', '2001:db8::1/64', '192.0.2.7']],
    ]
    for (const [from, addresses] of different) {
      succeededEmpty(await join('s', { 'x-forwarded-for': from }))
      for (const ip of addresses) refused(await ask('s', { ip }), tokenInvalid, `${from} is not ${ip}`)
      succeeded(await ask('s', { ip: from }))
    }
    for (const [from, addresses] of same) {
      for (const ip of addresses) {
        succeededEmpty(await join('s', { 'x-forwarded-for': from }))
        succeeded(await ask('s', { ip }), `${from} is ${ip}`)
      }
    }
  })

  test('without a trusted proxy, a forwarded address is ignored', async () => {
    const service = await shared()
    const { join, hasJoined: ask } = await player(service)
    await join('s', { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7', 'x-real-ip': '192.0.2.7' })
    refused(await ask('s', { ip: '192.0.2.7' }), tokenInvalid)
    succeeded(await ask('s', { ip: '127.0.0.1' }))
  })

  test('behind a trusted proxy that appends, an address claimed by the client is ignored', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const { join, hasJoined: ask } = await player(service)
    await join('s', { 'x-forwarded-for': '203.0.113.9, 192.0.2.7' })
    refused(await ask('s', { ip: '203.0.113.9' }), tokenInvalid)
    succeeded(await ask('s', { ip: '192.0.2.7' }))
  })
})
