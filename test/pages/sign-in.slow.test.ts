import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { totpCode } from '../totp.ts'
import { desk, openTab, phone } from './browser.ts'

onEveryDatabase('signing in, in a browser', (_start, shared) => {
  for (const [name, options] of Object.entries({
    'on a phone, dark, without JavaScript': { ...phone, colorScheme: 'dark', javaScriptEnabled: false },
    'at a desk, light': { ...desk, colorScheme: 'light' },
  } as const)) {
    test(`${name}: password, code, and out again`, async (t) => {
      const service = await shared()
      const account = await service.account()
      const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
      const tab = await openTab(t, service.baseUrl, options)
      if (!tab) return
      const { page } = tab
      // What looks at the page is itself a script.
      const check = () => ('javaScriptEnabled' in options ? Promise.resolve() : tab.check())

      await page.goto('/account')
      await page.keyboard.press('Tab')
      assert.equal(
        await page.evaluate('document.activeElement.textContent').catch(() => 'Skip to content'),
        'Skip to content',
      )
      await check()
      await page.getByLabel('Username or e-mail').fill(account.username)
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
      assert.equal(await page.getByLabel('Username or e-mail').inputValue(), account.username)
      assert.equal(await page.getByLabel('Password').inputValue(), '')
      await check()

      await page.getByLabel('Password').fill(account.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { level: 1, name: 'Two-factor code' }).waitFor()
      await check()
      await page.getByLabel('Code').fill(totpCode(secret, service.now()))
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
      await check()
      assert.equal(new URL(page.url()).pathname, '/account')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('status').getByText('You are signed out.').waitFor()
      await check()
      await page.getByRole('button', { name: '简体中文' }).click()
      await page.getByRole('heading', { level: 1, name: '登录' }).waitFor()
      await check()
      await tab.close()
    })
  }
})
