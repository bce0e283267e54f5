// Hints for phones and browsers on the fields with which people prove who they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renewRecoveryCodes } from '../../src/domain/sign-in/own-second-factor.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

const inputOn = ({ text }: PageView, name: string): string =>
  new RegExp(`<input id="${name}" [^>]*>`).exec(text)?.[0] ?? ''

onEveryDatabase('the fields of signing in', (start, _shared, kind) => {
  test('offer passkeys where there are some, and digits alone unless a recovery code is typed', async () => {
    const service = await start({ NORN_BASE_URL: 'https://accounts.example.org' })
    const account = await service.account()
    await enableSecondFactor(service.context, operator, await service.stored(account))
    const codes = await renewRecoveryCodes(service.context, operator, await service.stored(account))
    const browser = browserOf(service)
    const form = await browser.get('/sign-in?next=/account/skin')
    assert.match(inputOn(form, 'login'), / autocomplete="username webauthn"/)
    assert.match(form.text, /<script defer src="\/assets\/reveal-\w+\.js" data-show="Show: \{field\}">/)

    const { username: login, password } = account
    const asked = await browser.send(form, '/sign-in', { login, password })
    assert.equal(asked.path, '/sign-in/code?next=/account/skin')
    assert.match(inputOn(asked, 'code'), / autocomplete="one-time-code" inputmode="numeric"/)
    const [, other = ''] = /href="([^"]*)">Use a recovery code</.exec(asked.text) ?? []
    const letters = await browser.get(other.replaceAll('&amp;', '&'))
    const wrong = await browser.send(letters, '/sign-in/code', { code: 'aaaaa-bbbbb' })
    for (const page of [letters, wrong]) {
      assert.match(inputOn(page, 'code'), / autocomplete="off"/)
      assert.doesNotMatch(inputOn(page, 'code'), /inputmode/)
      assert.doesNotMatch(page.text, /Use a recovery code/)
    }
    assert.equal(wrong.status, 422)
    assert.equal(
      (await browser.send(wrong, '/sign-in/code', { code: codes?.[0] ?? '' })).path,
      '/account/skin',
    )
  })

  test('offer none without https', async () => {
    if (kind !== 'sqlite') return
    const service = await start({ NORN_BASE_URL: 'http://192.0.2.7:8080' })
    const form = await browserOf(service).get('/sign-in')
    assert.match(inputOn(form, 'login'), / autocomplete="username"/)
  })
})
