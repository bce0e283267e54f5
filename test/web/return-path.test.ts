// Somebody who was sent here to sign in returns to where they came from, on every route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { totpCode } from '../totp.ts'
import { startDevice } from '../wire/oauth2/oauth.ts'
import { browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const linkTo = (page: PageView, label: string): string =>
  (new RegExp(`href="([^"]+)">${label}<`).exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&')

const fields = { username: 'Newcomer', email: 'new@example.test', password: 'correct horse new' }

onEveryDatabase('the return path', (start, shared) => {
  test("leads from a device's code through a new account and its confirmation back to the code", async () => {
    const service = await start()
    const browser = browserOf(service)
    const { user_code } = await startDevice(service, 'openid')
    const signIn = await browser.send(await browser.get('/device'), '/device', { code: user_code })
    const register = await browser.get(linkTo(signIn, 'Create account'))
    assert.equal(register.heading, 'Create account')
    const declined = await browser.send(register, '/register', { ...fields, email: 'x' })
    assert.equal(declined.status, 422)
    const russian = await browser.send(declined, '/language', { language: 'ru' })
    assert.equal(russian.path, register.path)
    await browser.send(russian, '/language', { language: 'en' })
    const sent = await browser.send(declined, '/register', fields)
    assert.equal(sent.heading, 'Check your mail')
    const [mail] = await newMail(service)
    assert.ok(!/next|device/.test(mail?.link ?? 'next'), 'the email contains no return path')
    const confirmed = await browser.send(await browser.get(mail?.link ?? ''), mail?.link ?? '')
    const { username: login, password } = fields
    const back =
      confirmed.heading === 'Sign in'
        ? await browser.send(confirmed, '/sign-in', { login, password })
        : confirmed
    assert.ok(back.text.includes(`value="${user_code}"`), back.path)
    assert.equal(browser.cookies.has('norn-next'), false, 'it is followed once')
  })

  test('leads from a page through a new password back to the page', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const signIn = await browser.get('/account/username')
    const recover = await browser.get(linkTo(signIn, 'Forgot password\\?'))
    await browser.send(recover, '/recover', { email: account.email })
    const link = (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
    const changed = await browser.send(await browser.get(link), link, { password: 'another good horse' })
    const login = account.username
    const back =
      changed.heading === 'Sign in'
        ? await browser.send(changed, '/sign-in', { login, password: 'another good horse' })
        : changed
    assert.equal(back.path, '/account/username')

    await browser.send(await browser.get('/recover'), '/recover', { email: account.email })
    const second = (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
    browser.cookies.set('norn-next', encodeURIComponent('/.//evil.example'))
    const form = await browser.get(second)
    const choice = await browser.send(form, second, { password: 'a third good horse' })
    assert.ok(!choice.text.includes('evil.example') && !choice.path.includes('evil'), choice.path)
    assert.equal(browser.cookies.has('norn-next'), false)
  })

  test('survives creating an account without confirmation, and switching to an existing account', async () => {
    const service = await start({ NORN_CONFIRM_EMAIL: 'off' })
    const browser = browserOf(service)
    const register = await browser.get(linkTo(await browser.get('/account/skin'), 'Create account'))
    const signIn = await browser.get(linkTo(register, 'Sign in'))
    assert.equal(signIn.path, '/sign-in?next=/account/skin')
    assert.equal((await browser.send(register, '/register', fields)).path, '/account/skin')
    assert.equal((await browser.get('/register?next=/account/skin')).path, '/account/skin', 'signed in')
  })

  test("survives somebody else's sign-in, a code, and a wrong password", async () => {
    const service = await shared()
    const { context } = service
    const [account, guarded] = [await service.account(), await service.account()]
    const { secret } = await enableSecondFactor(context, operator, await service.stored(guarded))
    const browser = browserOf(service)
    const asked = await browser.signIn(guarded, '/account/skin')
    assert.equal(asked.heading, 'Two-factor code')
    const other = await browser.get(linkTo(asked, 'Sign in as somebody else'))
    const wrong = await browser.send(other, '/sign-in', { login: account.username, password: 'wrong' })
    assert.equal(
      (await browser.send(wrong, '/language', { language: 'en' })).path,
      '/sign-in?next=/account/skin',
    )
    const { username: login, password } = account
    assert.equal((await browser.send(wrong, '/sign-in', { login, password })).path, '/account/skin')

    // A signed-in player who has to re-authenticate.
    const again = await browser.get('/sign-in?again=1&next=/account/skin')
    const code = await browser.send(again, '/sign-in', {
      login: guarded.username,
      password: guarded.password,
    })
    const third = await browser.get(linkTo(code, 'Sign in as somebody else'))
    assert.equal(third.heading, 'Sign in')
    const { username, ...rest } = guarded
    const last = await browser.send(third, '/sign-in', { login: username, password: rest.password })
    const back = await browser.send(last, '/sign-in/code', { code: totpCode(secret, service.now()) })
    assert.equal(back.path, '/account/skin')
  })

  test('leads from a form that is submitted after the session has ended to the page of the form', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const form = await browser.get('/account/devices')
    browser.cookies.delete('norn-session')
    const signIn = await browser.send(form, '/account/devices')
    const { username: login, password } = account
    const back = await browser.send(signIn, '/sign-in', { login, password })
    assert.deepEqual([back.status, back.path], [200, '/account/devices'])
    browser.cookies.delete('norn-session')
    const out = await browser.send(back, '/sign-out')
    assert.equal((await browser.send(out, '/sign-in', { login, password })).path, '/account')
  })
})
