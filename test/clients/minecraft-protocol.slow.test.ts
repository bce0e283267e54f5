// The npm package minecraft-protocol: a real game server and real game clients, in online mode.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { browserOf } from '../web/browser.ts'
import { type GameServer, type Player, startGame, startGameServer } from './game.ts'
import { realService } from './service.ts'

const service = realService()

/** Old and new versions: they differ in how they log in, not in how they join. */
const versions = ['1.8.9', '1.16.5', '1.20.4']

async function post(path: string, fields: Record<string, string>): Promise<Record<string, string>> {
  const body = new URLSearchParams(fields)
  const answer = await fetch(`${service().baseUrl}${path}`, { method: 'POST', body })
  return (await answer.json()) as Record<string, string>
}

const gameServer = (t: TestContext, version: string, root = service().baseUrl) =>
  startGameServer(t, { version, root })

/** Connects a game client of a player with an account here. */
function play(t: TestContext, server: GameServer, player: Player) {
  const { baseUrl } = service()
  return startGame(t, server, player, { authServer: `${baseUrl}/auth`, sessionServer: baseUrl })
}

for (const version of versions) {
  test(`a game server of ${version} in online mode accepts the player`, async (t) => {
    const { account, norn } = service()
    const name = `Player_${version.replaceAll('.', '_')}`
    const { id } = await account(name, 'correct horse')
    const server = await gameServer(t, version)
    const credentials = { username: `${name.toLowerCase()}@example.test`, password: 'correct horse' }
    const { client, hangUp, welcomed, told: serverEvent } = play(t, server, credentials)
    const { accepted } = await serverEvent
    assert.equal(accepted.uuid.replaceAll('-', ''), id)
    assert.equal(accepted.username, name)
    assert.deepEqual([accepted.profile.id, accepted.profile.name], [id, name])
    assert.deepEqual(
      accepted.profile.properties.map((property: { name: string }) => property.name),
      ['textures'],
    )
    assert.equal((await welcomed).username, name)

    // Again with the session alone: validated, without another sign-in.
    const { session } = client
    hangUp()
    const again = play(t, server, { username: name, session })
    for (let event = await again.told; ; [event] = await once(server.process, 'message')) {
      if (!event.accepted) continue
      assert.equal(event.accepted.username, name)
      break
    }
    assert.equal((await norn.json<unknown[]>('token', 'list', name)).length, 1)
  })
}

test('a game server accepts a player who signed in with OAuth 2.0 through the shared client', async (t) => {
  const { account, baseUrl } = service()
  const { id } = await account('Guest', 'correct horse')
  const device = await post('/oauth2/device_authorization', {
    client_id: 'launchers',
    scope: 'openid Yggdrasil.Server.Join',
  })
  const browser = browserOf({
    baseUrl,
    context: { baseUrl: () => baseUrl },
    request: async (path, init = {}) => {
      const answer = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init })
      return { status: answer.status, headers: answer.headers, text: await answer.text(), json: undefined }
    },
  })
  const code = device['user_code'] ?? ''
  const page = await browser.signIn({ username: 'Guest', password: 'correct horse' }, '/device')
  const question = await browser.send(page, '/device', { code })
  await browser.send(question, '/device/answer', { answer: 'allow' })
  const { access_token: accessToken } = await post('/oauth2/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'launchers',
    device_code: device['device_code'] ?? '',
  })
  const server = await gameServer(t, '1.20.4')
  const session = { accessToken, clientToken: id, selectedProfile: { id, name: 'Guest' } }
  const { told: serverEvent, welcomed } = play(t, server, { username: 'Guest', session })
  const { accepted } = await serverEvent
  assert.deepEqual([accepted.profile.id, accepted.profile.name], [id, 'Guest'])
  assert.equal((await welcomed).username, 'Guest')
})

test('a game server below a root of its own admits only members of its groups', async (t) => {
  const { account, baseUrl, norn } = service()
  for (const name of ['Friend', 'Stranger']) await account(name, 'correct horse')
  await norn.json('group', 'create', 'friends')
  await norn.json('group', 'add', 'friends', 'Friend')
  const { root } = await norn.json<{ root: string }>('server', 'add', 'survival', '--group', 'friends')
  const server = await gameServer(t, '1.20.4', baseUrl + root)
  const friend = play(t, server, { username: 'Friend', password: 'correct horse' })
  assert.equal((await friend.told).accepted.username, 'Friend')
  friend.hangUp()
  await once(server.process, 'message')
  const stranger = play(t, server, { username: 'Stranger', password: 'correct horse' })
  assert.deepEqual(await stranger.told, { ended: 'Failed to verify username!' })
})

test('a client without a session is refused', async (t) => {
  const { account } = service()
  await account('Honest', 'correct horse')
  const server = await gameServer(t, '1.16.5')
  const { told: serverEvent } = play(t, server, { username: 'Honest' })
  assert.deepEqual(await serverEvent, { ended: 'Failed to verify username!' })
})

test("a suspended player gets the session service's refusal", async (t) => {
  const { account, norn } = service()
  await account('Wicked', 'correct horse')
  const server = await gameServer(t, '1.16.5')
  const first = play(t, server, { username: 'Wicked', password: 'correct horse' })
  assert.ok((await first.told).accepted)
  const { session } = first.client
  await norn.json('account', 'suspend', 'Wicked')
  // The library validates, then tries to refresh, and gives up.
  const second = play(t, server, { username: 'Wicked', session })
  assert.equal((await second.failed).message, 'Invalid token.')
})
