// Our own service behind a proxy that can turn it into a faulty server, and the kit that checks it.
import type { Adapter } from '../../kit/src/adapter.ts'
import { type ProfileName, profileNames } from '../../kit/src/check.ts'
import { Client } from '../../kit/src/http/client.ts'
import { Secrets } from '../../kit/src/http/secrets.ts'
import type { Addresses, LayoutName } from '../../kit/src/layouts/layout.ts'
import { checks } from '../../kit/src/profiles/all.ts'
import type { CheckResult } from '../../kit/src/report/report.ts'
import { type Results, runChecks } from '../../kit/src/run.ts'
import { select } from '../../kit/src/select.ts'
import type { World } from '../../kit/src/trial.ts'
import { openWorld } from '../../kit/src/world.ts'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { findAccount } from '../../src/domain/accounts/find.ts'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { linkBedrock } from '../../src/domain/bedrock/link.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { addNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { placeOf } from '../../src/domain/neighbours/place.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { vendorHosts } from '../../src/http/paths/vendor-words.ts'
import { migrated } from '../databases.ts'
import { freePort } from '../free-port.ts'
import { makePng, noise } from '../png.ts'
import { operator, type RunningService, startService } from '../service.ts'
import { allow, application } from '../wire/oauth2/oauth.ts'
import { type Mutate, type Proxy, startProxy, untouched } from './proxy.ts'

export interface Checked {
  service: RunningService
  proxy: Proxy
  accounts: { login: string; password: string; totpSecret?: string }[]
  adapter: Adapter
  /** The service's clock, which the kit uses too. */
  clock: { now: () => number; sleep: (ms: number) => Promise<void> }
  /** Restores the correct server. */
  right(): void
  /** The root of a registered game server. */
  serverRoot: string
  /** The ports of the neighbours that the game server names, and the root of one that names them. */
  neighbours: readonly [number, number]
  federatedRoot: string
  /** The textures of the first account. */
  wornBySteve(): Promise<unknown>
  close(): Promise<void>
}

/** The kit deliberately makes far more guesses than one run may make at one account. */
const settings = {
  NORN_GUESS_ADDRESS: '10000',
  NORN_NEIGHBOURS: 'on',
  NORN_BEDROCK_LINKS: 'on',
  NORN_REGISTRATION: 'open',
}

export async function startChecked(): Promise<Checked> {
  const proxy = await startProxy()
  const database = await migrated.sqlite()
  const service = await startService(database.url, { ...settings, NORN_BASE_URL: proxy.origin })
  proxy.to = new URL(service.baseUrl).origin
  // Of tokens that were issued in the same instant, the oldest is not defined.
  proxy.onPass = () => service.advance(1)
  const people = [await service.account({ username: 'Steve' }), await service.account({ username: 'Alex_2' })]
  const guarded = await service.account({ username: 'Guarded' })
  const { secret: totpSecret } = await enableSecondFactor(
    service.context,
    operator,
    await service.stored(guarded),
  )
  const [steve] = people
  if (steve) await wear(service, steve)
  const { root: serverRoot } = await addServer(service.context, operator, { name: 'survival' })
  const neighbours = [await freePort(), await freePort()] as const
  const federatedRoot = await federated(service, neighbours)
  return {
    service,
    proxy,
    neighbours,
    federatedRoot,
    accounts: [
      ...people.map(({ email, password }) => ({ login: email, password })),
      { login: guarded.email, password: guarded.password, totpSecret },
    ],
    adapter: adapterOf(service, async (login) => people.find(({ email }) => email === login) ?? { id: '' }),
    clock: { now: service.now, sleep: async (ms) => service.advance(ms) },
    serverRoot,
    right: () => {
      proxy.mutate = untouched
    },
    wornBySteve: async () => (await service.get(`/skinsystem/textures/Steve`)).json,
    close: async () => {
      await proxy.close()
      await service.close()
      await database.drop()
    },
  }
}

/** Configures the neighbours of the kit as its README says, and returns the root of a game server that names them. */
async function federated({ context }: RunningService, ports: readonly [number, number]): Promise<string> {
  const ids = ['first', 'second'] as const
  for (const [at, id] of ids.entries()) {
    const root = `http://127.0.0.1:${ports[at]}`
    const wanted = { kind: 'authlib-injector', root, private: true, offline: true } as const
    const place = await placeOf(context, wanted, vendorHosts)
    const trust = id === 'first' ? 90 : 50
    await addNeighbour(context, operator, { id, place, who: 'everyone', limit: 10_000, trust })
  }
  return (await addServer(context, operator, { name: 'federated', neighbours: ids })).root
}

/** A skin of its own, which the checks have to preserve. */
async function wear(
  service: RunningService,
  account: { id: string; username: string; password: string },
): Promise<void> {
  const form = new FormData()
  form.set('model', 'slim')
  form.set('file', new Blob([makePng(64, 64, noise(3))], { type: 'image/png' }), 'skin.png')
  const headers = { authorization: `Bearer ${await service.signIn(account)}` }
  const path = `/authlib-injector/api/user/profile/${account.id}/skin`
  const { status, text } = await service.request(path, { method: 'PUT', body: form, headers })
  if (status !== 204) throw new Error(text)
}

function adapterOf(service: RunningService, byEmail: (login: string) => Promise<{ id: string }>): Adapter {
  const { context } = service
  const stored = async ({ id = '' }: { id?: string }) => service.stored({ id })
  let made = 0
  return {
    async createAccount() {
      const { email, password, id } = await service.account({
        username: `Made_${++made}`,
        email: `made${made}@example.test`,
      })
      return { login: email, password, id }
    },
    async removeAccount({ id = '' }) {
      const account = await findAccount(context, id)
      if (account) await deleteAccount(context, operator, account)
    },
    async changePassword(account) {
      const password = `${account.password} anew`
      await setPassword(context, operator, await stored(account), password)
      return { ...account, password }
    },
    async rename(account, name) {
      await renameAccount(context, operator, await stored(account), name)
      return account
    },
    linkBedrock: async (account, xuid) =>
      linkBedrock(context, operator, await stored(account), { xuid, gamertag: undefined }),
    suspend: async (account) => suspendAccount(context, operator, await stored(account), {}),
    async createClient({ redirectUri }) {
      const { id, secret } = await application(service, { redirectUri })
      return { clientId: id, clientSecret: secret, redirectUri }
    },
    async approveDevice(userCode, { login }) {
      // Half of the interval that a device gets: polling sooner would return slow_down.
      service.advance(2500)
      await allow(service, await byEmail(login), userCode)
    },
  }
}

export interface Trying {
  layout: LayoutName
  profiles?: readonly ProfileName[]
  only?: readonly string[]
  mutate?: Mutate
  addresses?: Addresses
  expected?: ReadonlyMap<string, string>
  adapter?: Adapter
  /** True if the root of the game server is checked, too. */
  hasServerRoot?: boolean
  /** True if the kit is the neighbours of the game server, too. */
  isFederated?: boolean
  /** The default is as fast as the service answers. */
  paces?: { turn(host: string): Promise<void> }
  /** Called with the milliseconds of each wait of a check. */
  onSleep?: (ms: number) => void
}

let runs = 0

/** Runs checks against the service, or against a mutation of it. */
export async function tryKit(checked: Checked, trying: Trying): Promise<Results> {
  const { proxy, service, accounts } = checked
  // Budgets of uploads and guesses refill in between, and released names are not used again.
  service.advance(3_600_000)
  runs++
  proxy.mutate = trying.mutate ?? untouched
  const client = new Client({
    paces: trying.paces ?? { turn: () => Promise.resolve() },
    secrets: new Secrets(),
    userAgent: 'check/0',
  })
  let world: World | undefined
  try {
    world = await openWorld(client, {
      aim: { url: proxy.origin, layout: trying.layout, hosts: {}, addresses: trying.addresses ?? {} },
      serverRoot: trying.isFederated
        ? checked.federatedRoot
        : trying.hasServerRoot
          ? checked.serverRoot
          : undefined,
      neighbours: trying.isFederated ? checked.neighbours : undefined,
      accounts,
      adapter: trying.adapter ?? checked.adapter,
      seed: runs,
      now: checked.clock.now,
      sleep: (ms) => {
        trying.onSleep?.(ms)
        return checked.clock.sleep(ms)
      },
    })
    const chosen = select(checks, trying.profiles ?? [...profileNames], trying.only ?? [])
    return await runChecks(world, { checks: chosen, expected: trying.expected ?? new Map(), isOwn: true })
  } finally {
    proxy.mutate = untouched
    for (const neighbour of world?.neighbours ?? []) await neighbour.close()
  }
}

/** The failures and warnings, in a form that a failed test shows. */
export const complaints = ({ checks }: Results): string[] =>
  checks.filter(({ result }) => result === 'fail' || result === 'warn').map(describeResult)

const describeResult = ({ id, result, expected, observed }: CheckResult): string =>
  `${result} ${id}: expected ${expected}; observed ${observed}`
