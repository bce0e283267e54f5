import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createInvite } from '../../src/domain/registration/invites.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'

const pages = {
  Administration: '/admin',
  Accounts: '/admin/accounts',
  'Audit log': '/admin/audit',
  Invites: '/admin/invites',
  Applications: '/admin/clients',
  Bans: '/admin/bans',
  Keys: '/admin/keys',
  Webhooks: '/admin/webhooks',
}

onEveryDatabase('administration, in a browser', (_start, shared) => {
  for (const [name, options] of Object.entries({
    'at a desk, light': { ...desk, colorScheme: 'light' },
    'on a phone, dark': { ...phone, colorScheme: 'dark' },
  } as const)) {
    test(`${name}: every page, and a player is found, suspended and restored`, async (t) => {
      const service = await shared()
      const account = await service.account()
      await grantRole(service.context, operator, await service.stored(account), 'admin')
      const player = await service.account()
      await createInvite(service.context, operator, { uses: 1, expiresAt: null })
      await service.signIn(player)
      const tab = await openTab(t, service.baseUrl, options)
      if (!tab) return
      const { page } = tab
      await page.goto('/admin')
      await page.getByLabel('Username or e-mail').fill(account.username)
      await page.getByLabel('Password').fill(account.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      // Each looks at half of them, and at an account: that takes seconds.
      const isPhone = 'hasTouch' in options
      const own = Object.entries(pages).filter((_, index) => (index % 2 === 1) === isPhone)
      for (const [heading, path] of own) {
        await page.goto('/admin')
        if (path !== '/admin')
          await page.getByRole('main').getByRole('link', { name: heading }).first().click()
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
        await tab.check(path)
      }

      await page.goto('/admin/accounts')
      await page.getByRole('searchbox', { name: 'Search' }).fill(player.username.slice(1))
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('link', { name: player.username, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: player.username }).waitFor()
      await page.getByRole('heading', { name: 'Audit trail' }).waitFor()
      await tab.check('an account')
      await page.getByLabel('Reason').fill('griefing')
      await page.getByLabel('Until').fill('yesterday')
      await page.getByRole('button', { name: 'Suspend' }).click()
      await page.getByRole('alert').waitFor()
      assert.equal(await page.getByLabel('Reason').inputValue(), 'griefing')
      await tab.check('an account, not suspended')
      await page.getByLabel('Until').fill('7d')
      await page.getByRole('button', { name: 'Suspend' }).click()
      await page.getByRole('status').getByText('The account is suspended.').waitFor()
      await tab.check('an account, suspended')
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('status').getByText('The suspension is over.').waitFor()
      await page.getByLabel('New username').fill(`${player.username}_`)
      await page.getByRole('button', { name: 'Rename' }).click()
      await page.getByRole('heading', { level: 1, name: `${player.username}_` }).waitFor()
      await tab.close()
    })
  }
})
