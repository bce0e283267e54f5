import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'
import { newMail } from './mailbox.ts'

const hour = 3_600_000

onEveryDatabase('/account/email', (_start, shared) => {
  test('changes the email with the link that was sent to the new one, and notifies the old one', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const page = await browser.signIn(account, '/account/email')
    const current = account.password
    const wrong = await browser.send(page, '/account/email', { email: 'nowhere', current })
    assert.equal(wrong.status, 422)
    assert.equal(
      (await browser.send(page, '/account/email', { email: 'new@example.test', current: 'x' })).status,
      422,
    )
    const sent = await browser.send(page, '/account/email', { email: 'new@example.test', current })
    assert.equal(sent.flash?.split(':')[0], 'This service sends no email')
    const [mail] = await newMail(service)
    assert.deepEqual([mail?.kind, mail?.to], ['email', 'new@example.test'])
    const link = mail?.link ?? ''
    const stranger = browserOf(service)
    await stranger.signIn(await service.account())
    assert.equal((await stranger.get(link)).status, 410)
    const confirm = await browser.get(link)
    assert.equal((await service.stored(account)).email, account.email)
    const done = await browser.send(confirm, link)
    assert.deepEqual([done.path, done.flash], ['/account/email', 'Your email address was changed.'])
    assert.equal((await service.stored(account)).email, 'new@example.test')
    const [notification] = await newMail(service)
    assert.deepEqual([notification?.kind, notification?.to], ['notice', account.email])
    assert.equal((await browser.get(link)).status, 410)
  })

  test('does not reveal which emails are known, and its link ends after a day, or with a new password', async () => {
    const service = await shared()
    const [account, other] = [await service.account(), await service.account()]
    const browser = browserOf(service)
    let page = await browser.signIn(account, '/account/email')
    const ask = async (email: string) => {
      page = await browser.send(page, '/account/email', { email, current: account.password })
      assert.equal(page.flash?.split(':')[0], 'This service sends no email')
      return newMail(service)
    }
    assert.deepEqual(await ask(other.email.toUpperCase()), [])
    const [first] = await ask('late@example.test')
    const link = first?.link ?? ''
    service.advance(24 * hour - 1)
    const confirm = await browser.get(link)
    assert.equal(confirm.status, 200)
    service.advance(1)
    assert.equal((await browser.get(link)).status, 410)
    assert.equal((await browser.send(confirm, link)).status, 410)

    const [second] = await ask('thief@example.test')
    await setPassword(service.context, operator, await service.stored(account), 'another sentence')
    await browser.signIn({ ...account, password: 'another sentence' })
    assert.equal((await browser.get(second?.link ?? '')).status, 410)
    assert.equal((await service.stored(account)).email, account.email)
  })
})
