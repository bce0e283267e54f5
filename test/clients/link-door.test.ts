// The npm package minecraft-protocol, unchanged, comes to the link door in its versions; another Norn is its service.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { type TestContext, test } from 'node:test'
import { linkPlayer } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { befriend, codeIn, openDoor } from '../wire/link-door/game.ts'
import { connecting } from './game.ts'

const { createClient, ping } = createRequire(import.meta.url)('minecraft-protocol')

const versions = [
  '1.7',
  '1.8.8',
  '1.12.2',
  '1.16.5',
  '1.19',
  '1.19.2',
  '1.19.4',
  '1.20.1',
  '1.20.2',
  '1.20.4',
  '1.21.1',
  '1.21.4',
]

const certificates = '/authlib-injector/minecraftservices/player/certificates'

/** Connects a client that is signed in, with keys for chat if wanted, and returns the reason that it is given. */
async function reasonFor(
  t: TestContext,
  { port, version, hasKeys = false }: { port: number; version: string; hasKeys?: boolean },
  there: RunningService,
  { username, password }: TestAccount,
): Promise<string> {
  const client = createClient({
    host: '127.0.0.1',
    port,
    version,
    username,
    password,
    auth: 'mojang',
    authServer: `${there.baseUrl}/auth`,
    sessionServer: there.baseUrl,
    profilesFolder: false,
    connect: connecting(port, hasKeys ? `${there.baseUrl}${certificates}` : undefined),
  })
  t.after(() => {
    client.socket?.destroy()
    clearTimeout(client.closeTimer)
  })
  const { promise, resolve, reject } = Promise.withResolvers<{ reason: string }>()
  client.once('disconnect', resolve)
  client.once('error', reject)
  client.once('end', (why: string) => reject(new Error(`${version} ended: ${why}`)))
  const { reason } = await promise
  return JSON.parse(reason).text
}

onEveryDatabase('minecraft-protocol at the link door', (start) => {
  test('each version shows the code, which links its player', async (t) => {
    const [here, there] = [await start(), await start({ NORN_GAME: 'minecraft' })]
    await befriend(here, there)
    const { port } = await openDoor(t, here)
    const player = await there.account({ username: 'Steve_2' })
    const account = await here.account()
    for (const version of versions) {
      here.advance(60_000)
      const sentence = await reasonFor(t, { port, version }, there, player)
      assert.match(sentence, /You are Steve_2 of friends\.$/, version)
      const typed = { code: codeIn(sentence), address: '192.0.2.1' }
      assert.equal((await linkPlayer(here.context, operator, account, typed)).id, player.id)
    }
  })

  test('a client with keys for chat, which signs the login in 1.19, is shown a code', async (t) => {
    const [here, there] = [await start(), await start({ NORN_GAME: 'minecraft' })]
    await befriend(here, there)
    const { port } = await openDoor(t, here)
    const player = await there.account({ username: 'Steve_2' })
    for (const version of ['1.19', '1.19.2', '1.19.4', '1.21.4']) {
      here.advance(60_000)
      const sentence = await reasonFor(t, { port, version, hasKeys: true }, there, player)
      assert.match(sentence, /You are Steve_2 of friends\.$/, version)
    }
  })

  test('its list of servers shows what the door is for', async (t) => {
    const here = await start()
    const { port } = await openDoor(t, here)
    for (const version of versions) {
      const shown = await ping({ host: '127.0.0.1', port, version })
      assert.match(shown.description.text, /^Join to get a code /, version)
    }
  })
})
