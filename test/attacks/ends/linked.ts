// Players of neighbours and of Bedrock, accounts at providers, and codes that link them.
import assert from 'node:assert/strict'
import { makeBedrockCode } from '../../../src/domain/bedrock/codes.ts'
import { makeLinkCode } from '../../../src/domain/linking/codes.ts'
import { removeNeighbour } from '../../../src/domain/neighbours/neighbours.ts'
import { removeProvider } from '../../../src/domain/providers/providers.ts'
import { minuteMs } from '../../../src/lib/measure/units.ts'
import { neighbourhood, uuid } from '../../domain/neighbours/scene.ts'
import { operator, type RunningService } from '../../service.ts'
import { type Browser, browserOf } from '../../web/browser.ts'
import { comeBack, proved, providerOf } from '../../web/provider.ts'
import { pressUndo, sends, signedIn, tickBoxes, undoLink, type Walk, type World, walk } from './walk.ts'

const path = '/account/linked'

let number = 0

/** A neighbour of its own, whose player has joined a game server, and a code for that player. */
async function neighbour({ t, service }: World) {
  const id = `friends${++number}`
  const name = `Guest_${number}`
  const player = { neighbour: id, id: uuid(number), name }
  const given = { [id]: { players: { [name]: player.id }, who: 'linked' as const } }
  const { ask } = await neighbourhood(t, service, given, { name: `lobby${number}` })
  const code = async () => (await makeLinkCode(service.context, player)) ?? ''
  return { id, player, code, joins: async () => (await ask(name)).status === 200 }
}

async function type(browser: Browser, code: string): Promise<boolean> {
  const page = await browser.send(await browser.get(path), path, { code })
  if (!page.text.includes(`${path}/answer`)) return false
  return (await browser.send(page, `${path}/answer`)).flash === 'The player is linked.'
}

const player = walk(
  async (world) => {
    const owner = await signedIn(world.service)
    const there = await neighbour(world)
    assert.ok(await type(owner.browser, await there.code()))
    return { ...owner, ...there, link: await undoLink(world.service), works: there.joins }
  },
  {
    'a box with a new password': (_, owner) => tickBoxes(owner, /^unlink:/),
    'its neighbour': ({ service }, { id }) => removeNeighbour(service.context, operator, id),
    'for a day a link in the email': ({ service }, { link }) => pressUndo(service, link),
    'unlinking it': (_, { browser }) => sends(browser, path, {}, `${path}/remove`),
  },
)

const code = walk(
  async (world) => {
    const { service } = world
    const there = await neighbour(world)
    let shown = await there.code()
    const question = async (of: string): Promise<boolean> => {
      const { browser } = await signedIn(service)
      return (await browser.send(await browser.get(path), path, { code: of })).text.includes(`${path}/answer`)
    }
    let isFirst = true
    return {
      ...there,
      typed: () => shown,
      works: async () => {
        const works = await question(shown)
        // A typed code is used up: the next one is another.
        if (isFirst) shown = await there.code()
        isFirst = false
        return works
      },
    }
  },
  {
    use: async ({ service }, { typed }) => {
      const { browser } = await signedIn(service)
      assert.ok(await type(browser, typed()))
    },
    'another code': (_, { code: another }) => another(),
    '10 minutes': async ({ service }) => service.advance(10 * minuteMs),
    'its neighbour': ({ service }, { id }) => removeNeighbour(service.context, operator, id),
  },
)

const isBedrock = async (service: RunningService, xuid: string) =>
  (await service.get(`/authlib-injector/geyser/v2/link/bedrock/${xuid}`)).text !== '{}'

const bedrock = walk(
  async ({ service }) => {
    const owner = await signedIn(service)
    const xuid = String(1000 + ++number)
    assert.ok(await type(owner.browser, (await makeBedrockCode(service.context, operator, { xuid })).code))
    return { ...owner, link: await undoLink(service), works: () => isBedrock(service, xuid) }
  },
  {
    'a box with a new password': (_, owner) => tickBoxes(owner, /^unlink:/),
    'for a day a link in the email': ({ service }, { link }) => pressUndo(service, link),
    'unlinking it': (_, { browser }) => sends(browser, path, {}, `${path}/remove`),
  },
)

const atProvider = walk(
  async ({ t, service }) => {
    const owner = await signedIn(service)
    const name = `school${++number}`
    const mock = await providerOf(t, service, { name })
    const person = { sub: `s-${number}` }
    const page = await owner.browser.send(await owner.browser.get(path), `${path}/with`, { provider: name })
    const [, away = ''] = /^0; url=(.+)$/.exec(page.headers.get('refresh') ?? '') ?? []
    await owner.browser.get(proved(mock, new URL(away), person))
    return {
      ...owner,
      name,
      link: await undoLink(service),
      works: async () =>
        (await comeBack(browserOf(service), mock, person, `/sign-in/with/${name}`).catch(() => undefined))
          ?.path === '/account',
    }
  },
  {
    'a box with a new password': (_, owner) => tickBoxes(owner, /^unlink-from:/),
    'its provider': ({ service }, { name }) => removeProvider(service.context, operator, name),
    'for a day a link in the email': ({ service }, { link }) => pressUndo(service, link),
    'unlinking it': (_, { browser, name }) => sends(browser, path, { provider: name }, `${path}/unlink`),
  },
)

export const linked: Readonly<Record<string, Walk>> = {
  'code to link a player': code,
  'linked player of a neighbour': player,
  'linked player of Bedrock': bedrock,
  'account at a provider of sign-ins': atProvider,
}

export { neighbour }
