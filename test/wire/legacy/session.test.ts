// The requests of game versions below 1.7.2, with the request lines that those versions build.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccount } from '../../../src/domain/accounts/find.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { type RawAnswer, rawRequest } from '../../raw.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../../service.ts'

const notch = '-7c9d5b0044c130109a5d7b5fb5c317c02b4e28c1'

/** The headers that Java's HttpURLConnection adds. */
const java = ['User-Agent: Java/1.6.0_45', 'Accept: text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2']

const get = ({ baseUrl }: RunningService, path: string) => rawRequest(baseUrl, `GET ${path} HTTP/1.1`, java)

function says(answer: RawAnswer, status: number, line: string, about?: string): void {
  assert.deepEqual([answer.status, answer.body.toString()], [status, line], about)
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8', about)
  assert.equal(answer.headers.get('cache-control'), 'no-store', about)
}

const hyphens = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

async function player(service: RunningService, overrides: Partial<TestAccount> = {}) {
  const account = await service.account(overrides)
  return { ...account, accessToken: await service.signIn(account) }
}

onEveryDatabase('GET /session/legacy/join', (start, shared) => {
  test('answers OK, with the parameters in any order and the name in any letter case', async () => {
    const service = await shared()
    const { id, username, accessToken } = await player(service, { username: 'OldSteve' })
    const queries = [
      `user=OldSteve&sessionId=token%3A${accessToken}%3A${id}&serverId=${notch}`,
      `sessionId=token%3A${accessToken}%3A${hyphens(id)}&serverId=${notch}&user=oLDsTEVE`,
      `serverId=${notch}&user=OLDSTEVE&sessionId=token:${accessToken}:${id.toUpperCase()}&version=14`,
      `sessionId=${accessToken}&serverId=${notch}&user=oldsteve`,
    ]
    for (const query of queries) {
      says(await get(service, `/session/legacy/join?${query}`), 200, 'OK', query)
      says(await get(service, `/session/legacy/hasJoined?user=${username}&serverId=${notch}`), 200, 'YES')
    }
  })

  test("refuses with one line of text if name and UUID are not both those of the token's account", async () => {
    const service = await shared()
    const one = await player(service)
    const other = await player(service)
    const line = (user: string, sessionId: string) =>
      get(service, `/session/legacy/join?${new URLSearchParams({ user, sessionId, serverId: 'x' })}`)
    const token = (accessToken: string, uuid: string) => `token:${accessToken}:${uuid}`

    says(await line(one.username, token('rubbish', one.id)), 401, 'Bad login')
    says(await line(one.username, 'rubbish'), 401, 'Bad login')
    says(await line(one.username, '-'), 401, 'Bad login')
    const uuidForeign = "Bad login: the UUID is not the token's."
    says(await line(one.username, token(one.accessToken, other.id)), 401, uuidForeign)
    says(await line(other.username, token(one.accessToken, other.id)), 401, uuidForeign)
    const nameForeign = "Bad login: the name is not the token's."
    const strangers = [other.username, 'nobody', 'x'.repeat(200), 'na me', '\u0000', 'Ünicode', one.id]
    for (const stranger of strangers) {
      says(await line(stranger, token(one.accessToken, one.id)), 401, nameForeign, stranger)
      says(await line(stranger, one.accessToken), 401, nameForeign, stranger)
    }
    for (const server of [one.username, other.username]) {
      says(await get(service, `/session/legacy/hasJoined?user=${server}&serverId=x`), 200, 'NO')
    }
  })

  test('a missing or empty parameter is reported in one line of text', async () => {
    const service = await shared()
    const { username, accessToken } = await player(service)
    const good = { user: username, sessionId: accessToken, serverId: 'x' }
    for (const name of Object.keys(good)) {
      const { [name]: _, ...rest } = good as Record<string, string>
      const missing = `/session/legacy/join?${new URLSearchParams(rest)}`
      says(await get(service, missing), 400, 'A parameter is missing.', name)
      says(await get(service, `${missing}&${name}=`), 400, 'A parameter is missing.', name)
    }
    says(await get(service, '/session/legacy/hasJoined?user=x'), 400, 'A parameter is missing.')
    says(await get(service, '/session/legacy/hasJoined?serverId=x'), 400, 'A parameter is missing.')
    const post = await rawRequest(service.baseUrl, 'POST /session/legacy/join HTTP/1.1', [
      'Content-Length: 0',
    ])
    assert.equal(post.headers.get('allow'), 'GET, HEAD')
    assert.deepEqual([post.status, post.headers.get('content-type')], [405, 'text/plain; charset=utf-8'])
  })

  test('an expired token and one of a suspended account are refused', async () => {
    const service = await start()
    const one = await player(service)
    const account = await findAccount(service.context, one.id)
    assert.ok(account)
    const path = `/session/legacy/join?user=${one.username}&sessionId=${one.accessToken}&serverId=x`
    service.advance(30 * 86_400_000)
    says(await get(service, path), 401, 'Bad login: the token has expired.')
    await suspendAccount(service.context, operator, account, {})
    says(await get(service, path), 401, 'Bad login')
  })
})

onEveryDatabase('GET /session/legacy/hasJoined', (start, shared) => {
  const legacyJoin = (service: RunningService, username: string, sessionId: string) =>
    get(service, `/session/legacy/join?user=${username}&sessionId=${sessionId}&serverId=x`)
  const legacyAsk = (service: RunningService, username: string) =>
    get(service, `/session/legacy/hasJoined?user=${username}&serverId=x`)

  test('answers YES once and NO from then on; HEAD consumes nothing', async () => {
    const service = await shared()
    const { username, accessToken } = await player(service)
    says(await legacyAsk(service, username), 200, 'NO')
    says(await legacyJoin(service, username, accessToken), 200, 'OK')
    const path = `/session/legacy/hasJoined?serverId=x&user=${username.toUpperCase()}`
    const head = await rawRequest(service.baseUrl, `HEAD ${path} HTTP/1.1`, java)
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '3'])
    says(await get(service, path), 200, 'YES')
    says(await get(service, path), 200, 'NO')
  })

  test('a join in one form is found in the other', async () => {
    const service = await shared()
    const { id, username, accessToken } = await player(service)
    says(await legacyJoin(service, username, accessToken), 200, 'OK')
    const current = await service.get(`/session/hasJoined?username=${username}&serverId=x`)
    assert.deepEqual([current.status, current.json.id], [200, id])
    await service.post('/session/join', { accessToken, selectedProfile: id, serverId: 'x' })
    says(await legacyAsk(service, username), 200, 'YES')
  })

  test('the account is checked again: a join ends after 120 s, and with its name or account', async () => {
    const service = await start()
    const one = await player(service)
    const account = await findAccount(service.context, one.id)
    assert.ok(account)
    await legacyJoin(service, one.username, one.accessToken)
    service.advance(120_000)
    says(await legacyAsk(service, one.username), 200, 'NO')

    await legacyJoin(service, one.username, one.accessToken)
    await renameAccount(service.context, operator, account, 'Renamed')
    says(await legacyAsk(service, one.username), 200, 'NO')
    says(await legacyAsk(service, 'renamed'), 200, 'YES')

    await legacyJoin(service, 'Renamed', one.accessToken)
    await suspendAccount(service.context, operator, account, {})
    says(await legacyAsk(service, 'Renamed'), 200, 'NO')
  })

  test('every answer is one line of text, and only the route pattern is logged', async () => {
    const service = await shared()
    for (const user of ['%00', '%ff', '%zz', '%C3%BC', '%ED%A0%80', 'x'.repeat(8000), '..']) {
      says(await get(service, `/session/legacy/hasJoined?user=${user}&serverId=${user}`), 200, 'NO', user)
    }
    const twice = '/session/legacy/hasJoined?user=a&user=b&serverId=x'
    says(await get(service, twice), 400, 'A parameter is missing.')
    const { username, accessToken } = await player(service)
    await legacyJoin(service, username, accessToken)
    assert.equal(service.log.filter((line) => line.includes(accessToken)).length, 0)
    assert.ok(service.log.some((line) => line.includes('"route":"/session/legacy/join"')))
  })
})
