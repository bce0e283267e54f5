// The four presets against stand-ins that answer as documented, behind TLS.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Provider } from '../../../src/model/community/provider.ts'
import { ExchangeFailed, type ExchangeProblem } from '../../../src/state/providers/exchange-failed.ts'
import { fixedServers } from '../../../src/state/providers/presets.ts'
import { Providers } from '../../../src/state/providers/providers.ts'
import { configured, json } from '../../providers/hostile.ts'
import { client, consumers, type Person } from '../../providers/quirks.ts'
import { type StandIns, startStandIns } from '../../providers/stand-ins.ts'

const steve: Person = { id: '80351110224678912', name: 'Steve', email: 'steve@example.org', isVerified: true }
const now = () => Date.now()

const shared = { isPrivate: false, clientId: client.id, auth: 'post', name: 'one' } as const

const discord = (changes: Partial<Provider> = {}): Provider =>
  configured('', {
    ...shared,
    preset: 'discord',
    issuer: 'https://discord.com',
    server: fixedServers.discord,
    scope: 'openid identify email',
    claims: { subject: 'sub', username: 'username', email: 'email', groups: null },
    ...changes,
  })

const github = (changes: Partial<Provider> = {}): Provider =>
  configured('', {
    ...shared,
    preset: 'github',
    kind: 'oauth2',
    issuer: undefined,
    server: fixedServers.github,
    scope: 'read:user user:email',
    claims: { subject: 'id', username: 'login', email: 'email', groups: null },
    ...changes,
  })

describe('the stand-in of', () => {
  let all: StandIns
  const providers = new Providers(() => 'https://norn.example')
  before(async () => {
    all = await startStandIns()
  })
  after(() => all.close())
  beforeEach(() => {
    all.asked.length = 0
    Object.assign(all, { replaced: {}, claims: {}, discord: { hasIdTokens: true } })
  })

  const asked = {
    state: 's'.repeat(43),
    nonce: 'n'.repeat(43),
    codeVerifier: 'v'.repeat(43),
    redirectUri: 'https://norn.example/sign-in/with/one/callback',
  }

  function answer(provider: Provider, person: Person, more: Record<string, string> = {}) {
    const url = providers.authorizationUrl(provider, asked)
    const { searchParams: parameters } = all.signIn(url, person)
    for (const [name, value] of Object.entries(more)) parameters.set(name, value)
    return { ...asked, parameters }
  }

  const signedIn = (
    provider: Provider,
    person: Person = steve,
    more: Record<string, string> = {},
    secret = client.secret,
  ) => providers.identify(provider, secret, answer(provider, person, more), now())

  async function refused(work: Promise<unknown>, problem: ExchangeProblem = 'unproved', said = /./) {
    const error = await work.then(
      (identity) => assert.fail(`proved ${JSON.stringify(identity)}`),
      (error) => error,
    )
    assert.ok(error instanceof ExchangeFailed, String(error))
    assert.deepEqual([error.problem, said.test(error.message) || error.message], [problem, true])
  }

  const discovered = async (
    preset: 'google' | 'microsoft',
    issuer: string,
    changes: Omit<Partial<Provider>, 'issuer' | 'isPrivate'> = {},
  ): Promise<Provider> => {
    const found = { tenant: null, ...changes, preset, issuer, isPrivate: false }
    const server = await providers.discover(found)
    const scope = 'openid profile email'
    const claims = { subject: 'sub', username: 'name', email: 'email', groups: null }
    return configured('', { ...shared, scope, claims, ...found, server })
  }
  const google = (changes: { hostedDomain?: string } = {}) =>
    discovered('google', 'https://accounts.google.com', changes)
  const microsoft = (tenant: string) =>
    discovered('microsoft', `https://login.microsoftonline.com/${tenant}/v2.0`, { tenant })

  describe('Discord', () => {
    test('names itself, posts a form, and says who somebody is at users/@me', async (t) => {
      all.turn(t)
      for (const hasIdTokens of [true, false]) {
        all.discord.hasIdTokens = hasIdTokens
        assert.deepEqual(await signedIn(discord()), {
          subject: steve.id,
          username: 'Steve',
          email: 'steve@example.org',
          isEmailVerified: true,
          groups: undefined,
          authenticatedAt: undefined,
          isInGuild: undefined,
        })
      }
      const agents = new Set(all.asked.map(({ headers }) => headers['user-agent']))
      assert.match([...agents].join(), /^DiscordBot \(https:\/\/norn\.example, \d+\.\d+\.\d+\S*\)$/)
    })

    test('checks an ID token where there is one', async (t) => {
      all.turn(t)
      for (const claims of [{ sub: '1' }, { nonce: 'another' }, { aud: 'another' }, { iss: 'discord.com' }]) {
        all.claims = claims
        await refused(signedIn(discord()))
      }
    })

    test('checks iss where it comes', async (t) => {
      all.turn(t)
      await refused(signedIn(discord(), steve, { iss: 'https://github.com' }))
      assert.deepEqual(all.asked, [])
      assert.equal((await signedIn(discord(), steve, { iss: 'https://discord.com' })).subject, steve.id)
    })

    test('has no address, or one that is not confirmed', async (t) => {
      all.turn(t)
      const none = await signedIn(discord(), { ...steve, email: null })
      assert.deepEqual([none.email, none.isEmailVerified], [undefined, false])
      const open = await signedIn(discord(), { ...steve, isVerified: false })
      assert.deepEqual([open.email, open.isEmailVerified], ['steve@example.org', false])
    })

    test('has an id that is a text, since a number would lose digits', async (t) => {
      all.turn(t)
      all.discord.hasIdTokens = false
      all.replaced['discord.com/api/v10/users/@me'] = (response) => json(response, { id: 7, username: 'a' })
      await refused(signedIn(discord()))
    })

    test('tells roles and membership with a scope of its own', async (t) => {
      all.turn(t)
      const guild = discord({ guild: '4711' })
      const member = await signedIn(guild, { ...steve, roles: ['1', '2'] })
      assert.deepEqual([member.groups, member.isInGuild], [['1', '2', 'member'], true])
      const other = await signedIn(guild)
      assert.deepEqual([other.groups, other.isInGuild], [[], false])
      const path = 'discord.com/api/v10/users/@me/guilds/4711/member'
      for (const status of [429, 500, 403, 200]) {
        all.replaced[path] = (response) => json(response, { message: 'x' }, status)
        const unknown = await signedIn(guild)
        assert.deepEqual([unknown.groups, unknown.isInGuild], [undefined, undefined])
      }
      all.replaced[path] = (response) => response.destroy()
      assert.equal((await signedIn(guild)).isInGuild, undefined)
    })

    test('is away while users/@me is', async (t) => {
      all.turn(t)
      for (const status of [429, 503]) {
        all.replaced['discord.com/api/v10/users/@me'] = (response) => json(response, {}, status)
        await refused(signedIn(discord()), 'unanswered')
      }
    })
  })

  describe('GitHub', () => {
    test('knows a person by a number, and confirms the address that is primary', async (t) => {
      all.turn(t)
      assert.deepEqual(await signedIn(github(), { ...steve, id: '583231' }), {
        subject: '583231',
        username: 'Steve',
        email: 'steve@example.org',
        isEmailVerified: true,
        groups: undefined,
        authenticatedAt: undefined,
        isInGuild: undefined,
      })
      assert.deepEqual(
        all.asked.map(({ host, path, headers }) => [host + path, headers.accept, headers['user-agent']]),
        [
          ['github.com/login/oauth/access_token', 'application/json', 'norn (+https://norn.example)'],
          ['api.github.com/user', 'application/json', 'norn (+https://norn.example)'],
          ['api.github.com/user/emails', 'application/json', 'norn (+https://norn.example)'],
        ],
      )
    })

    test('has no address if the primary one is not confirmed, or may not be read', async (t) => {
      all.turn(t)
      const person = { ...steve, id: '583231' }
      const none = { email: undefined, isEmailVerified: false }
      const open = await signedIn(github(), { ...person, isVerified: false })
      assert.deepEqual({ email: open.email, isEmailVerified: open.isEmailVerified }, none)
      all.replaced['api.github.com/user/emails'] = (response) => json(response, {}, 404)
      const hidden = await signedIn(github(), person)
      assert.deepEqual({ email: hidden.email, isEmailVerified: hidden.isEmailVerified }, none)
      all.replaced['api.github.com/user/emails'] = (response) => json(response, {}, 502)
      await refused(signedIn(github(), person), 'unanswered')
    })

    test('answers a wrong code and a wrong secret with status 200', async (t) => {
      all.turn(t)
      const provider = github()
      await refused(signedIn(provider, steve, { code: 'another' }), 'unproved', /^bad_verification_code$/)
      await refused(signedIn(provider, steve, {}, 'wrong'), 'unproved', /^incorrect_client_credentials$/)
      const once = answer(provider, { ...steve, id: '1' })
      assert.equal((await providers.identify(provider, client.secret, once, now())).subject, '1')
      await refused(providers.identify(provider, client.secret, once, now()), 'unproved', /^bad_ver/)
    })

    test('is found with a wrong secret, which it says with status 200', async (t) => {
      all.turn(t)
      const given = { secret: 'wrong', redirectUri: 'https://norn.example/sign-in/with/one/callback' }
      const { faults } = await providers.test(github(), given, now())
      assert.deepEqual(
        faults.map(({ fault }) => fault),
        ['secret'],
      )
    })

    test('proves nobody without a number that can be told from others', async (t) => {
      all.turn(t)
      for (const id of ['1', 2 ** 53, 1.5, null, undefined]) {
        all.replaced['api.github.com/user'] = (response) => json(response, { id, login: 'a' })
        await refused(signedIn(github()), 'unproved', /subject/)
      }
    })
  })

  describe('Google', () => {
    test('names itself in two ways, and proves a confirmed address', async (t) => {
      all.turn(t)
      const provider = await google()
      for (const iss of ['accounts.google.com', 'https://accounts.google.com']) {
        all.claims = { iss }
        const { subject, username, email, isEmailVerified } = await signedIn(provider)
        assert.deepEqual([subject, username, email, isEmailVerified], [steve.id, 'Steve', steve.email, true])
      }
      for (const iss of ['http://accounts.google.com', 'accounts.google.com.example.org']) {
        all.claims = { iss }
        await refused(signedIn(provider))
      }
      all.claims = { azp: 'another' }
      await refused(signedIn(provider))
    })

    test('proves nobody outside the hosted domain, whatever was asked for', async (t) => {
      all.turn(t)
      const provider = await google({ hostedDomain: 'example.org' })
      assert.equal(providers.authorizationUrl(provider, asked).searchParams.get('hd'), 'example.org')
      assert.equal((await signedIn(provider, { ...steve, hd: 'example.org' })).subject, steve.id)
      await refused(signedIn(provider, { ...steve, hd: 'example.com' }), 'unproved', /hosted domain/)
      await refused(signedIn(provider), 'unproved', /hosted domain/)
    })
  })

  describe('Microsoft', () => {
    const work = '72f988bf-86f1-41af-91ab-2d7cd011db47'
    const oid = `00000000-0000-0000-0000-${steve.id.slice(0, 12)}`
    const person = { ...steve, id: steve.id.slice(0, 12) }

    test('knows a person by tenant and object, and confirms no address', async (t) => {
      all.turn(t)
      const { subject, email, isEmailVerified } = await signedIn(await microsoft('consumers'), person)
      assert.deepEqual([subject, email, isEmailVerified], [`${consumers}.${oid}`, steve.email, false])
      all.claims = { email_verified: true }
      const claimed = await signedIn(await microsoft('consumers'), person)
      assert.equal(claimed.isEmailVerified, false)
    })

    const tenants: [string, string, boolean][] = [
      ['consumers', consumers, true],
      ['consumers', work, false],
      ['organizations', work, true],
      ['organizations', consumers, false],
      ['common', work, true],
      ['common', consumers, true],
      [work, work, true],
      [work, consumers, false],
      [work, '11111111-2222-3333-4444-555555555555', false],
    ]
    for (const [tenant, tid, isIn] of tenants) {
      test(`${isIn ? 'proves' : 'does not prove'} somebody of ${tid} to ${tenant}`, async (t) => {
        all.turn(t)
        const provider = await microsoft(tenant)
        if (!isIn) return refused(signedIn(provider, { ...person, tid }))
        assert.equal((await signedIn(provider, { ...person, tid })).subject, `${tid}.${oid}`)
      })
    }

    test('proves nobody without an object, or with an issuer that is not the one of the tenant', async (t) => {
      all.turn(t)
      const provider = await microsoft('common')
      for (const claims of [
        { tid: work },
        { iss: 'https://login.microsoftonline.com/common/v2.0' },
        { iss: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
        { iss: `https://login.microsoftonline.com.example.org/${consumers}/v2.0` },
        { iss: `https://login.microsoftonline.com/${consumers}/v2.0/` },
        { oid: undefined },
        { tid: undefined },
        { oid: '' },
      ]) {
        all.claims = claims
        await refused(signedIn(provider, person))
      }
    })
  })

  test('a user info without TLS gets no token', async (t) => {
    all.turn(t)
    const provider = await google()
    const server = {
      ...provider.server,
      userinfo_endpoint: 'http://openidconnect.googleapis.com/v1/userinfo',
    }
    all.claims = { name: undefined }
    await refused(signedIn({ ...provider, server }), 'unproved', /without TLS/)
    assert.equal((await signedIn(provider)).username, 'Steve')
  })

  test('a code of one of them proves nobody at another one', async (t) => {
    all.turn(t)
    const provider = await google()
    const { parameters } = answer(discord(), steve)
    parameters.set('iss', 'https://accounts.google.com')
    // The stand-ins share their codes, and tell sign-ins apart by PKCE.
    const mixed = { ...asked, parameters, codeVerifier: 'w'.repeat(43) }
    await refused(providers.identify(provider, client.secret, mixed, now()), 'unproved', /invalid_grant/)
  })

  test('each is asked for what it knows', () => {
    const url = (provider: Provider, given: object) =>
      providers.authorizationUrl(provider, { ...asked, ...given }).searchParams
    const prompts = ['login', 'select_account', 'consent'] as const
    const shown = (provider: Provider) =>
      prompts.filter((prompt) => url(provider, { prompt }).get('prompt') === prompt)
    const own = (preset: Provider['preset']) => configured('https://a.example', { preset })
    assert.deepEqual(shown(discord()), ['consent'])
    assert.deepEqual(shown(github()), ['select_account'])
    assert.deepEqual(shown(own('google')), ['select_account', 'consent'])
    assert.deepEqual(shown(own('microsoft')), prompts)
    assert.deepEqual(shown(own(null)), prompts)
    const maxAges = [discord(), github(), own('google'), own('microsoft'), own(null)].map((provider) =>
      url(provider, { maxAge: 0 }).get('max_age'),
    )
    assert.deepEqual(maxAges, [null, null, null, '0', '0'])
    assert.deepEqual(Object.fromEntries(url(discord({ guild: '1' }), {})), {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: asked.redirectUri,
      scope: 'openid identify email guilds.members.read',
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM',
      code_challenge_method: 'S256',
    })
    assert.equal(url(github(), {}).get('nonce'), null)
    const kept = providers.authorizationUrl(configured('https://a.example'), asked)
    assert.equal(kept.searchParams.get('tenant'), '1')
  })
})
