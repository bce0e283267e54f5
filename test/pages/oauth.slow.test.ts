// Consent and devices in Chromium: only browsers enforce the policy for redirects of forms.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { application, authorizePath, startDevice } from '../wire/oauth2/oauth.ts'
import { desk, openTab, phone } from './browser.ts'

onEveryDatabase('applications, in a browser', (_start, shared) => {
  test('sign-in, consent and back, the next time immediately; a device; both removed', async (t) => {
    const service = await shared()
    const account = await service.account()
    const site = createServer((_request, response) => void response.end('back'))
    await once(site.listen(0, '127.0.0.1'), 'listening')
    t.after(() => site.close())
    const { port } = site.address() as AddressInfo
    const app = await application(service, { redirectUri: `http://127.0.0.1:${port}/back` })
    const tab = await openTab(t, service.baseUrl, { ...phone, colorScheme: 'dark' })
    if (!tab) return
    const { page } = tab
    const signIn = async () => {
      await page.getByLabel('Username or e-mail').fill(account.username)
      await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }

    const { user_code } = await startDevice(service, 'openid offline_access game_server_session')
    await page.goto(`/device?user_code=${user_code}`)
    await tab.check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await signIn()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Allow Launcher?' }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { level: 1, name: 'Device connected' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()

    await page.goto(authorizePath(app, { scope: 'openid profile email' }))
    await signIn()
    await page.getByRole('heading', { level: 1, name: 'Allow A web site?' }).waitFor()
    await tab.check()
    await tab.close()

    // Once more, to an address at another origin: the sign-in redirects there immediately.
    const other = await openTab(t, service.baseUrl, desk)
    if (!other) return
    const again = other.page
    for (const isFirst of [true, false]) {
      await again.goto(authorizePath(app, { scope: 'openid profile email', prompt: 'login' }))
      await again.getByLabel('Username or e-mail').fill(account.username)
      await again.getByRole('textbox', { name: 'Password' }).fill(account.password)
      await again.getByRole('button', { name: 'Sign in', exact: true }).click()
      if (isFirst) await again.getByRole('button', { name: 'Allow' }).click()
      await again.waitForURL(/\/back\?code=/)
    }
    assert.equal(new URL(again.url()).port, String(port))
    await other.close()
  })
})
