import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { totpCode } from '../totp.ts'
import { authenticator } from './authenticator.ts'
import { desk, openTab, phone } from './browser.ts'
import { front } from './front.ts'
import { enterAs } from './person.ts'

onEveryDatabase('protecting an account, in a browser', (start) => {
  test('an app, recovery codes and a passkey, which stands for both factors', async (t) => {
    const outside = await front()
    t.after(() => outside.close())
    const service = await start({ NORN_BASE_URL: outside.url })
    outside.leadTo(service.baseUrl)
    const account = await service.account()
    const tab = await openTab(t, outside.url, { ...phone, colorScheme: 'dark' })
    if (!tab) return
    const { page } = tab
    const device = await authenticator(tab)
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const said = (text: string) => page.getByRole('status').getByText(text).waitFor()

    await enterAs(tab, service, account)
    await page.goto('/account/security/totp')
    const secret = await page.getByLabel('Secret key').inputValue()
    await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, service.now()))
    await press('Turn on')
    await heading('Recovery codes')
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await tab.check()
    await page.getByRole('link', { name: 'I have kept them' }).click()
    await heading('Security')

    await page.getByLabel('Name of this device').fill('My "phone"')
    await press('Add a passkey')
    await said('The passkey was added.')
    await page.getByRole('button', { name: 'Remove: My "phone"' }).waitFor()
    await press('Add a passkey')
    await said('No passkey was chosen. Try again.')

    await press('Sign out')
    await heading('Sign in')
    await device.verifies(false)
    await press('Sign in with a passkey')
    await said('No passkey was chosen. Try again.')
    await device.verifies(true)
    await press('Sign in with a passkey')
    await heading('Account')

    service.advance(16 * 60_000)
    await page.goto('/account/security')
    await page.getByText('Last used').waitFor()
    await press('Remove: My "phone"')
    await heading('Sign in')
    await said('Sign in again before you change your passkeys.')
    await press('Sign in with a passkey')
    await heading('Security')
    await press('Remove: My "phone"')
    await said('The passkey was removed.')
    await press('Sign out')
    await press('Sign in with a passkey')
    await page.getByRole('alert').getByText('That passkey does not sign you in here.').waitFor()
    await tab.check()
    const events = await service.context.db.query
      .selectFrom('audit_entry')
      .select(['event', 'details'])
      .where('event', 'like', 'passkey.%')
      .orderBy('id')
      .execute()
    assert.deepEqual(events, [
      { event: 'passkey.added', details: '{"name":"My \\"phone\\""}' },
      { event: 'passkey.removed', details: '{"name":"My \\"phone\\""}' },
    ])
    await tab.close()
  })

  test('an answer is good once, for its challenge and this service alone', async (t) => {
    const outside = await front()
    t.after(() => outside.close())
    const service = await start({ NORN_BASE_URL: outside.url })
    outside.leadTo(service.baseUrl)
    const account = await service.account()
    const tab = await openTab(t, outside.url, desk)
    if (!tab) return
    const { page } = tab
    await authenticator(tab)
    await enterAs(tab, service, account)
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey was added.').waitFor()
    await tab.browser.clearCookies()
    await page.goto('/sign-in')
    const answers: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/sign-in/passkey')) answers.push(request.postData() ?? '')
    })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    const answer = new URLSearchParams(answers[0]).get('answer') ?? ''
    assert.match(answer, /"signature"/)

    await tab.browser.clearCookies()
    const send = async (text: string) => {
      await page.goto('/sign-in')
      const csrf = await page.locator('main input[name=csrf]').first().inputValue()
      const response = await page.request.post('/sign-in/passkey', {
        form: { csrf, answer: text },
        maxRedirects: 0,
      })
      return response.status()
    }
    assert.equal(await send(answer), 422, 'the key has counted on since')
    await service.context.db.query.updateTable('passkey').set({ counter: 0 }).execute()
    assert.equal(await send(answer), 422, 'it was answered before')
    await service.context.db.query.deleteFrom('used_challenge').execute()
    const parsed = JSON.parse(answer)
    const broken = [
      '',
      '[]',
      '{"id":1}',
      JSON.stringify({ ...parsed, id: 'other', rawId: 'other' }),
      JSON.stringify({ ...parsed, response: { ...parsed.response, userHandle: 'AAAA' } }),
      JSON.stringify({ ...parsed, response: { ...parsed.response, signature: 'AAAA' } }),
      JSON.stringify({ ...parsed, response: { ...parsed.response, clientDataJSON: 'e30' } }),
    ]
    for (const text of broken) assert.equal(await send(text), 422, text)
    assert.deepEqual(await service.context.db.query.selectFrom('used_challenge').selectAll().execute(), [])
    service.advance(15 * 60_000)
    assert.equal(await send(answer), 422, 'too late')
    service.advance(-15 * 60_000)
    assert.equal(await send(answer), 303, 'and nothing but that was wrong with it')
    await tab.close()
  })
})
