import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { createInvite } from '../../src/domain/registration/invites.ts'
import { createWebhook } from '../../src/domain/webhooks/webhooks.ts'
import { textIn } from '../../src/web/context/text.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'
import { enterAs, personAt } from './person.ts'

const ways = {
  sqlite: [
    { language: 'en', options: { ...desk, colorScheme: 'light' } },
    { language: 'zh-CN', options: { ...desk, colorScheme: 'dark', javaScriptEnabled: false } },
  ],
  postgres: [{ language: 'ru', options: { ...phone, colorScheme: 'dark' } }],
} as const

onEveryDatabase('the admin pages, in a browser', (_start, shared, kind) => {
  for (const { language, options } of ways[kind]) {
    test(`in ${language}: every page opens, and a player is found, suspended and restored`, async (t) => {
      const service = await shared()
      const account = await service.account({ language })
      await grantRole(service.context, operator, await service.stored(account), 'admin')
      const player = await service.account()
      await createInvite(service.context, operator, { uses: 1, expiresAt: null })
      const { client } = await createClient(service.context, operator, {
        client_name: 'Wiki',
        redirect_uris: ['https://wiki.example.org/back'],
      })
      const { webhook } = await createWebhook(service.context, operator, {
        url: 'https://bot.example.org/',
        events: [],
        format: undefined,
      })
      await service.signIn(player)
      const tab = await openTab(t, service.baseUrl, options)
      if (!tab) return
      await enterAs(tab, service, account)
      const person = personAt(tab)
      const { page } = tab
      const { admin: text } = textIn(language)

      await page.goto('/admin')
      await person.sees(text.heading)
      for (const [name, { heading }] of Object.entries(text.menu)) {
        if (name === 'why') continue
        await page.getByRole('main').getByRole('link', { name: heading, exact: true }).first().click()
        await person.sees(heading)
        await person.follow(text.overview.heading)
      }
      await page.goto(`/admin/why?name=${player.username}`)
      await person.sees(text.why.heading(player.username))
      await page.goto(`/admin/clients/${client.clientId}`)
      await person.sees('Wiki')
      await page.goto(`/admin/webhooks/${webhook.id}`)
      await person.sees('bot.example.org')
      await page.goto('/admin/invites')
      await person.fill(text.invites.uses, 'none')
      await person.press(text.invites.create)
      await person.isTold(text.invites.usesWrong)

      await page.goto('/admin/accounts')
      const search = page.getByRole('searchbox', { name: text.accounts.search, exact: true })
      await search.fill(player.username.slice(1))
      await person.press(text.accounts.search)
      await person.follow(player.username)
      await page.getByRole('heading', { name: text.account.trail, exact: true }).waitFor()
      await person.sees(player.username)
      await person.fill(text.account.reason, 'griefing')
      await person.fill(text.until, 'yesterday')
      await person.press(text.account.suspend)
      await person.isTold(text.untilWrong)
      await page
        .getByLabel(text.account.reason, { exact: true })
        .and(page.locator('[value=griefing]'))
        .waitFor()
      await person.fill(text.until, '7d')
      await person.press(text.account.suspend)
      await person.reads(text.flash.suspended)
      await person.sees(player.username, 'suspended')
      await person.press(text.account.restore)
      await person.reads(text.flash.restored)
      await tab.page.getByText(text.account.change, { exact: true }).click()
      await person.fill(text.account.newUsername, `${player.username}_`)
      await person.press(text.account.rename)
      await person.sees(`${player.username}_`)
      await tab.close()
    })
  }
})
