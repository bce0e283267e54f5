// Two or three services that name each other: a question never goes round in a circle.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addServer, setServer } from '../../../src/domain/community/servers.ts'
import { addNeighbour } from '../../../src/domain/neighbours/neighbours.ts'
import { placeOf } from '../../../src/domain/neighbours/place.ts'
import { vendorHosts } from '../../../src/http/paths/vendor-words.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { addressesBelow } from '../../../src/state/neighbours/addresses.ts'
import { texturesKeyBits } from '../../cheap.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { neighbourhood, uuid } from './scene.ts'

const on = { NORN_NEIGHBOURS: 'on', NORN_NEIGHBOUR_TIME: '3s' }

/** Adds a game server whose visitors come from the root of another service, and returns its own root. */
async function gameServer({ context }: RunningService, name: string, of?: string): Promise<string> {
  if (of !== undefined) {
    const root = `${of}/authlib-injector`
    await addNeighbour(context, operator, {
      id: name,
      place: {
        kind: 'authlib-injector',
        root,
        addresses: addressesBelow('authlib-injector', root, 'minecraft'),
        textureHosts: [],
        isPrivate: true,
      },
      who: 'everyone',
    })
  }
  const { root } = await addServer(context, operator, { name, neighbours: of === undefined ? [] : [name] })
  return root
}

onEveryDatabase('circles', (start) => {
  test('services that give each other the root of a game server ask each other once', async () => {
    const services = await Promise.all([start(on), start(on), start(on)])
    const roots: string[] = []
    for (const [at, service] of services.entries()) roots.push(await gameServer(service, `of-${at}`))
    // Each asks the next one, and the last one the first.
    for (const [at, service] of services.entries()) {
      await gameServer(service, `asks-${at}`, roots[(at + 1) % 3])
      await setServer(service.context, operator, `of-${at}`, { neighbours: [`asks-${at}`] })
    }
    const [first, second] = services
    assert.ok(first && second)
    const answer = await first.get(
      `${new URL(roots[0] ?? '').pathname}/session/hasJoined?username=Stranger&serverId=x`,
    )
    // If anybody had waited for the circle, it would be unsure in the end.
    assert.equal(answer.status, 401)
    const asked = services.map(({ log }) => log.filter((line) => line.includes('/hasJoined')).length)
    assert.deepEqual(asked, [1, 1, 0])
    // Players of the next one come in, and those of the one after it are for it to ask about.
    const steve = await second.account({ username: 'Steve_2' })
    const accessToken = await second.signIn(steve)
    await second.post('/session/join', { accessToken, selectedProfile: steve.id, serverId: 'y' })
    const joined = await first.get(
      `${new URL(roots[0] ?? '').pathname}/session/hasJoined?username=Steve_2&serverId=y`,
    )
    assert.equal(joined.json.id, steve.id)
    const lookup = await first.get(
      `${new URL(roots[0] ?? '').pathname}/api/users/profiles/minecraft/Nobody_1`,
    )
    assert.equal(lookup.status, 204)
  })

  test('a service of another kind that asks back about the same join gets a no, at once', async (t) => {
    const service = await start(on)
    const { ask, mocks } = await neighbourhood(t, service, { other: { players: { Visitor: uuid(1) } } })
    const back = new URL(await gameServer(service, 'back', mocks.other?.url))
    let depth = 0
    mocks.other?.behave((response) => {
      depth++
      void service
        .get(`${back.pathname}/session/hasJoined?username=Visitor&serverId=hash`, {
          headers: { 'user-agent': 'Go-http-client/1.1' },
        })
        .then(({ status }) => response.writeHead(status === 200 ? 200 : 204).end())
    })
    assert.equal((await ask('Visitor')).status, 401)
    assert.equal(depth, 1)
    mocks.other?.behave('good')
    assert.equal((await ask('Visitor')).status, 200)
  })

  test('a service is not added as its own neighbour, however its address is written', async () => {
    const service = await start(on)
    const { context } = service
    const { port } = new URL(service.baseUrl)
    for (const root of [
      service.baseUrl,
      `${service.baseUrl}/`,
      `${service.baseUrl}/authlib-injector`,
      `http://localhost:${port}/authlib-injector`,
      `http://LOCALHOST.:${port}//authlib-injector/`,
      `http://127.1:${port}`,
      `http://[::ffff:127.0.0.1]:${port}/authlib-injector`,
      await gameServer(service, 'own'),
    ]) {
      const given = { kind: 'authlib-injector', root, private: true } as const
      await assert.rejects(
        placeOf(context, given, vendorHosts),
        (error) => error instanceof Refused && /^neighbour_(itself|silent|url_malformed)$/.test(error.reason),
        root,
      )
    }
    const urls = {
      hasJoined: `${service.baseUrl}/session/hasJoined`,
      profile: 'http://10.0.0.1/',
      namesUrl: 'http://10.0.0.1/',
    }
    await assert.rejects(
      placeOf(context, { kind: 'urls', ...urls, private: true }, vendorHosts),
      new Refused('neighbour_itself'),
    )
    // With a key of its own: one with ours would be us.
    const other = await start({ ...on, NORN_TEXTURES_KEY_BITS: String(texturesKeyBits) })
    const found = await placeOf(
      context,
      { kind: 'authlib-injector', root: other.baseUrl, private: true },
      vendorHosts,
    )
    assert.ok(found.root?.startsWith(other.baseUrl))
  })
})
