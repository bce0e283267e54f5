import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { totpCode } from '../totp.ts'
import { authenticator } from './authenticator.ts'
import { openTab, phone } from './browser.ts'
import { front } from './https-proxy.ts'
import { enterAs } from './person.ts'

onEveryDatabase('protecting an account, in a browser', (start) => {
  test('an app, recovery codes and a passkey, which counts as both factors', async (t) => {
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
    const reads = (text: string) => page.getByRole('status').getByText(text).waitFor()

    await enterAs(tab, service, account)
    await page.goto('/account/security/totp')
    const secret = await page.getByLabel('Secret key').inputValue()
    await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, service.now()))
    await press('Turn on')
    await heading('Recovery codes')
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await tab.check()
    await page.emulateMedia({ media: 'print' })
    for (const printed of [page.getByRole('banner').getByText('Norn'), page.getByRole('listitem').last()])
      assert.equal(await printed.isVisible(), true)
    assert.equal(await page.locator('button:visible, nav:visible').count(), 0)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await heading('Security')

    await page.getByLabel('Name of this device').fill('My "phone"')
    await press('Add a passkey')
    await reads('The passkey was added.')
    await page.getByRole('button', { name: 'Remove: My "phone"' }).waitFor()
    await press('Add a passkey')
    await reads('No passkey was chosen. Try again.')

    await press('Sign out')
    await heading('Sign in')
    await device.verifies(false)
    await press('Sign in with a passkey')
    await reads('No passkey was chosen. Try again.')
    await device.verifies(true)
    await press('Sign in with a passkey')
    await heading('Account')

    service.advance(16 * 60_000)
    await page.goto('/account/security')
    await page.getByText('Last used').waitFor()
    await press('Remove: My "phone"')
    await heading('Sign in')
    await page.getByText('Sign in again to continue.').waitFor()
    await press('Sign in with a passkey')
    await heading('Security')
    await press('Remove: My "phone"')
    await reads('The passkey was removed.')
    await press('Sign out')
    await press('Sign in with a passkey')
    await page.getByRole('alert').getByText('That passkey does not work here.').waitFor()
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
})
