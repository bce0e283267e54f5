import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { newMail } from './mailbox.ts'
import { visitorOf } from './visitor.ts'

onEveryDatabase('/account/email', (_start, shared) => {
  test('changes with the link that was sent to the new one; the old one is told', async () => {
    const service = await shared()
    const account = await service.account()
    const visitor = visitorOf(service)
    const page = await visitor.signIn(account, '/account/email')
    const current = account.password
    const wrong = await visitor.send(page, '/account/email', { email: 'nowhere', current })
    assert.equal(wrong.status, 422)
    assert.equal(
      (await visitor.send(page, '/account/email', { email: 'new@example.test', current: 'x' })).status,
      422,
    )
    const sent = await visitor.send(page, '/account/email', { email: 'new@example.test', current })
    assert.equal(sent.said, 'We have sent you a mail. Open the link in it.')
    const [mail] = await newMail(service)
    assert.deepEqual([mail?.kind, mail?.to], ['email', 'new@example.test'])
    const link = mail?.link ?? ''
    const stranger = visitorOf(service)
    await stranger.signIn(await service.account())
    assert.equal((await stranger.get(link)).status, 410)
    const confirm = await visitor.get(link)
    assert.equal((await service.stored(account)).email, account.email)
    const done = await visitor.send(confirm, link)
    assert.deepEqual([done.path, done.said], ['/account/email', 'Your e-mail was changed.'])
    assert.equal((await service.stored(account)).email, 'new@example.test')
    const [told] = await newMail(service)
    assert.deepEqual([told?.kind, told?.to], ['notice', account.email])
    assert.equal((await visitor.get(link)).status, 410)
  })
})
