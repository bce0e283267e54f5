// /account/app-passwords, and every form of the pages that takes a password: none takes an app password.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { createAppPassword } from '../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const path = '/account/app-passwords'

const shownIn = ({ text }: PageView): string | undefined => /[0-9a-z]{5}(-[0-9a-z]{5}){3}/.exec(text)?.[0]

const authenticate = (service: RunningService, username: string, password: string, userAgent: string) =>
  service.post(
    '/auth/authenticate',
    { username, password, clientToken: 'x' },
    { headers: { 'user-agent': userAgent } },
  )

onEveryDatabase('the page of app passwords', (_, shared) => {
  test('creates one, shows it once, lists its use, and removes it', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    await newMail(service)
    const name = '<b>HMCL & "co"</b>'
    const made = await browser.send(await browser.get(path), path, { name })
    assert.deepEqual(
      [made.path, made.heading, made.flash],
      [path, 'App passwords', 'The app password was created.'],
    )
    const appPassword = shownIn(made) ?? ''
    assert.notEqual(appPassword, '')
    assert.ok(!made.text.includes('<b>HMCL'))
    assert.ok(made.text.includes('Not used yet'))
    assert.equal(shownIn(await browser.get(path)), undefined)
    const [mail] = await newMail(service)
    assert.deepEqual([mail?.to, mail?.subject], [account.email, 'An app password was created at Norn'])
    assert.match(mail?.link ?? '', /\/security\/undo\//)
    assert.ok(mail?.text.includes('HMCL'), mail?.text)
    assert.ok(!mail?.text.includes(appPassword))

    const used = await authenticate(service, account.username, appPassword, 'HMCL/3.6 <i>')
    assert.equal(used.status, 200)
    const list = await browser.get(path)
    assert.match(list.text, /Last used .*HMCL.*127\.0\.0\.1/s)
    assert.ok(!list.text.includes('<i>'))
    const removed = await browser.send(list, `${path}/remove`)
    assert.match(removed.flash ?? '', /^The app password was removed/)
    assert.equal((await authenticate(service, account.username, appPassword, 'HMCL')).status, 401)
    const again = await browser.send(list, `${path}/remove`)
    assert.equal(again.flash, 'That app password had already ended.')
    assert.ok(!service.log.join('').includes(appPassword))
  })

  test('says what a name may be, and that there are enough', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    for (const name of ['', 'x'.repeat(65), 'a\u{202e}b']) {
      const page = await browser.send(await browser.get(path), path, { name })
      assert.equal(page.status, 422, name)
      assert.match(page.alert ?? '', /^Nothing was/)
    }
    const stored = await service.stored(account)
    const by = accountActor(stored, '192.0.2.1')
    for (let made = 0; made < 20; made++) await createAppPassword(service.context, by, stored, 'HMCL')
    const page = await browser.send(await browser.get(path), path, { name: 'x' })
    assert.equal(page.status, 422)
    assert.match(page.alert ?? '', /20 app passwords/)
    assert.ok(page.text.length < 60_000)
  })

  test('belongs to its account alone', async () => {
    const service = await shared()
    const [account, thief] = [await service.account(), await service.account()]
    const stored = await service.stored(account)
    const appPassword = await createAppPassword(
      service.context,
      accountActor(stored, '192.0.2.1'),
      stored,
      'HMCL',
    )
    const own = browserOf(service)
    await own.signIn(account)
    const [, id = ''] = /name="id" value="([^"]+)"/.exec((await own.get(path)).text) ?? []
    assert.notEqual(id, '')
    const browser = browserOf(service)
    await browser.signIn(thief)
    const page = await browser.send(await browser.get(path), path, { name: 'own' })
    const form = {
      ...page,
      text: page.text.replaceAll(/name="id" value="[^"]+"/g, `name="id" value="${id}"`),
    }
    assert.equal((await browser.send(form, `${path}/remove`)).flash, 'That app password had already ended.')
    assert.equal((await authenticate(service, account.username, appPassword, 'HMCL')).status, 200)
  })
})

onEveryDatabase('an app password', (_, shared) => {
  test('opens no page: not sign-in, not the code behind a password, not a form that asks again', async () => {
    const service = await shared()
    const account = await service.account()
    const stored = await service.stored(account)
    const by = accountActor(stored, '192.0.2.1')
    const create = () => createAppPassword(service.context, by, stored, 'HMCL')
    const signedOut = browserOf(service)
    const appPassword = await create()
    const wrong = await signedOut.signIn({ ...account, password: appPassword })
    assert.deepEqual([wrong.path, wrong.status], ['/sign-in', 422])
    const browser = browserOf(service)
    await browser.signIn(account)
    for (const [form, fields] of Object.entries({
      '/account/password': { password: 'another sentence' },
      '/account/email': { email: 'thief@example.test' },
      '/account/delete': {},
    })) {
      const page = await browser.send(await browser.get(form), form, { ...fields, current: appPassword })
      assert.equal(page.status, 422, form)
    }
    // None of these has ended it.
    assert.equal((await authenticate(service, account.username, appPassword, 'HMCL')).status, 200)
    await enableSecondFactor(service.context, operator, stored)
    const newer = await create()
    const visitor = browserOf(service)
    const step = await visitor.signIn(account)
    assert.equal(step.path.split('?')[0], '/sign-in/code')
    const code = await visitor.send(step, '/sign-in/code', { code: newer })
    assert.deepEqual([code.path.split('?')[0], code.status], ['/sign-in/code', 422])
    const joined = await browserOf(service).signIn({ ...account, password: `${account.password}:${newer}` })
    assert.equal(joined.status, 422)
  })

  test('is neither a token nor a secret of the API and of OAuth', async () => {
    const service = await shared()
    const account = await service.account()
    const stored = await service.stored(account)
    const appPassword = await createAppPassword(
      service.context,
      accountActor(stored, '192.0.2.1'),
      stored,
      'HMCL',
    )
    const basic = `Basic ${Buffer.from(`${account.username}:${appPassword}`).toString('base64')}`
    for (const authorization of [`Bearer ${appPassword}`, basic]) {
      for (const address of ['/api/v1/accounts', '/oauth2/userinfo']) {
        const { status } = await service.get(address, { headers: { authorization } })
        assert.ok(status === 401 || status === 400, `${address} ${status}`)
      }
    }
    const grant = `grant_type=password&username=${account.username}&password=${appPassword}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await service.request('/oauth2/token', { method: 'POST', body: grant, headers })
    assert.ok(answer.status === 400 || answer.status === 401, answer.text)
  })
})
