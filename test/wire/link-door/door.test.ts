// The link door: status, login in each layout of the game's protocol, and what it says.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { pauseNeighbour } from '../../../src/domain/neighbours/neighbours.ts'
import { linkPlayer, neighbourhood, uuid } from '../../domain/neighbours/scene.ts'
import { onEveryDatabase, operator } from '../../service.ts'
import { until } from '../../until.ts'
import {
  askToLogIn,
  befriend,
  codeIn,
  encryptionResponse,
  Game,
  handshake,
  hashOf,
  joinerAt,
  logIn,
  loginStart,
  openDoor,
  packet,
} from './game.ts'

/** 1.7.10, 1.8, 1.12.2, 1.16.5, 1.19, 1.19.2, 1.19.4, 1.20.1, 1.20.2, 1.20.4, 1.20.6, 1.21.4, later, and a snapshot. */
const versions = [5, 47, 340, 754, 759, 760, 762, 763, 764, 765, 766, 769, 4000, (1 << 30) | 250]

const ping = Buffer.from('0123456789abcdef', 'hex')

onEveryDatabase('the link door', (start) => {
  test('a game of each version is shown a code that links the player', async (t) => {
    const [here, there] = [await start(), await start()]
    await befriend(here, there)
    const { port } = await openDoor(t, here)
    const player = await there.account({ username: 'Steve_2' })
    const join = joinerAt(there, player)
    const account = await here.account()
    for (const version of versions) {
      for (const signs of version === 759 || version === 760 ? [true, false] : [false]) {
        here.advance(60_000)
        const sentence = await logIn(t, port, { version, username: 'Steve_2', signs, join })
        assert.match(sentence, /^Your code: \d{3} \d{3}\n\nType it within ten minutes at /)
        assert.ok(sentence.includes(`${here.baseUrl}/account/linked\n\nYou are Steve_2 of friends.`))
        const typed = { code: codeIn(sentence), address: '192.0.2.1' }
        const linked = await linkPlayer(here.context, operator, account, typed)
        assert.deepEqual([linked.id, linked.name, linked.neighbour], [player.id, 'Steve_2', 'friends'])
      }
    }
    const text = here.log.join('')
    assert.ok(text.includes('"username":"Steve_2"') && !/Your code|\d{3} \d{3}\b/.test(text))
  })

  test('a game that has not joined gets no code, nor does one that no neighbour knows', async (t) => {
    const [here, there] = [await start(), await start()]
    await befriend(here, there)
    const { port } = await openDoor(t, here)
    const join = joinerAt(there, await there.account({ username: 'Steve_2' }))
    const none = /^No service that Norn works with knows that you have joined\./
    assert.match(await logIn(t, port, { username: 'Steve_2', join: async () => undefined }), none)
    assert.match(await logIn(t, port, { username: 'Steve_2', join: (hash) => join(`${hash}0`) }), none)
    // A name in other letters is another name: the answer says which one is meant.
    assert.match(await logIn(t, port, { username: 'steve_2', join }), none)
    assert.match(await logIn(t, port, { username: 'Alex_2', join }), none)
    assert.match(await logIn(t, port, { username: '.', join }), none)
    await pauseNeighbour(here.context, operator, 'friends', true)
    assert.match(await logIn(t, port, { username: 'Steve_2', join }), none)
    assert.deepEqual(await here.context.db.query.selectFrom('link_code').selectAll().execute(), [])
  })

  test('two neighbours that say yes prove nothing, nor does one while another is unsure', async (t) => {
    const here = await start()
    const players = { Steve_2: uuid(1) }
    const { mocks } = await neighbourhood(t, here, { one: { players }, two: {}, less: { trust: 10 } })
    const { port } = await openDoor(t, here)
    const join = async () => undefined
    const shown = () => logIn(t, port, { username: 'Steve_2', join })
    assert.match(await shown(), /You are Steve_2 of one\.$/)
    mocks.two?.players.set('Steve_2', { id: uuid(2) })
    assert.match(await shown(), /^Two services say that you have joined/)
    mocks.two?.players.delete('Steve_2')
    mocks.one?.behave('status-500')
    assert.match(await shown(), /^A service did not answer\./)
    // A neighbour that says yes to everybody gains nothing from the silence of another.
    mocks.two?.players.set('Steve_2', { id: uuid(2) })
    assert.match(await shown(), /^A service did not answer\./)
    mocks.one?.behave('good')
    mocks.two?.players.delete('Steve_2')
    // Less trusted, so it can't keep the others from linking.
    mocks.less?.players.set('Steve_2', { id: uuid(3) })
    mocks.less?.behave('status-500')
    assert.match(await shown(), /You are Steve_2 of one\.$/)
  })

  test('status and ping; a game of any version finds it suitable', async (t) => {
    const here = await start()
    const { port } = await openDoor(t, here)
    for (const version of versions) {
      const game = await Game.connect(t, port)
      game.send(handshake(version, 1), packet(0))
      const answer = await game.packet()
      assert.equal(answer[0], 0)
      const {
        version: said,
        players,
        description,
      } = JSON.parse(answer.subarray(answer.indexOf('{')).toString())
      assert.deepEqual(
        [said, players],
        [
          { name: 'Norn', protocol: version },
          { max: 0, online: 0 },
        ],
      )
      assert.equal(description.text, 'Join to get a code that links your player to an account at Norn.')
      game.send(packet(1, ping))
      assert.deepEqual(await game.packet(), Buffer.concat([Buffer.from([1]), ping]))
      assert.equal((await game.rest()).length, 0)
    }
  })

  test('games before 1.7 see what it is for', async (t) => {
    const here = await start()
    const { port } = await openDoor(t, here)
    for (const sent of ['fe', 'fe01', 'fe01fa000b004d0043']) {
      const game = await Game.connect(t, port)
      game.send(Buffer.from(sent, 'hex'))
      const answer = await game.rest()
      const words = Buffer.from(answer.subarray(3)).swap16().toString('utf16le')
      assert.deepEqual([answer[0], answer.readUInt16BE(1)], [0xff, words.length])
      assert.deepEqual(words.split('\0').toSpliced(3, 1), ['§1', '127', 'Norn', '0', '0'])
      assert.match(words.split('\0')[3] ?? '', /^Join to get a code /)
    }
    // A handshake of 254 bytes begins with the same byte.
    const game = await Game.connect(t, port)
    const long = handshake(767, 1, 'x'.repeat(254 - 8))
    assert.deepEqual([long[0], long[1], long[2]], [0xfe, 1, 0])
    game.send(long, packet(0))
    assert.equal((await game.packet())[0], 0)
  })

  test('a handshake that comes byte by byte is not taken for an old ping, whatever its length', async (t) => {
    const here = await start()
    const { door, port } = await openDoor(t, here, {
      start: 60_000,
      login: 60_000,
      end: 60_000,
      legacy: 60_000,
    })
    for (const host of ['x'.repeat(246), `${'é'.repeat(186)}x`, 'x'.repeat(247), 'x'.repeat(120)]) {
      const sent = handshake(767, 1, host)
      for (const cuts of [[1], [2], [1, 2], [1, 2, 3]]) {
        const connection = once(door.server, 'connection')
        const game = await Game.connect(t, port)
        const [socket] = (await connection) as [Socket]
        for (const [at, cut] of [...cuts, sent.length].entries()) {
          game.send(sent.subarray(cuts[at - 1] ?? 0, cut))
          await until('it has arrived', () => socket.bytesRead >= cut)
        }
        game.send(packet(0))
        assert.equal((await game.packet())[0], 0, `${sent.length} bytes, cut at ${cuts.join()}`)
        game.socket.destroy()
      }
    }
  })

  test('the sentence that ends a login is encrypted with the secret of the game', async (t) => {
    const [here, there] = [await start(), await start()]
    await befriend(here, there)
    const { port } = await openDoor(t, here)
    const join = joinerAt(there, await there.account({ username: 'Steve_2' }))
    const game = await Game.connect(t, port)
    const asked = await askToLogIn(game, { username: 'Steve_2' })
    await join(hashOf(asked.secret, asked.key))
    game.send(encryptionResponse(767, asked))
    const bytes = await game.rest()
    assert.doesNotMatch(bytes.toString('latin1'), /code|\d{3} \d{3}/)
    assert.ok(bytes.length > 50)
  })

  test('closing hangs up on everybody', async (t) => {
    const here = await start()
    const { door, port } = await openDoor(t, here)
    const game = await Game.connect(t, port)
    game.send(handshake(767, 2), loginStart(767, 'Steve_2'))
    await game.packet()
    const closed = once(game.socket, 'close')
    await door.close()
    await closed
  })
})
