// Somebody who was sent here to sign in returns to where they came from, on every route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { totpCode } from '../totp.ts'
import { startDevice } from '../wire/oauth2/oauth.ts'
import { newMail } from './mailbox.ts'
import { type PageView, visitorOf } from './visitor.ts'

const linkTo = (page: PageView, label: string): string =>
  (new RegExp(`href="([^"]+)">${label}<`).exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&')

const fields = { username: 'Newcomer', email: 'new@example.test', password: 'correct horse new' }

onEveryDatabase('the return path', (start, shared) => {
  test("leads from a device's code through a new account and its confirmation back to the code", async () => {
    const service = await start()
    const visitor = visitorOf(service)
    const { user_code } = await startDevice(service, 'openid')
    const signIn = await visitor.send(await visitor.get('/device'), '/device', { code: user_code })
    const register = await visitor.get(linkTo(signIn, 'Create account'))
    assert.equal(register.heading, 'Create account')
    const declined = await visitor.send(register, '/register', { ...fields, email: 'x' })
    assert.equal(declined.status, 422)
    const russian = await visitor.send(declined, '/language', { language: 'ru' })
    assert.equal(russian.path, register.path)
    await visitor.send(russian, '/language', { language: 'en' })
    const sent = await visitor.send(declined, '/register', fields)
    assert.equal(sent.heading, 'Check your mail')
    const [mail] = await newMail(service)
    assert.ok(!/next|device/.test(mail?.link ?? 'next'), 'the email contains no return path')
    const confirmed = await visitor.send(await visitor.get(mail?.link ?? ''), mail?.link ?? '')
    const { username: login, password } = fields
    const back =
      confirmed.heading === 'Sign in'
        ? await visitor.send(confirmed, '/sign-in', { login, password })
        : confirmed
    assert.ok(back.text.includes(`value="${user_code}"`), back.path)
    assert.equal(visitor.cookies.has('norn-next'), false, 'it is followed once')
  })

  test('leads from a page through a new password back to the page', async () => {
    const service = await shared()
    const account = await service.account()
    const visitor = visitorOf(service)
    const signIn = await visitor.get('/account/username')
    const recover = await visitor.get(linkTo(signIn, 'Forgot password\\?'))
    await visitor.send(recover, '/recover', { email: account.email })
    const link = (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
    const changed = await visitor.send(await visitor.get(link), link, { password: 'another good horse' })
    const login = account.username
    const back =
      changed.heading === 'Sign in'
        ? await visitor.send(changed, '/sign-in', { login, password: 'another good horse' })
        : changed
    assert.equal(back.path, '/account/username')

    await visitor.send(await visitor.get('/recover'), '/recover', { email: account.email })
    const second = (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
    visitor.cookies.set('norn-next', encodeURIComponent('/.//evil.example'))
    const form = await visitor.get(second)
    const choice = await visitor.send(form, second, { password: 'a third good horse' })
    assert.ok(!choice.text.includes('evil.example') && !choice.path.includes('evil'), choice.path)
    assert.equal(visitor.cookies.has('norn-next'), false)
  })

  test('survives creating an account without confirmation, and switching to an existing account', async () => {
    const service = await start({ NORN_CONFIRM_EMAIL: 'off' })
    const visitor = visitorOf(service)
    const register = await visitor.get(linkTo(await visitor.get('/account/skin'), 'Create account'))
    const signIn = await visitor.get(linkTo(register, 'Sign in'))
    assert.equal(signIn.path, '/sign-in?next=/account/skin')
    assert.equal((await visitor.send(register, '/register', fields)).path, '/account/skin')
    assert.equal((await visitor.get('/register?next=/account/skin')).path, '/account/skin', 'signed in')
  })

  test("survives somebody else's sign-in, a code, and a wrong password", async () => {
    const service = await shared()
    const { context } = service
    const [account, guarded] = [await service.account(), await service.account()]
    const { secret } = await enableSecondFactor(context, operator, await service.stored(guarded))
    const visitor = visitorOf(service)
    const asked = await visitor.signIn(guarded, '/account/skin')
    assert.equal(asked.heading, 'Two-factor code')
    const other = await visitor.get(linkTo(asked, 'Sign in as somebody else'))
    const wrong = await visitor.send(other, '/sign-in', { login: account.username, password: 'wrong' })
    assert.equal(
      (await visitor.send(wrong, '/language', { language: 'en' })).path,
      '/sign-in?next=/account/skin',
    )
    const { username: login, password } = account
    assert.equal((await visitor.send(wrong, '/sign-in', { login, password })).path, '/account/skin')

    // A signed-in player who has to re-authenticate.
    const again = await visitor.get('/sign-in?again=1&next=/account/skin')
    const code = await visitor.send(again, '/sign-in', {
      login: guarded.username,
      password: guarded.password,
    })
    const third = await visitor.get(linkTo(code, 'Sign in as somebody else'))
    assert.equal(third.heading, 'Sign in')
    const { username, ...rest } = guarded
    const last = await visitor.send(third, '/sign-in', { login: username, password: rest.password })
    const back = await visitor.send(last, '/sign-in/code', { code: totpCode(secret, service.now()) })
    assert.equal(back.path, '/account/skin')
  })

  test('leads from a form that is submitted after the session has ended to the page of the form', async () => {
    const service = await shared()
    const account = await service.account()
    const visitor = visitorOf(service)
    await visitor.signIn(account)
    const form = await visitor.get('/account/devices')
    visitor.cookies.delete('norn-session')
    const signIn = await visitor.send(form, '/account/devices')
    const { username: login, password } = account
    const back = await visitor.send(signIn, '/sign-in', { login, password })
    assert.deepEqual([back.status, back.path], [200, '/account/devices'])
    visitor.cookies.delete('norn-session')
    const out = await visitor.send(back, '/sign-out')
    assert.equal((await visitor.send(out, '/sign-in', { login, password })).path, '/account')
  })
})
