// What an application learns about an email: whether its owner has opened a link that was sent to it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setEmail } from '../../src/domain/accounts/set-email.ts'
import { updateAccount } from '../../src/storage/accounts/accounts.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { deviceTokens } from '../wire/oauth2/oauth.ts'
import { browserOf } from './browser.ts'
import { newMail } from './mailbox.ts'

async function emailClaims(service: RunningService, account: { id: string }): Promise<unknown[]> {
  const { access_token, id_token } = await deviceTokens(service, account, 'openid email')
  const headers = { authorization: `Bearer ${access_token}` }
  const info = (await service.get('/oauth2/userinfo', { headers })).json
  const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString())
  assert.deepEqual([claims.email, claims.email_verified], [info.email, info.email_verified])
  return [info.email, info.email_verified]
}

const linkOf = async (service: RunningService): Promise<string> =>
  (await newMail(service)).find(({ link }) => link !== '')?.link ?? ''

async function openLink(service: RunningService, link: string, fields: Record<string, string> = {}) {
  const browser = browserOf(service)
  const page = await browser.get(link)
  return page.status === 200 ? browser.send(page, link, fields) : page
}

const sendRecovery = async (service: RunningService, email: string): Promise<string> => {
  const browser = browserOf(service)
  await browser.send(await browser.get('/recover'), '/recover', { email })
  return linkOf(service)
}

onEveryDatabase('email_verified', (start) => {
  test('is true after a link that was sent there has been opened, and false again for another email', async () => {
    const service = await start()
    const byCommand = await service.account({ email: 'typed@example.test' })
    assert.deepEqual(await emailClaims(service, byCommand), ['typed@example.test', false])

    const fields = { username: 'Zoe_1', email: 'Zoe@example.test', password: 'a sentence to remember' }
    const browser = browserOf(service)
    await browser.send(await browser.get('/register'), '/register', fields)
    await openLink(service, await linkOf(service), { password: fields.password })
    const id = (await service.get('/api/users/profiles/game/Zoe_1')).json.id
    const account = await service.stored({ id })
    assert.deepEqual(await emailClaims(service, account), ['Zoe@example.test', true])

    // An operator may make a mistake. A link that was sent to the previous email proves nothing about this one, and
    // ends.
    const toTheOld = await sendRecovery(service, fields.email)
    assert.notEqual(toTheOld, '')
    await setEmail(service.context, operator, account, 'other@example.test')
    assert.deepEqual(await emailClaims(service, account), ['other@example.test', false])
    assert.equal((await openLink(service, toTheOld, { password: 'another sentence' })).status, 410)

    const password = 'a third sentence to remember'
    const recovery = await sendRecovery(service, 'OTHER@example.test')
    assert.equal((await openLink(service, recovery, { password })).path, '/sign-in')
    assert.deepEqual(await emailClaims(service, account), ['other@example.test', true])

    const page = await browser.signIn({ username: 'Zoe_1', password }, '/account/email')
    await newMail(service)
    await browser.send(page, '/account/email', { email: 'own@example.test', current: password })
    assert.deepEqual(await emailClaims(service, account), ['other@example.test', true])
    const link = await linkOf(service)
    await browser.send(await browser.get(link), link)
    assert.deepEqual(await emailClaims(service, account), ['own@example.test', true])

    // As the previous release changes it, which does not know this column.
    const email = 'last@example.test'
    await updateAccount(service.context.db, account.id, { email, email_folded: email })
    assert.deepEqual(await emailClaims(service, account), [email, false])
  })
})
