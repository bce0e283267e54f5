// Two Norns that are neighbours of each other: unmodified game clients with an account at one join game servers of the
// other.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { before, describe, type TestContext, test } from 'node:test'
import { until } from '../until.ts'
import { type GameServer, startGame, startGameServer } from './game.ts'
import { type RealService, realService } from './service.ts'

/** The reason for which a game server trusts the keys with which players sign their chat. */
type Chat = 'unsigned' | 'agent' | 'publickeys'

/** The versions of the game. Those of 1.19 know the vendor's key alone, and need authlib-injector for others. */
const versions: readonly (readonly [version: string, chat: Chat])[] = [
  ['1.7.10', 'unsigned'],
  ['1.12.2', 'unsigned'],
  ['1.16.5', 'unsigned'],
  ['1.19.2', 'agent'],
  ['1.19.4', 'agent'],
  ['1.20.1', 'publickeys'],
  ['1.21.11', 'publickeys'],
]

const variables = { NORN_NEIGHBOURS: 'on' }
const password = 'correct horse'
const services = '/authlib-injector/minecraftservices'

interface Registered {
  service: RealService
  neighbour: RealService
  /** The root of the game server that takes players of the neighbour. */
  root: string
}
const registered: Registered[] = []

async function jsonAt(url: string): Promise<any> {
  return (await fetch(url)).json()
}

/** Starts a game server below a root, and keeps what it reports. */
async function gameServer(t: TestContext, version: string, root: string, chat: Chat) {
  const server = await startGameServer(t, {
    version,
    root,
    keysUrl: chat === 'publickeys' ? `${root}${services}/publickeys` : undefined,
    hasAgent: chat === 'agent',
  })
  const events: any[] = []
  server.process.on('message', (event) => events.push(event))
  return { server, events }
}

/** Starts the game of somebody with an account at a service. */
function startGameOf(
  t: TestContext,
  { baseUrl }: RealService,
  server: GameServer,
  { username, isSigning }: { username: string; isSigning: boolean },
) {
  const certificates = isSigning ? `${baseUrl}${services}/player/certificates` : undefined
  const hosts = { authServer: `${baseUrl}/auth`, sessionServer: baseUrl, certificates }
  return startGame(t, server, { username, password }, hosts)
}

describe('two Norns', () => {
  const one = realService(variables)
  // Not from the template of the other, since both would have its keys.
  const other = realService(variables, { isEmpty: true })
  before(async () => {
    for (const [service, neighbour] of [
      [one(), other()],
      [other(), one()],
    ] as const) {
      const { norn, baseUrl } = service
      const add = 'neighbour add friends --kind authlib-injector --private --who everyone --textures pass'
      await norn.json(...add.split(' '), '--accept-hosts', '--root', neighbour.baseUrl)
      const { root } = await norn.json<{ root: string }>(
        'server',
        'add',
        'survival',
        '--neighbour',
        'friends',
      )
      await norn.json('server', 'set', 'survival', '--source-property', 'on')
      registered.push({ service, neighbour, root: baseUrl + root })
    }
    for (const { service } of registered) {
      const shown = () => service.norn.json<{ keys: { use: string }[] }>('neighbour', 'show', 'friends')
      await until('it has read the keys of its neighbour', async () =>
        (await shown()).keys.some(({ use }) => use === 'chat'),
      )
    }
  })

  for (const [index, whose] of ['second', 'first'].entries()) {
    for (const [version, chat] of versions) {
      test(`a player of the ${whose} joins a game server of ${version} at the other (chat: ${chat})`, async (t) => {
        const { service, neighbour, root } = registered[index] as Registered
        const username = `${whose}_${version.replaceAll('.', '_')}`
        const { id } = await neighbour.account(username, password)
        const { server, events } = await gameServer(t, version, root, chat)
        const isSigning = chat !== 'unsigned'
        const { client, playing, told, welcomed } = startGameOf(t, neighbour, server, { username, isSigning })
        const { accepted } = await told
        assert.deepEqual([accepted?.profile.id, accepted?.profile.name], [id, username])
        assert.equal((await welcomed).username, username)

        const [textures, source, ...more] = accepted.profile.properties
        assert.deepEqual([textures.name, source.name, more], ['textures', 'norn_source', []])
        for (const [signed, signer] of [
          [textures, neighbour],
          [source, service],
        ]) {
          const key = createPublicKey((await jsonAt(`${signer.baseUrl}/authlib-injector`)).signaturePublickey)
          const signature = Buffer.from(signed.signature, 'base64')
          assert.ok(verify('RSA-SHA1', Buffer.from(signed.value), key, signature), signed.name)
        }
        if (!isSigning) return
        await playing
        client.chat('Hello.')
        await until('the server has read the message', () => events.at(1))
        assert.deepEqual(events.slice(1), [{ said: 'Hello.' }])
      })
    }
  }

  test('a game server of 1.20.1 lets own players and visitors chat, and nobody who signs with an unlisted key', async (t) => {
    const { service, neighbour, root } = registered[0] as Registered
    await service.account('Host', password)
    await neighbour.account('Guest', password)
    const { server, events } = await gameServer(t, '1.20.1', root, 'publickeys')
    for (const [at, username] of [
      [service, 'Host'],
      [neighbour, 'Guest'],
    ] as const) {
      const { client, hangUp, playing } = startGameOf(t, at, server, { username, isSigning: true })
      await playing
      client.chat(`I am ${username}.`)
      await until(`${username} is heard`, () => events.find(({ said }) => said === `I am ${username}.`))
      hangUp()
    }

    await service.norn.json('neighbour', 'set', 'friends', '--no-chat-keys')
    const strict = await gameServer(t, '1.20.1', root, 'publickeys')
    startGameOf(t, neighbour, strict.server, { username: 'Guest', isSigning: true })
    await until('the server has closed the connection', () => strict.events.at(1))
    assert.deepEqual(strict.events[1], { ended: 'multiplayer.disconnect.invalid_public_key_signature' })
  })

  test('a game server of 1.19.4 without authlib-injector lets visitors in who sign nothing', async (t) => {
    const { neighbour, root } = registered[0] as Registered
    await neighbour.account('Quiet', password)
    for (const [isSigning, expected] of [
      [false, []],
      [true, [{ ended: 'multiplayer.disconnect.invalid_public_key_signature' }]],
    ] as const) {
      const { server, events } = await gameServer(t, '1.19.4', root, 'unsigned')
      const { playing, told } = startGameOf(t, neighbour, server, { username: 'Quiet', isSigning })
      assert.equal((await told).accepted?.username, 'Quiet')
      if (isSigning) await until('the server has closed the connection', () => events.at(1))
      else await playing
      assert.deepEqual(events.slice(1), expected)
    }
  })

  test("a neighbour's player with the name of an account is refused", async (t) => {
    const { service, neighbour, root } = registered[0] as Registered
    await service.account('Steve', password)
    await neighbour.account('Steve', password)
    const { server } = await gameServer(t, '1.12.2', root, 'unsigned')
    const { told } = startGameOf(t, neighbour, server, { username: 'Steve', isSigning: false })
    assert.deepEqual(await told, { ended: 'Failed to verify username!' })
  })
})
