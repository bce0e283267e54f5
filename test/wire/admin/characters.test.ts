// Characters by the API for administration: the players of an account, and what belongs to all of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { addCharacter } from '../../characters.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { adminClient } from './api.ts'

let made = 0
const newName = () => `Of_${++made}`
const codeOf = ({ status, json }: { status: number; json: any }) => [status, json.code]

async function scene(service: RunningService) {
  const account = await service.account()
  const { send } = await adminClient(service)
  const path = `/accounts/${account.id}`
  return { account, send, path }
}

onEveryDatabase('characters by the API', (_, shared) => {
  test('a character is made once for each key, listed, and found by its account', async () => {
    const service = await shared()
    const { account, send, path } = await scene(service)
    const headers = { 'idempotency-key': `k${made}` }
    const username = newName()
    const answer = await send('POST', `${path}/characters`, { username }, headers)
    const { id, createdAt } = answer.json
    const owner = { id: account.id, username: account.username }
    assert.deepEqual(
      [answer.status, answer.json.owner, answer.json.characters, answer.json.primary, answer.json.email],
      [201, owner, [], false, null],
    )
    const again = await send('POST', `${path}/characters`, { username }, headers)
    assert.deepEqual([again.status, again.text], [201, answer.text])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    const player = (given: object) => ({ createdAt, suspended: false, deletesAt: null, ...given })
    const players = [player({ ...owner, primary: true }), player({ id, username, primary: false })]
    for (const named of [path, `/accounts/${id}`, `/accounts/${username.toLowerCase()}`])
      assert.deepEqual((await send('GET', `${named}/characters`)).json, { items: players, next: null })
    const { json: found } = await send('GET', `/accounts?owner=${account.id}`)
    assert.deepEqual(found.items, [
      {
        id,
        username,
        email: null,
        language: 'en',
        createdAt,
        suspended: false,
        owner,
        characters: [],
        primary: false,
      },
    ])
    assert.deepEqual((await send('GET', path)).json.characters, [{ id, username }])
    for (const [query, count] of [
      [`q=${username}`, 1],
      [`q=${id}`, 1],
      [`q=${account.id}`, 0],
      ['suspended=true', 0],
      ['q=nobody', 0],
    ] as const) {
      const { json } = await send('GET', `/accounts?owner=${account.id}&${query}`)
      assert.equal(json.items.length, count, query)
    }
    assert.deepEqual((await send('GET', `/accounts?owner=${id}`)).json.items, [])
    assert.deepEqual(codeOf(await send('GET', '/accounts?owner=nobody')), [422, 'owner_unknown'])
  })

  test('players who are suspended with their account are found like those who are themselves', async () => {
    const service = await shared()
    const { account, send, path } = await scene(service)
    const [one, other] = [newName(), newName()]
    const { id } = await addCharacter(service, account, one)
    await addCharacter(service, account, other)
    const found = async (query: string) => {
      const { json } = await send('GET', `/accounts?${query}suspended=true&limit=100`)
      const own = [account.username, one, other]
      const names = json.items.map(({ username }: { username: string }) => username)
      assert.ok(json.items.every(({ suspended }: { suspended: boolean }) => suspended))
      return names.filter((name: string) => own.includes(name)).sort()
    }
    await send('POST', `/accounts/${id}/suspend`, { only: true })
    assert.deepEqual(await found(''), [one])
    assert.deepEqual(await found(`owner=${account.id}&`), [one])
    assert.deepEqual(await found(`q=${other}&`), [])
    await send('POST', `${path}/suspend`, {})
    assert.deepEqual(await found(''), [account.username, one, other].sort())
    assert.deepEqual(await found(`owner=${account.id}&`), [one, other].sort())
    assert.deepEqual(await found(`q=${other}&`), [other])
    await send('POST', `${path}/restore`)
    assert.deepEqual(await found(''), [one])
    await send('POST', `/accounts/${id}/restore`)
    assert.deepEqual(await found(''), [])
  })

  test('the primary player is chosen with other changes, all or none', async () => {
    const service = await shared()
    const { account, send, path } = await scene(service)
    const { id } = await addCharacter(service, account, newName())
    const character = `/accounts/${id}`
    const taken = await send('PATCH', character, { primary: true, username: account.username })
    assert.deepEqual(codeOf(taken), [422, 'username_taken'])
    assert.equal((await send('GET', path)).json.primary, true)
    const username = newName()
    const changed = await send('PATCH', character, { primary: true, username })
    assert.deepEqual([changed.status, changed.json.primary, changed.json.username], [200, true, username])
    assert.equal((await send('GET', path)).json.primary, false)
    const { email, password } = account
    const signedIn = await service.post('/auth/authenticate', {
      username: email,
      password,
      clientToken: 'x',
    })
    assert.equal(signedIn.status, 200, signedIn.text)
    assert.equal(signedIn.json.selectedProfile.id, id)
    assert.equal((await send('PATCH', path, { primary: true })).json.primary, true)
    assert.deepEqual(codeOf(await send('PATCH', path, { primary: false })), [422, 'malformed'])
  })

  test('a field of the account is refused for a character, and the refusal names the account', async () => {
    const service = await shared()
    const { account, send } = await scene(service)
    const { id } = await addCharacter(service, account, newName())
    for (const body of [
      { email: 'new@example.test' },
      { language: 'de' },
      { password: 'x' },
      { roles: ['admin'] },
    ]) {
      const { status, json } = await send('PATCH', `/accounts/${id}`, body)
      assert.deepEqual([status, json.code], [422, 'account_only'], JSON.stringify(body))
      assert.match(json.detail, new RegExp(`Name the account instead: ${account.username}\\.$`))
    }
  })

  test('an account with characters is deleted only by those who say so, a character always', async () => {
    const service = await shared()
    const { account, send, path } = await scene(service)
    const [first, second] = [
      await addCharacter(service, account, newName()),
      await addCharacter(service, account, newName()),
    ]
    for (const [method, suffix] of [
      ['DELETE', ''],
      ['DELETE', '?characters=false'],
      ['POST', '/delete-later'],
      ['POST', '/delete-later?characters=false'],
    ] as const) {
      const [plain = '', query] = suffix.split('?')
      const url = `${path}${plain}${query ? `?${query}` : ''}`
      assert.deepEqual(codeOf(await send(method, url)), [422, 'has_characters'], suffix)
    }
    assert.equal((await send('DELETE', `/accounts/${first.id}`)).status, 204)
    const later = await send('POST', `${path}/delete-later?characters=true`)
    assert.equal(later.status, 200)
    assert.equal((await service.stored(second)).deletesAt, Date.parse(later.json.deletesAt))
    assert.equal((await send('DELETE', `${path}?characters=true`)).status, 204)
    for (const { id } of [account, first, second])
      assert.equal((await send('GET', `/accounts/${id}`)).status, 404)
  })

  test('lists say of a character that it is suspended if its account is', async () => {
    const service = await shared()
    const { account, send, path } = await scene(service)
    const { id } = await addCharacter(service, account, newName())
    const other = await addCharacter(service, account, newName())
    const states = async () =>
      (await send('GET', `${path}/characters`)).json.items.map(
        (each: { suspended: boolean }) => each.suspended,
      )
    await suspendAccount(service.context, operator, other, {}, { only: true })
    assert.deepEqual((await states()).toSorted(), [false, false, true])
    await suspendAccount(service.context, operator, await service.stored(account), {})
    assert.deepEqual(await states(), [true, true, true])
    assert.equal((await send('GET', `/accounts/${id}`)).json.suspended, true)
    const { json } = await send('GET', `/accounts?owner=${account.id}`)
    assert.deepEqual(
      json.items.map((each: { suspended: boolean }) => each.suspended),
      [true, true],
    )
  })
})
