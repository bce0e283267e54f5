// Passkeys by hand: requests that a browser would not send, but an attacker might.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
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
})
