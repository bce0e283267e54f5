// A real provider of OpenID Connect, and what norn provider test finds out about it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Provider } from '../../../src/model/community/provider.ts'
import { DiscoveryUnusable, OtherIssuer } from '../../../src/state/providers/discovery.ts'
import { ExchangeFailed } from '../../../src/state/providers/exchange-failed.ts'
import { Providers } from '../../../src/state/providers/providers.ts'
import { configured } from '../../providers/hostile.ts'
import {
  callback,
  clients,
  type OpenidProvider,
  ProviderBrowser,
  startOpenidProvider,
} from '../../providers/openid-provider.ts'
import { until } from '../../until.ts'

describe('a real provider', () => {
  let real: OpenidProvider
  const providers = new Providers(() => 'https://norn.example')
  before(async () => {
    real = await startOpenidProvider()
  })
  after(() => real.close())

  const set = async (auth: 'basic' | 'post', changes: Partial<Provider> = {}): Promise<Provider> => {
    const issuer = real.issuer
    const server = await providers.discover({ preset: null, tenant: null, issuer, isPrivate: true })
    const claims = { subject: 'sub', username: 'preferred_username', email: 'email', groups: 'groups' }
    return configured(issuer, { server, auth, clientId: clients[auth].id, claims, ...changes })
  }
  const asked = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) }

  async function signedIn(
    provider: Provider,
    more: { prompt?: 'login'; maxAge?: number } = {},
    browser = new ProviderBrowser(),
  ) {
    const sent = { ...asked, redirectUri: callback }
    const back = await browser.follow(providers.authorizationUrl(provider, { ...sent, ...more }))
    return { ...sent, parameters: back.searchParams }
  }

  test('proves somebody to both clients, with no more than issuer, id and secret', async () => {
    for (const auth of ['basic', 'post'] as const) {
      const provider = await set(auth)
      const answer = await signedIn(provider)
      const { authenticatedAt, ...identity } = await providers.identify(
        provider,
        clients[auth].secret,
        answer,
        Date.now(),
      )
      assert.deepEqual(identity, {
        subject: 'person',
        username: 'Steve',
        email: 'steve@example.org',
        isEmailVerified: true,
        groups: ['players'],
        isInGuild: undefined,
      })
      assert.equal(typeof authenticatedAt, 'undefined')
      // A code works once, for this client, this verifier and this callback.
      await assert.rejects(
        providers.identify(provider, clients[auth].secret, answer, Date.now()),
        /invalid_grant/,
      )
    }
  })

  test('a code of another client, verifier or callback proves nobody', async () => {
    const [basic, post] = [await set('basic'), await set('post')]
    const mixed = await signedIn(basic)
    await assert.rejects(
      providers.identify(post, clients.post.secret, mixed, Date.now()),
      /^ExchangeFailed: invalid_grant$/,
    )
    for (const change of [{ codeVerifier: 'w'.repeat(43) }, { redirectUri: `${callback}2` }]) {
      const answer = { ...(await signedIn(basic)), ...change }
      await assert.rejects(
        providers.identify(basic, clients.basic.secret, answer, Date.now()),
        /^ExchangeFailed: invalid_grant$/,
      )
    }
    const wrong = await signedIn(basic)
    await assert.rejects(providers.identify(basic, 'wrong', wrong, Date.now()), /invalid_client/)
  })

  test('says when somebody has signed in, and lets them do so again if asked', async () => {
    const provider = await set('basic')
    const browser = new ProviderBrowser()
    const at = async (more: { prompt?: 'login'; maxAge?: number }) => {
      const answer = await signedIn(provider, more, browser)
      return (await providers.identify(provider, clients.basic.secret, answer, Date.now())).authenticatedAt
    }
    const first = await at({ maxAge: 3600 })
    // The server tells whole seconds.
    const second = () => Math.floor(Date.now() / 1000)
    const then = second()
    await until('another second has begun', () => second() > then)
    assert.equal(await at({ maxAge: 3600 }), first)
    const again = await at({ prompt: 'login', maxAge: 0 })
    assert.ok(again !== undefined && first !== undefined && again > first, `${again} > ${first}`)
  })

  describe('is found', () => {
    const client: { secret: string; redirectUri: string } = {
      secret: clients.basic.secret,
      redirectUri: callback,
    }
    const found = async (changes: Partial<Provider>, given: Partial<typeof client> = {}, offMs = 0) => {
      const provider = await set('basic', changes)
      return providers.test(provider, { ...client, ...given }, Date.now() + offMs)
    }
    const faultsOf = ({ faults }: Awaited<ReturnType<typeof found>>) => faults.map(({ fault }) => fault)

    test('in order', async () => {
      const { faults, aheadMs } = await found({})
      assert.deepEqual(faults, [])
      assert.ok(aheadMs !== undefined && Math.abs(aheadMs) <= 2000, String(aheadMs))
    })
    test('with a wrong secret, client or callback', async () => {
      assert.deepEqual(faultsOf(await found({}, { secret: 'wrong' })), ['secret'])
      assert.deepEqual(faultsOf(await found({ clientId: 'nobody' })), ['secret'])
      assert.deepEqual(faultsOf(await found({}, { redirectUri: `${callback}2` })), ['callback'])
    })
    test('out of reach, or as another issuer', async () => {
      assert.deepEqual(faultsOf(await found({ issuer: 'http://127.0.0.1:9' })), ['unreachable'])
      assert.deepEqual(faultsOf(await found({ isPrivate: false })), ['unreachable'])
      const issuer = real.issuer.replace('127.0.0.1', 'localhost')
      assert.deepEqual(faultsOf(await found({ issuer })), ['issuer'])
      assert.deepEqual(faultsOf(await found({ issuer: `${real.issuer}/nothing` })), ['document'])
    })
    test('with a token address that is not one', async () => {
      const provider = await set('basic')
      const of = async (token_endpoint: string) =>
        (await found({ server: { ...provider.server, token_endpoint } })).faults
      assert.deepEqual(await of(`${real.issuer}/nothing`), [{ fault: 'tokens', said: 'status 404' }])
    })
    test('with keys that are gone', async () => {
      const provider = await set('basic')
      const server = { ...provider.server, jwks_uri: `${real.issuer}/nothing` }
      assert.deepEqual(faultsOf(await found({ server })), ['keys'])
    })
    test('with a clock that is five minutes off', async () => {
      for (const offMs of [300_000, -300_000]) {
        const { faults, aheadMs } = await found({}, {}, offMs)
        assert.deepEqual(
          faults.map(({ fault }) => fault),
          ['clock'],
        )
        assert.ok(Math.abs((aheadMs ?? 0) + offMs) <= 2000, String(aheadMs))
      }
    })
  })

  test('a document of another issuer, or none, is not used', async () => {
    const read = (issuer: string) =>
      providers.discover({ preset: null, tenant: null, issuer, isPrivate: true })
    await assert.rejects(read(real.issuer.replace('127.0.0.1', 'localhost')), OtherIssuer)
    await assert.rejects(read(`${real.issuer}/nothing`), DiscoveryUnusable)
    await assert.rejects(
      providers.identify(configured('http://127.0.0.1:9'), 's', await signedIn(await set('basic')), 0),
      ExchangeFailed,
    )
  })
})
