// What is read of claims and user info: names, addresses, groups and subjects of every form.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Provider, ProviderIdentity } from '../../../src/model/community/provider.ts'
import { ExchangeFailed } from '../../../src/state/providers/exchange-failed.ts'
import { Providers } from '../../../src/state/providers/providers.ts'
import {
  cameBack,
  configured,
  type HostileProvider,
  json,
  now,
  secret,
  startHostile,
} from '../../providers/hostile.ts'

describe('claims and user info', () => {
  let mock: HostileProvider
  const providers = new Providers(() => undefined)
  before(async () => {
    mock = await startHostile()
  })
  after(() => mock.close())
  beforeEach(() => Object.assign(mock, { token: {}, tokens: {}, userInfo: { sub: 'person' }, answers: {} }))

  const identified = (changes: Partial<Provider>): Promise<ProviderIdentity> =>
    providers.identify(configured(mock.url, changes), secret, cameBack(mock.url), now)

  const names = { subject: 'sub', username: 'preferred_username', email: 'email', groups: null }

  test('groups are an array of texts or one text, and anything else changes nothing', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `g${at}`)
    const read: [unknown, readonly string[] | undefined][] = [
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      ['a', ['a']],
      ['', []],
      [[], []],
      [['a\u202e\u0007'], ['a']],
      [many, many],
      [[...many, 'one more'], undefined],
      [['a', 1], undefined],
      [{ a: true }, undefined],
      [7, undefined],
      [null, undefined],
      [undefined, undefined],
    ]
    for (const [roles, expected] of read) {
      mock.token = { claims: { roles } }
      const { groups } = await identified({ claims: { ...names, groups: 'roles' } })
      assert.deepEqual(groups, expected)
    }
  })

  test('a claim is found by its name, with dots too, or else by its path', async () => {
    const groupsAt = async (path: string) => (await identified({ claims: { ...names, groups: path } })).groups
    mock.token = {
      claims: {
        'https://example.org/roles': ['address'],
        realm_access: { roles: ['path'] },
        'a.b': ['name'],
        a: { b: ['path'] },
      },
    }
    assert.deepEqual(await groupsAt('https://example.org/roles'), ['address'])
    assert.deepEqual(await groupsAt('realm_access.roles'), ['path'])
    assert.deepEqual(await groupsAt('a.b'), ['name'])
    for (const path of ['realm_access.roles.length', 'constructor.name', '__proto__', 'a.', '.a', '..']) {
      assert.equal(await groupsAt(path), undefined)
    }
  })

  test('names are one line of at most 254 characters; an address is as it came or not there', async () => {
    mock.token = {
      claims: { preferred_username: ` St\u202eeve\u0000\n${'x'.repeat(300)}`, email: 'a\u202e@example.org' },
    }
    const cleaned = await identified({})
    assert.deepEqual([cleaned.username, cleaned.email, cleaned.isEmailVerified], ['Steve', undefined, false])
    mock.token = { claims: { preferred_username: '\u{1f600}'.repeat(200), email: 'a'.repeat(255) } }
    const cut = await identified({})
    assert.deepEqual([cut.username, cut.email], ['\u{1f600}'.repeat(127), undefined])
    mock.token = { claims: { preferred_username: 7, email: ['steve@example.org'] as never } }
    const odd = await identified({})
    assert.deepEqual([odd.username, odd.email, odd.isEmailVerified], [undefined, undefined, false])
  })

  test('an address is confirmed by true or its text, for its own claim', async () => {
    const isVerified = async (email_verified: unknown, changes: Partial<Provider> = {}) => {
      mock.token = { claims: { email_verified, mail: 'other@example.org' } }
      return (await identified(changes)).isEmailVerified
    }
    assert.equal(await isVerified(true), true)
    assert.equal(await isVerified('true'), true)
    for (const said of [false, 'false', 1, 'yes', ['true'], {}, null]) {
      assert.equal(await isVerified(said), false)
    }
    assert.equal(await isVerified(true, { claims: { ...names, email: 'mail' } }), false)
  })

  describe('OAuth 2.0 alone', () => {
    const plain = (changes: Partial<Provider> = {}): Partial<Provider> => ({
      kind: 'oauth2',
      issuer: undefined,
      auth: 'post',
      claims: { subject: 'data.id', username: 'data.login', email: null, groups: null },
      ...changes,
    })

    test('the user info says who it is, by number or text, and an ID token nothing', async () => {
      for (const [id, subject] of [
        [7, '7'],
        ['seven', 'seven'],
        [0, '0'],
      ]) {
        mock.userInfo = { data: { id, login: 'Steve' } }
        mock.token = { header: { alg: 'none' }, claims: { sub: 'another' } }
        assert.deepEqual(await identified(plain()), {
          subject,
          username: 'Steve',
          email: undefined,
          isEmailVerified: false,
          groups: undefined,
          authenticatedAt: undefined,
          isInGuild: undefined,
        })
      }
    })

    test('no person without a subject that can be told from others', async () => {
      for (const id of [2 ** 53, 1.5, '', null, undefined, true, ['7'], { a: 1 }, 's'.repeat(255)]) {
        mock.userInfo = { data: { id } }
        await assert.rejects(identified(plain()), ExchangeFailed)
      }
    })

    test('an error with status 200 is one', async () => {
      mock.answers['/token'] = (response) => json(response, { error: 'bad_code', access_token: 'at-secret' })
      await assert.rejects(identified(plain()), /^ExchangeFailed: bad_code$/)
    })

    test('an access token that no header can have is not sent', async () => {
      mock.tokens = { access_token: 'a\r\nb' }
      mock.asked.length = 0
      await assert.rejects(identified(plain()), /an access token that no header can have/)
      assert.deepEqual(mock.asked, ['/token'])
    })

    test('a state of another browser proves nobody here, too', async () => {
      mock.userInfo = { data: { id: 7 } }
      const answer = cameBack(mock.url, { state: 'another' })
      await assert.rejects(
        providers.identify(configured(mock.url, plain()), secret, answer, now),
        ExchangeFailed,
      )
    })
  })
})
