import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../../service.ts'

const forbidden = (errorMessage: string) =>
  JSON.stringify({ path: '/session/game/join', error: 'ForbiddenOperationException', errorMessage })

async function signedIn(service: RunningService, overrides = {}) {
  const account = await service.account(overrides)
  const { username, password } = account
  const answer = await service.post('/auth/authenticate', { username, password, clientToken: 'launcher' })
  return { ...account, accessToken: answer.json.accessToken as string }
}

onEveryDatabase("the vendor's session layout", (start) => {
  test('join and hasJoined answer 204, 200 with the signed profile, and 204 if there is no join', async () => {
    const service = await start()
    const { id, accessToken } = await signedIn(service, { username: 'Steve' })
    const joined = await service.post('/session/game/join', {
      accessToken,
      selectedProfile: id,
      serverId: '-7c9d',
    })
    assert.deepEqual([joined.status, joined.text], [204, ''])
    assert.equal(joined.headers.get('content-type'), null)

    const path = '/session/game/hasJoined?username=steve&serverId=-7c9d'
    const first = await service.get(path)
    assert.equal(first.status, 200)
    assert.deepEqual([first.json.id, first.json.name], [id, 'Steve'])
    assert.match(first.json.properties[0].signature, /^[\w+/]+=*$/)

    const second = await service.get(path)
    assert.deepEqual([second.status, second.text], [204, ''])
    assert.equal(second.headers.get('content-type'), null)
  })

  test('a native join is found here, and the other way round', async () => {
    const service = await start()
    const { id, username, accessToken } = await signedIn(service)
    const forms = ['/session', '/session/game']
    for (const [joinForm, askForm] of [forms, forms.toReversed()]) {
      await service.post(`${joinForm}/join`, { accessToken, selectedProfile: id, serverId: 'x' })
      const answer = await service.get(`${askForm}/hasJoined?username=${username}&serverId=x`)
      assert.equal(answer.status, 200)
    }
  })

  test("refusals have the vendor's statuses and texts", async () => {
    const service = await start()
    const one = await signedIn(service)
    const other = await signedIn(service)
    const joins = [
      { accessToken: 'rubbish', selectedProfile: one.id, serverId: 'x' },
      { accessToken: one.accessToken, selectedProfile: other.id, serverId: 'x' },
      { accessToken: one.accessToken, selectedProfile: other.username, serverId: 'x' },
    ]
    for (const body of joins) {
      const answer = await service.post('/session/game/join', body)
      assert.deepEqual([answer.status, answer.text], [403, forbidden('Invalid token.')])
    }
    const missing = await service.get('/session/game/hasJoined?username=x')
    assert.equal(missing.status, 400)
    assert.equal(
      missing.text,
      '{"path":"/session/game/hasJoined","error":"IllegalArgumentException","errorMessage":"credentials can not be null."}',
    )
  })

  test('a profile is unsigned unless unsigned=false', async () => {
    const service = await start()
    const { id, username } = await service.account()
    const isSigned = { '': false, '?unsigned=true': false, '?unsigned=false': true, '?unsigned=0': true }
    for (const [query, signed] of Object.entries(isSigned)) {
      const { status, json } = await service.get(`/session/game/profile/${id}${query}`)
      assert.deepEqual([status, json.id, json.name], [200, id, username])
      assert.equal('signature' in json.properties[0], signed, query)
    }
    const unknown = await service.get(`/session/game/profile/${'ab'.repeat(16)}`)
    assert.deepEqual([unknown.status, unknown.text], [204, ''])
    const invalid = await service.get('/session/game/profile/steve')
    assert.equal(invalid.status, 400)
    assert.equal(invalid.json.errorMessage, 'Invalid uuid format.')
  })
})
