// Game servers and proxies below the root of a game server, each request byte for byte as its program writes it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { exchange } from '../raw.ts'
import { onEveryDatabase, operator } from '../service.ts'

/** A signed number in hexadecimal, like those that games compute. */
const serverId = '-7c9d5b0013f7a2e4b9c8d6e5f4a3b2c1d0e9f8'

interface Asked {
  /** The address of the root, or of the service if there is none. */
  base: URL
  username: string
}

type Program = (asked: Asked) => { path: string; headers: readonly string[] }

/** The headers that each program writes after its request line. */
const programs: Record<string, Program> = {
  // HttpClient of Java 17, which offers HTTP/2 without TLS.
  Velocity: ({ base, username }) => ({
    path: `/session/minecraft/hasJoined?username=${username}&serverId=${serverId}&ip=127.0.0.1`,
    headers: [
      'Connection: Upgrade, HTTP2-Settings',
      'Content-Length: 0',
      `Host: ${base.host}`,
      'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      'Upgrade: h2c',
      'User-Agent: Velocity/3.4.0-SNAPSHOT',
    ],
  }),
  // Its own client names the host without the port, and sends no User-Agent.
  BungeeCord: ({ base, username }) => ({
    path: `/session/minecraft/hasJoined?username=${username}&serverId=${serverId}`,
    headers: [`host: ${base.hostname}`],
  }),
  'a game server under authlib-injector': ({ base, username }) => ({
    path: `/authlib-injector/sessionserver/session/minecraft/hasJoined?username=${username}&serverId=${serverId}`,
    headers: [
      'User-Agent: Java/17.0.13',
      `Host: ${base.host}`,
      'Accept: text/html, image/gif, image/jpeg, */*; q=0.2',
    ],
  }),
  'a game server below 1.7.2': ({ base, username }) => ({
    path: `/session/legacy/hasJoined?user=${username}&serverId=${serverId}`,
    headers: ['User-Agent: Java/1.6.0_65', `Host: ${base.host}`, 'Accept: */*'],
  }),
}

/** Headers that differ from answer to answer. */
const changing = /^(?:date|x-request-id): .*\r\n/gim

onEveryDatabase('programs of game servers', (start) => {
  test('below a root each is answered as it is without one, and by group', async () => {
    const service = await start()
    const { context } = service
    for (const name of ['staff', 'staff-2', 'old-staff']) await createGroup(context, operator, { name })
    const { root } = await addServer(context, operator, { name: 'survival', groups: ['staff'] })
    const players = {
      Steve: await service.account({ username: 'Steve' }),
      Alex: await service.account({ username: 'Alex' }),
    }
    await addMembers(context, operator, 'staff', [players.Steve])
    // Names that begin or end like the name of the group.
    for (const name of ['staff-2', 'old-staff']) await addMembers(context, operator, name, [players.Alex])
    const tokens = { Steve: await service.signIn(players.Steve), Alex: await service.signIn(players.Alex) }

    for (const [name, program] of Object.entries(programs)) {
      const ask = async (at: string, username: keyof typeof players, isJoining = true) => {
        const join = { accessToken: tokens[username], selectedProfile: players[username].id, serverId }
        if (isJoining) assert.equal((await service.post('/session/join', join)).status, 200)
        const base = new URL(at)
        const { path, headers } = program({ base, username })
        const line = `GET ${base.pathname.replace(/\/$/, '')}${path} HTTP/1.1`
        // They keep the connection open, which we do not.
        const bytes = [line, ...headers, 'Connection: close', '', ''].join('\r\n')
        const { head, body } = await exchange(service, bytes)
        return `${head}\r\n\r\n${body}`.replaceAll(changing, '')
      }
      const [plain, below] = [await ask(service.baseUrl, 'Steve'), await ask(root, 'Steve')]
      assert.equal(below, plain, name)
      assert.match(below, /"name":"Steve"|YES$/, name)
      const refused = await ask(root, 'Alex')
      const nobody = await ask(service.baseUrl, 'Alex', false)
      assert.equal(refused, nobody, `${name}: like a server that nobody has joined`)
      assert.doesNotMatch(refused, /Alex|YES/, name)
      assert.match(
        await ask(service.baseUrl, 'Alex'),
        /"name":"Alex"|YES$/,
        `${name}: the plain root knows no groups`,
      )
    }
  })

  test("below a root with neighbours each but games below 1.7.2 gets a neighbour's player", async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const { at, mocks } = await neighbourhood(t, service, {
      other: { players: { Visitor: uuid(1) }, forwardAddress: true, textures: 'pass' },
    })
    const { other } = mocks
    assert.ok(other)
    for (const [name, program] of Object.entries(programs)) {
      const ask = async (username: string) => {
        const { path, headers } = program({ base: new URL(service.baseUrl), username })
        const bytes = [`GET ${at}${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')
        const { head, body } = await exchange(service, bytes)
        return { status: Number(head.split(' ')[1]), body }
      }
      service.advance(minuteMs)
      other.seen.splice(0)
      other.behave('good')
      if (name === 'a game server below 1.7.2') {
        assert.deepEqual(await ask('Visitor'), { status: 200, body: 'NO' })
        assert.deepEqual(other.seen, [])
        continue
      }
      const admitted = await ask('Visitor')
      assert.equal(admitted.status, 200, name)
      // Proxies take the name and the UUID of the answer, games only the UUID.
      const { properties, ...profile } = JSON.parse(admitted.body)
      assert.deepEqual(profile, { id: uuid(1), name: 'Visitor' }, name)
      for (const property of properties) {
        assert.deepEqual(Object.keys(property), ['name', 'value', 'signature'], name)
      }
      const asked = new URLSearchParams(other.seen.map(({ path }) => path.split('?')[1]).join('&'))
      assert.equal(asked.get('serverId'), serverId, name)
      assert.equal(asked.get('ip'), name === 'Velocity' ? '127.0.0.1' : null, name)
      assert.deepEqual(await ask('Nobody'), { status: 204, body: '' }, name)
      // Velocity and BungeeCord say that the service is down, and so does the game.
      other.behave('status-500')
      assert.equal((await ask('Visitor')).status, 503, name)
    }
  })
})
