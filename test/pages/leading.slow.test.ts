// The page that leads from a form to a provider refreshes itself at once. Browsers forget it, so that "Back" leads to the
// form.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProvider } from '../../src/domain/providers/providers.ts'
import { client } from '../providers/quirks.ts'
import { hosts, startStandIns } from '../providers/stand-ins.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { desk, openTab } from './browser.ts'
import { enterAs } from './person.ts'

onEveryDatabase('from a form to a provider', (start) => {
  for (const javaScriptEnabled of [true, false]) {
    test(`"Back" leads to the form, with${javaScriptEnabled ? '' : 'out'} JavaScript`, async (t) => {
      const service = await start()
      const all = await startStandIns()
      t.after(() => all.close())
      all.turn(t)
      const secret = { clientId: client.id, clientSecret: client.secret }
      await addProvider(service.context, operator, { name: 'github', preset: 'github', ...secret })
      const elsewhere = { hosts, port: all.port }
      const options = { ...desk, javaScriptEnabled, elsewhere, ignoreHTTPSErrors: true }
      const tab = await openTab(t, service.baseUrl, options)
      if (!tab) return
      const { page } = tab
      await enterAs(tab, service, await service.account())
      await page.goto('/account')
      await page.goto('/account/linked')
      await page.getByRole('button', { name: 'Link GitHub' }).click()
      await page.waitForURL(/^https:\/\/github\.com\/login\/oauth\/authorize/)
      for (const path of ['/account/linked', '/account']) {
        await page.goBack()
        assert.equal(new URL(page.url()).pathname, path)
      }
    })
  }
})
