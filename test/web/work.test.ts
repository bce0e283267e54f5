// NORN_CAPTCHA=altcha: forms that require a proof of work. The browser's part is in test/pages/work.slow.test.ts.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

interface Challenge {
  challenge: string
  salt: string
  maxnumber: number
}

function challengeOf({ text }: PageView): Challenge {
  const [, json = ''] = /data-challenge="([^"]+)"/.exec(text) ?? []
  return JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

/** The answer of a browser: the challenge and the number. */
function solutionOf(page: PageView): string {
  const given = challengeOf(page)
  for (let number = 0; number <= given.maxnumber; number++) {
    const digest = createHash('sha256').update(`${given.salt}${number}`).digest('hex')
    if (digest === given.challenge)
      return Buffer.from(JSON.stringify({ ...given, number })).toString('base64')
  }
  throw new Error('no number solves the challenge')
}

onEveryDatabase('proof of work', (start) => {
  test('is required to register and to recover, works once within half an hour, and only for our own challenges', async () => {
    const service = await start({ NORN_CAPTCHA: 'altcha', NORN_MAILS_PER_ADDRESS: '100' })
    const account = await service.account()
    const browser = browserOf(service)
    const { email } = account
    const page = await browser.get('/recover')
    assert.match(page.headers.get('content-security-policy') ?? '', /worker-src 'self'/)
    assert.match(page.text, /<p class="problem needs-script">This form needs JavaScript/)
    const send = (altcha: string) => browser.send(page, '/recover', { email, altcha })
    const good = solutionOf(page)
    const parsed = JSON.parse(Buffer.from(good, 'base64').toString())
    const altered = (change: object) =>
      Buffer.from(JSON.stringify({ ...parsed, ...change })).toString('base64')
    const later = parsed.salt.replace(
      /expires=(\d+)/,
      (_: string, at: string) => `expires=${Number(at) + 999}`,
    )
    const bad = [
      '',
      'x',
      'e30=',
      altered({ number: parsed.number + 1 }),
      altered({ salt: later }),
      altered({ signature: parsed.signature.replace(/./g, '0') }),
      altered({ number: '1' }),
    ]
    for (const altcha of bad) {
      const answer = await send(altcha)
      assert.deepEqual([answer.status, answer.path], [422, '/recover'], altcha)
      assert.match(answer.alert ?? '', /^Nothing was done yet/)
    }
    service.advance(30 * 60_000)
    assert.equal((await send(good)).status, 422, 'too late')
    service.advance(-30 * 60_000)
    assert.equal((await send(good)).path, '/recover/sent')
    assert.equal((await send(good)).status, 422, 'it has been used before')
    assert.equal((await newMail(service)).length, 1)

    const form = await browser.get('/register')
    const wanted = { username: 'Worker', email: 'worker@example.test', password: 'a sentence to remember' }
    assert.equal((await browser.send(form, '/register', wanted)).status, 422)
    assert.deepEqual(await newMail(service), [])
    const sent = await browser.send(form, '/register', { ...wanted, altcha: solutionOf(form) })
    assert.equal(sent.path, '/register/sent')
    assert.equal((await newMail(service)).length, 1)
  })
})
