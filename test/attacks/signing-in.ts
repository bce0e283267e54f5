// Players who sign in at a neighbour to be linked, and the neighbour.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { JWTPayload } from 'jose'
import { newClient } from '../../src/domain/linking/client.ts'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { addNeighbour, findNeighbour, setNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { addressesBelow } from '../../src/state/neighbours/addresses.ts'
import { uuid } from '../domain/neighbours/scene.ts'
import { type MockAuthorizationServer, startAuthorizationServer } from '../neighbours/authorization-server.ts'
import { operator, type RunningService, type TestAccount } from '../service.ts'
import { type Browser, browserOf, type PageView } from '../web/browser.ts'

export const path = '/account/linked'
export const secret = 'the secret: of, this & that'

export interface Scene {
  service: RunningService
  mock: MockAuthorizationServer
  browser: Browser
  account: TestAccount
  /** Presses the button, and returns what the neighbour is asked. */
  begin(browser?: Browser): Promise<URLSearchParams>
  /** Comes back as the neighbour sends the browser, with these changes; `''` leaves a parameter out. */
  back(asked: URLSearchParams, changes?: Record<string, string>): Promise<PageView>
  /** Makes the neighbour name this player, and plays the whole sign-in. */
  play(claims?: JWTPayload): Promise<PageView>
}

export async function scene(t: TestContext, service: RunningService, id = 'friends'): Promise<Scene> {
  const mock = await startAuthorizationServer(service.now)
  t.after(() => mock.close())
  await befriend(service, id, mock)
  const account = await service.account()
  const browser = browserOf(service)
  await browser.signIn(account)
  const begin: Scene['begin'] = async (by = browser) => {
    const { sentTo, text } = await by.send(await by.get(path), `${path}/sign-in`, { neighbour: id })
    assert.ok(sentTo, text)
    return sentTo.searchParams
  }
  const back: Scene['back'] = (asked, changes = {}) => {
    const query = { code: 'code-secret', state: asked.get('state') ?? '', iss: mock.url, ...changes }
    const kept = Object.entries(query).filter(([, value]) => value !== '')
    return browser.get(`${path}/${id}/callback?${new URLSearchParams(kept)}`)
  }
  return {
    service,
    mock,
    browser,
    account,
    begin,
    back,
    play: async (claims = {}) => {
      const asked = await begin()
      const selectedProfile = { id: uuid(1), name: 'Steve_2' }
      mock.claims = { nonce: asked.get('nonce'), selectedProfile, ...claims }
      return back(asked)
    },
  }
}

async function befriend({ context }: RunningService, id: string, { root }: MockAuthorizationServer) {
  const addresses = addressesBelow('authlib-injector', root, 'minecraft')
  const place = { kind: 'authlib-injector' as const, root, addresses, textureHosts: [], isPrivate: true }
  await addNeighbour(context, operator, { id, place })
  await setClient({ context }, id)
}

export async function setClient(
  { context }: Pick<RunningService, 'context'>,
  id = 'friends',
  clientId = 'norn',
) {
  const given = { clientId, secret }
  const client = await newClient(context, await findNeighbour(context, id), given)
  await setNeighbour(context, operator, id, { client })
}

export const unproved = /did not prove which player is yours/

/** Checks that the page says so, that nobody was linked, and that the log has nothing that must be secret. */
export async function nothing({ service, account }: Scene, page: PageView, alert: RegExp, status = 422) {
  assert.deepEqual([page.status, page.heading], [status, 'Linked accounts'], page.alert)
  assert.match(page.alert ?? '', alert)
  assert.deepEqual(await linkedPlayers(service.context, account), [])
  const log = service.log.join('')
  for (const word of [secret, 'code-secret', 'at-secret', 'eyJ']) assert.ok(!log.includes(word), word)
}
