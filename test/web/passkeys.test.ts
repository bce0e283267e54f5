// Passkeys by hand: requests that a browser would not send, but an attacker might.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { authenticator, type Deviation } from './authenticator.ts'
import { browserOf, type PageView } from './browser.ts'

const origin = 'https://accounts.example.org'
const evil = 'https://accounts.example.org.evil.test'
const minute = 60_000

/** The request of a page to an authenticator. */
function askedOn({ text }: PageView, kind: 'add' | 'sign-in') {
  const [, options = ''] = new RegExp(`data-passkey="${kind}" data-options="([^"]*)"`).exec(text) ?? []
  return JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

onEveryDatabase('passkeys', (start) => {
  test('are accepted only from this service, its page and their owner, and only once', async () => {
    const service = await start({ NORN_BASE_URL: origin })
    const [account, other] = [await service.account(), await service.account()]
    const [browser, stranger, guest] = [browserOf(service), browserOf(service), browserOf(service)]
    const page = await browser.signIn(account, '/account/security')
    const strangers = await stranger.signIn(other, '/account/security')
    const key = authenticator(origin)
    const asked = askedOn(page, 'add')
    const add = async (answer: string) => {
      const { flash } = await browser.send(page, '/account/security/passkeys', { name: 'Key', answer })
      return flash === 'The passkey was added.'
    }
    const { challenge } = askedOn(await guest.get('/sign-in'), 'sign-in')
    for (const [wrong, odd] of [
      [asked, { origin: evil }],
      [asked, { rpId: 'evil.test' }],
      [asked, { isUserVerified: false }],
      [{ ...asked, challenge }, {}],
      [askedOn(strangers, 'add'), {}],
    ] as const) {
      assert.equal(await add(key.make(wrong, odd)), false, JSON.stringify(odd))
    }
    assert.equal(await add(key.make(asked)), true)
    assert.equal(await add(authenticator(origin).make(asked)), false, 'a challenge works once')

    const signIn = async (answer: string) => {
      const { path, status } = await guest.send(await guest.get('/sign-in'), '/sign-in/passkey', { answer })
      return path === '/account' ? 'in' : status
    }
    const ask = async () => askedOn(await guest.get('/sign-in'), 'sign-in')
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const odds: Deviation[] = [
      { origin: evil },
      { rpId: 'evil.test' },
      { isUserVerified: false },
      { userHandle: Buffer.from(other.id, 'hex').toString('base64url') },
      { key: privateKey },
    ]
    for (const odd of odds) {
      assert.equal(await signIn(key.signIn(await ask(), odd)), 422, Object.keys(odd).join())
    }
    const used = () => service.context.db.query.selectFrom('used_challenge').selectAll().execute()
    const before = (await used()).length
    const whole = JSON.parse(key.signIn(await ask()))
    const { response } = whole
    const broken = [
      '',
      '[]',
      '{"id":1}',
      JSON.stringify({ ...whole, id: 'other', rawId: 'other' }),
      JSON.stringify({ ...whole, response: {} }),
      JSON.stringify({ ...whole, response: { ...response, signature: 'AAAA' } }),
      JSON.stringify({ ...whole, response: { ...response, clientDataJSON: 'e30' } }),
    ]
    for (const answer of broken) assert.equal(await signIn(answer), 422, answer)
    assert.equal((await used()).length, before)
    assert.equal(await signIn(key.signIn(asked)), 422, 'a challenge of another page')
    const late = await ask()
    service.advance(15 * minute)
    assert.equal(await signIn(key.signIn(late)), 422, 'too late')
    const good = await ask()
    assert.equal(await signIn(key.signIn(good)), 'in')
    guest.cookies.clear()
    const counter = key.count()
    assert.equal(await signIn(key.signIn(good)), 422, 'the challenge has been answered before')
    assert.equal(
      await signIn(key.signIn(await ask(), { counter })),
      422,
      'a copy, whose counter did not advance',
    )

    // Nobody can remove another player's passkey.
    const thief = browserOf(service)
    const theirs = await thief.signIn(other, '/account/security')
    const csrf = /name="csrf" value="([^"]+)"/.exec(theirs.text)?.[1] ?? ''
    const removal = await thief.post('/account/security/passkeys/remove', { csrf, id: key.id })
    assert.equal(removal.headers.get('location'), '/account/security')
    guest.cookies.clear()
    assert.equal(await signIn(key.signIn(await ask())), 'in')
  })

  /** A player with one passkey, and what an answer of it leads to. */
  async function owner(start: () => Promise<RunningService>, made: Deviation) {
    const service = await start()
    const key = authenticator(origin)
    const browser = browserOf(service)
    const page = await browser.signIn(await service.account(), '/account/security')
    const answer = key.make(askedOn(page, 'add'), made)
    const { flash } = await browser.send(page, '/account/security/passkeys', { name: 'Key', answer })
    assert.equal(flash, 'The passkey was added.')
    const signIn = async (odd: Deviation) => {
      const guest = browserOf(service)
      const asking = await guest.get('/sign-in')
      const typed = { answer: key.signIn(askedOn(asking, 'sign-in'), odd) }
      const { path, status } = await guest.send(asking, '/sign-in/passkey', typed)
      return path === '/account' ? 'in' : status
    }
    return { signIn }
  }

  test('a passkey that may be kept elsewhere signs in from each device, whatever it has counted', async () => {
    for (const kept of ['elsewhere', 'eligible'] as const) {
      const { signIn } = await owner(() => start({ NORN_BASE_URL: origin }), { kept, counter: 3 })
      for (const counter of [0, 7, 7, 2, 0]) {
        assert.equal(await signIn({ kept, counter }), 'in', `${kept}, ${counter}`)
      }
      assert.equal(await signIn({ kept: 'elsewhere', counter: 1 }), 'in', 'backed up meanwhile')
      assert.equal(await signIn({ kept: 'eligible', counter: 1 }), 'in', 'no longer backed up')
      assert.equal(await signIn({ counter: 1 }), 'in', 'a manager that no longer sets the flag')
    }
  })

  test("a copy of a single device's passkey can't say that it is kept elsewhere", async () => {
    const { signIn } = await owner(() => start({ NORN_BASE_URL: origin }), { counter: 3 })
    for (const kept of [undefined, 'eligible', 'elsewhere'] as const) {
      for (const counter of [3, 2, 0]) {
        assert.equal(await signIn({ ...(kept && { kept }), counter }), 422, `${kept}, ${counter}`)
      }
    }
    assert.equal(await signIn({ counter: 4 }), 'in')
    assert.equal(await signIn({ kept: 'eligible', counter: 5 }), 'in', 'its program sets the flag since')
    assert.equal(await signIn({ kept: 'eligible', counter: 5 }), 422)
  })
})
