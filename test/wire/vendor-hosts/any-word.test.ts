// V2: any word can replace the game's word, with default settings. V3: names at the profiles host.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../../service.ts'

async function player(service: RunningService) {
  const account = await service.account()
  return { ...account, accessToken: await service.signIn(account) }
}

const words = ['minecraft', 'game', 'x', '3d-chess', 'w'.repeat(32)]
const notWords = ['w'.repeat(33), 'Game', 'my_game', 'a.b', '%20', 'jeu%C3%A9']

onEveryDatabase("any word instead of the game's", (start, shared) => {
  for (const layout of ['/session', '/authlib-injector/sessionserver/session']) {
    test(`joins and is found and shown below ${layout}`, async () => {
      const service = await shared()
      const { id, username, accessToken } = await player(service)
      for (const word of words) {
        const body = { accessToken, selectedProfile: id, serverId: word }
        const joined = await service.post(`${layout}/${word}/join`, body)
        assert.deepEqual([joined.status, joined.text], [204, ''], word)
        // A join under one word is found under every other: the word is not part of the join.
        const query = `username=${username}&serverId=${word}`
        const found = await service.get(`${layout}/other-word/hasJoined?${query}`)
        assert.deepEqual([found.status, found.json.id], [200, id], word)
        const shown = await service.get(`${layout}/${word}/profile/${id}`)
        assert.deepEqual([shown.status, shown.json.name], [200, username], word)
      }
    })
  }

  test('looks names up at each of its addresses', async () => {
    const service = await shared()
    const { id, username } = await player(service)
    for (const word of words) {
      for (const place of ['', '/api', '/authlib-injector/api']) {
        const one = await service.get(`${place}/users/profiles/${word}/${username}`)
        assert.deepEqual([one.status, one.json], [200, { id, name: username }], `${place} ${word}`)
        const bulk = await service.post(`${place}/profiles/${word}`, [username, 'nobody'])
        assert.deepEqual([bulk.status, bulk.json], [200, [{ id, name: username }]], `${place} ${word}`)
      }
    }
  })

  test("returns the player's own profile from the services", async () => {
    const service = await shared()
    const { id, accessToken } = await player(service)
    const headers = { authorization: `Bearer ${accessToken}` }
    for (const word of words) {
      const path = `/authlib-injector/minecraftservices/${word}/profile`
      const own = await service.get(path, { headers })
      assert.deepEqual([own.status, own.json.id], [200, id], word)
    }
  })

  test('at the profiles host, newer games look up by name, by UUID and in bulk', async () => {
    const service = await shared()
    const { id, username } = await player(service)
    const places = ['', '/api', '/authlib-injector/api', '/authlib-injector/minecraftservices']
    for (const place of places) {
      const lookup = `${place}/minecraft/profile/lookup`
      for (const path of [`${lookup}/name/${username.toUpperCase()}`, `${lookup}/${id}`]) {
        const found = await service.get(path)
        assert.deepEqual([found.status, found.json], [200, { id, name: username }], path)
        assert.equal(found.headers.get('content-type'), 'application/json', path)
      }
      const bulk = await service.post(`${lookup}/bulk/byname`, ['nobody', username])
      assert.deepEqual([bulk.status, bulk.json], [200, [{ id, name: username }]], place)
      const unknown = await service.get(`${lookup}/name/nobody`)
      assert.equal(unknown.status, 404, place)
      assert.deepEqual(unknown.json, {
        path: `${lookup}/name/nobody`,
        error: 'NOT_FOUND',
        errorMessage: 'Not Found',
      })
    }
  })

  test('a segment that is not a word makes the path unknown', async () => {
    const service = await shared()
    const { id, username } = await player(service)
    for (const word of notWords) {
      for (const path of [
        `/session/${word}/profile/${id}`,
        `/api/users/profiles/${word}/${username}`,
        `/${word}/profile/lookup/${id}`,
      ]) {
        assert.equal((await service.get(path)).status, 404, path)
      }
    }
  })

  test('"at" is not a word anywhere; words that begin with it are', async () => {
    const service = await shared()
    const { id, username, accessToken } = await player(service)
    const headers = { authorization: `Bearer ${accessToken}` }
    const gets = (word: string) => [
      `/session/${word}/profile/${id}`,
      `/authlib-injector/sessionserver/session/${word}/profile/${id}`,
      ...['', '/api', '/authlib-injector/api'].flatMap((place) => [
        `${place}/users/profiles/${word}/${username}`,
        `${place}/${word}/profile/lookup/${id}`,
      ]),
      `/authlib-injector/minecraftservices/${word}/profile`,
    ]
    for (const path of gets('at')) assert.equal((await service.get(path, { headers })).status, 404, path)
    for (const path of gets('at-home')) assert.equal((await service.get(path, { headers })).status, 200, path)
    const body = { accessToken, selectedProfile: id, serverId: 'at' }
    assert.equal((await service.post('/session/at/join', body)).status, 404)
    assert.equal((await service.get(`/session/hasJoined?username=${username}&serverId=at`)).status, 401)
    assert.equal((await service.post('/api/profiles/at', [username])).status, 404)
  })

  test('native paths take precedence', async () => {
    const service = await shared()
    const { id, username, accessToken } = await player(service)
    const body = { accessToken, selectedProfile: id, serverId: 's' }
    // Not a join in the vendor's layout: neither the legacy form nor a profile has POST.
    assert.equal((await service.post('/session/legacy/join', body)).status, 405)
    assert.equal((await service.post('/session/profile/join', body)).status, 405)
    const native = await service.get('/session/profile/hasJoined')
    assert.deepEqual([native.status, native.json.errorMessage], [400, 'Invalid uuid format.'])
    const legacy = await service.get(`/session/legacy/hasJoined?user=${username}&serverId=none`)
    assert.deepEqual([legacy.status, legacy.text], [200, 'NO'])
    assert.equal((await service.post('/session/join', body)).text, '')
    assert.equal(
      (await service.get(`/session/profile/${id}`)).json.properties[0].signature.length > 100,
      true,
    )
  })

  test('the log and the metrics contain the placeholder instead of the word', async () => {
    const service = await start()
    const { id } = await player(service)
    const answer = await service.get(`/session/checkers/profile/${id}`)
    assert.equal((await service.logLine(answer)).route, '/session/:game/profile/:uuid')
  })
})

onEveryDatabase('selectedProfile as an object', (_, shared) => {
  test('its id is used', async () => {
    const service = await shared()
    const { id, username, accessToken } = await player(service)
    for (const path of ['/session/join', '/session/minecraft/join']) {
      const selectedProfile = { id, name: username, legacy: false }
      const joined = await service.post(path, { accessToken, selectedProfile, serverId: 'object' })
      assert.ok(joined.status === 200 || joined.status === 204, path)
      const found = await service.get(`/session/hasJoined?username=${username}&serverId=object`)
      assert.equal(found.json.id, id)
    }
  })

  test('it counts as missing without an id that is a string', async () => {
    const service = await shared()
    const { username, accessToken } = await player(service)
    for (const selectedProfile of [
      {},
      { id: 7 },
      { id: '' },
      { id: null },
      { name: username },
      [],
      [username],
    ]) {
      const answer = await service.post('/session/join', { accessToken, selectedProfile, serverId: 's' })
      const output = JSON.stringify(selectedProfile)
      assert.deepEqual(
        [answer.status, answer.json.errorMessage],
        [400, 'credentials can not be null.'],
        output,
      )
    }
    const other = await service.account()
    const foreign = await service.post('/session/join', {
      accessToken,
      selectedProfile: { id: other.id },
      serverId: 's',
    })
    assert.deepEqual([foreign.status, foreign.json.errorMessage], [401, 'Wrong selected_profile.'])
  })
})
