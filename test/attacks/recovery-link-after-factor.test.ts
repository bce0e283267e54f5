// A link to choose a new password ends with the second factor that was on when the link was requested.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disableSecondFactor, enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'

onEveryDatabase('recovery link after factor', (_start, shared) => {
  test('turning the second factor off ends earlier links', async () => {
    const service = await shared()
    const account = await service.account()
    await enableSecondFactor(service.context, operator, await service.stored(account))
    await newMail(service)
    const browser = browserOf(service)
    await browser.send(await browser.get('/recover'), '/recover', { email: account.email })
    const [mail] = await newMail(service)
    assert.equal((await browser.get(mail?.link ?? '')).status, 200)
    await disableSecondFactor(service.context, operator, await service.stored(account))
    assert.equal((await browser.get(mail?.link ?? '')).status, 410)
  })
})
