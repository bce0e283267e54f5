import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { databases } from '../databases.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { startService } from '../service.ts'
import { until } from '../until.ts'
import {
  askToLogIn,
  encryptionResponse,
  farewell,
  Game,
  handshake,
  hashOf,
  logIn,
  loginStart,
  openDoor,
  packet,
  prefixed,
  string,
  varInt,
} from '../wire/link-door/game.ts'

const times = { start: 300, login: 600, end: 300 }
const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** Bytes that no game sends. Each ends the connection without an answer. */
const hostile: Record<string, Buffer> = {
  'a length without end': bytes('ffffffffffffffffff'),
  'an empty packet': bytes('00'),
  'a length of three bytes': bytes('80808001'),
  'a length of 2049': Buffer.concat([varInt(2049), Buffer.alloc(2049)]),
  HTTP: Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  TLS: Buffer.concat([bytes('1603010200010001fc0303'), randomBytes(500)]),
  'another packet first': packet(1, Buffer.alloc(8)),
  'a version without end': packet(0, bytes('ffffffffffff01'), string('x'), bytes('63dd01')),
  'a host longer than its packet': packet(0, varInt(767), varInt(2_000_000_000), bytes('63dd01')),
  'a host of negative length': packet(0, varInt(767), varInt(-1), bytes('63dd01')),
  'a host of 256 characters': handshake(767, 1, 'x'.repeat(256)),
  'a handshake cut off': packet(0, varInt(767), string('x')),
  'an unknown wish': handshake(767, 4),
  'a wish that is negative': handshake(767, -1),
  'two handshakes': Buffer.concat([handshake(767, 2), handshake(767, 2)]),
  'a login without a name': Buffer.concat([handshake(767, 2), packet(0)]),
  'a name of 17 characters': Buffer.concat([handshake(767, 2), loginStart(47, 'x'.repeat(17))]),
  'a name longer than its packet': Buffer.concat([
    handshake(767, 2),
    packet(0, varInt(500), Buffer.from('x')),
  ]),
  'an answer to what was not asked': Buffer.concat([
    handshake(767, 2),
    packet(1, prefixed(Buffer.alloc(128))),
  ]),
  'a ping cut off': Buffer.concat([handshake(767, 1), packet(1, Buffer.alloc(7))]),
  'a third kind of status': Buffer.concat([handshake(767, 1), packet(2)]),
  'an old ping in the middle': Buffer.concat([handshake(767, 1), bytes('fe01fa')]),
}

test('the link door survives whatever is sent to it, and says nothing that is not asked for', async (t) => {
  const service = await startService((await databases.sqlite()).url)
  t.after(() => service.close())
  const { mocks } = await neighbourhood(t, service, { friends: { players: { Steve_2: uuid(1) } } })
  const { door, port } = await openDoor(t, service, times)
  const isEmpty = () =>
    until('no connection is left', async () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      door.server.getConnections((_, count) => resolve(count))
      return (await promise) === 0
    })
  const join = async () => undefined

  for (const [what, sent] of Object.entries(hostile)) {
    await t.test(what, async () => {
      const game = await Game.connect(t, port)
      game.send(sent)
      assert.equal((await game.rest()).length, 0)
    })
  }

  await t.test('bytes one at a time, or none at all, do not keep a connection open', async () => {
    const [silent, slow, half] = await Promise.all([1, 2, 3].map(() => Game.connect(t, port)))
    assert.ok(silent && slow && half)
    const whole = Buffer.concat([handshake(767, 2), loginStart(767, 'Steve_2')])
    const drip = setInterval(() => slow.socket.writable && slow.socket.write(bytes('81')), 20)
    t.after(() => clearInterval(drip))
    half.send(whole.subarray(0, -1))
    await Promise.all([silent, slow, half].map(async (game) => assert.equal((await game.rest()).length, 0)))
    const waiting = await Game.connect(t, port)
    await askToLogIn(waiting, { username: 'Steve_2' })
    assert.equal((await waiting.rest()).length, 0)
  })

  await t.test('a flood of bytes is not kept', async () => {
    const game = await Game.connect(t, port)
    const closed = new Promise((resolve) => game.socket.once('close', resolve))
    game.socket.write(Buffer.alloc(20 * 1024 * 1024, 0x80))
    await closed
  })

  await t.test(
    'a wrong answer to the request for encryption ends the login, and nobody is asked',
    async () => {
      const seen = mocks.friends?.seen.length
      const wrong: Record<string, (asked: Awaited<ReturnType<typeof askToLogIn>>) => Buffer> = {
        garbage: () => packet(1, prefixed(randomBytes(128)), prefixed(randomBytes(128))),
        empty: () => packet(1, prefixed(Buffer.alloc(0)), prefixed(Buffer.alloc(0))),
        long: () => packet(1, prefixed(randomBytes(1000)), prefixed(randomBytes(1000))),
        'the largest number': () =>
          packet(1, prefixed(Buffer.alloc(128, 0xff)), prefixed(Buffer.alloc(128, 0xff))),
        'a short secret': (asked) => encryptionResponse(767, { ...asked, secret: randomBytes(15) }),
        'a long secret': (asked) => encryptionResponse(767, { ...asked, secret: randomBytes(32) }),
        'another token': (asked) => encryptionResponse(767, { ...asked, token: randomBytes(4) }),
        'no token': ({ encrypt, secret }) => packet(1, prefixed(encrypt(secret))),
      }
      for (const [what, make] of Object.entries(wrong)) {
        service.advance(60_000)
        const game = await Game.connect(t, port)
        game.send(make(await askToLogIn(game, { username: 'Steve_2' })))
        assert.equal((await game.rest()).length, 0, what)
      }
      assert.equal(mocks.friends?.seen.length, seen)
    },
  )

  await t.test('a proof can’t be sent again, and one who passes bytes on can’t read the code', async () => {
    service.advance(60_000)
    const [first, second] = [await Game.connect(t, port), await Game.connect(t, port)]
    const asked = await askToLogIn(first, { username: 'Steve_2' })
    const proof = encryptionResponse(767, asked)
    await askToLogIn(second, { username: 'Steve_2' })
    second.send(proof)
    assert.equal((await second.rest()).length, 0)
    first.send(proof)
    assert.match(await farewell(first, asked.secret), /^Your code/)
    assert.match(hashOf(asked.secret, asked.key), /^-?[0-9a-f]+$/)
  })

  await t.test('one network has eight connections, and ten logins a minute', async () => {
    await isEmpty()
    service.advance(60_000)
    const eight = await Promise.all(Array.from({ length: 8 }, () => Game.connect(t, port)))
    const ninth = await Game.connect(t, port)
    assert.equal((await ninth.rest()).length, 0)
    for (const game of eight) game.socket.destroy()
    await isEmpty()
    for (let login = 0; login < 10; login++) {
      assert.match(await logIn(t, port, { username: 'Nobody_1', join }), /^No service/)
    }
    const seen = mocks.friends?.seen.length
    const game = await Game.connect(t, port)
    game.send(handshake(767, 2), loginStart(767, 'Steve_2'))
    assert.match((await game.rest()).toString(), /"Too many players are doing this at the moment\./)
    assert.equal(mocks.friends?.seen.length, seen)
    service.advance(60_000)
    assert.match(await logIn(t, port, { username: 'Steve_2', join }), /^Your code/)
  })

  await t.test('everything has ended, and the door is open', async () => {
    await isEmpty()
    assert.match(await logIn(t, port, { username: 'Steve_2', join }), /^Your code/)
    const warnings = service.log.filter(
      (line) => /"level":(?:40|50|60)/.test(line) && line.includes('link door'),
    )
    assert.deepEqual(warnings, [])
  })
})
