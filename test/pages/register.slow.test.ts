import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { newMail } from '../web/mailbox.ts'
import { desk, openTab, phone } from './browser.ts'

onEveryDatabase('registering, in a browser', (_start, shared) => {
  for (const [name, options] of Object.entries({
    'on a phone, dark, without JavaScript': { ...phone, colorScheme: 'dark', javaScriptEnabled: false },
    'at a desk, light': { ...desk, colorScheme: 'light' },
  } as const)) {
    test(`${name}: register, confirm, forget the password, choose another`, async (t) => {
      const service = await shared()
      const username = 'javaScriptEnabled' in options ? 'Phone_1' : 'Desk_1'
      const email = `${username}@example.test`
      const tab = await openTab(t, service.baseUrl, options)
      if (!tab) return
      const { page } = tab
      // What looks at the page is itself a script.
      const check = () => ('javaScriptEnabled' in options ? Promise.resolve() : tab.check())
      const heading = (text: string) =>
        page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor()

      await page.goto('/sign-in')
      await page.getByRole('navigation').getByRole('link', { name: 'Create account' }).click()
      await heading('Create account')
      await check()
      await page.getByLabel('Username').fill('adm1n')
      await page.getByLabel('E-mail').fill('nobody')
      await page.getByLabel('Password').fill('password')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('alert').waitFor()
      await check()
      assert.equal(await page.getByLabel('E-mail').getAttribute('aria-invalid'), 'true')
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill('a sentence to remember')
      await page.getByRole('button', { name: 'Create account' }).click()
      await heading('Check your mail')
      await check()

      const [mail] = await newMail(service)
      await page.goto(mail?.link ?? '')
      await heading('Confirm your e-mail')
      await check()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByRole('status').getByText('Your account is ready. Sign in.').waitFor()
      await page.goto(mail?.link ?? '')
      await page.getByRole('alert').waitFor()
      await check()

      await page.goto('/sign-in')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await heading('Reset password')
      await check()
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await heading('Check your mail')
      const [link] = await newMail(service)
      await page.goto(link?.link ?? '')
      await heading('Choose a new password')
      await page.getByLabel('New password').fill('football')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('alert').waitFor()
      await check()
      await page.getByLabel('New password').fill('another sentence to remember')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('status').waitFor()
      await page.getByLabel('Username or e-mail').fill(email)
      await page.getByLabel('Password').fill('another sentence to remember')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await heading('Account')
      await check()
      await tab.close()
      await newMail(service)
    })
  }
})
