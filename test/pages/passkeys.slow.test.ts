// The section of passkeys where none can be added: it says why.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../src/texts/languages.ts'
import { textIn } from '../../src/web/context/text.ts'
import { onEveryDatabase } from '../service.ts'
import { openTab, phone } from './browser.ts'
import { front } from './https-proxy.ts'
import { enterAs } from './person.ts'

onEveryDatabase('passkeys, in a browser that has none', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return
  test('are not praised without a reason why there is no button', async (t) => {
    const outside = await front()
    t.after(() => outside.close())
    const service = await start({ NORN_BASE_URL: outside.url })
    outside.leadTo(service.baseUrl)
    for (const [index, language] of languages.entries()) {
      const account = await service.account({ language })
      const text = textIn(language).passkeys
      for (const what of ['supported', 'unsupported', 'without scripts'] as const) {
        const tab = await openTab(t, outside.url, {
          ...phone,
          locale: language,
          colorScheme: index % 2 === 0 ? 'light' : 'dark',
          javaScriptEnabled: what !== 'without scripts',
        })
        if (!tab) return
        const { page } = tab
        if (what === 'unsupported') await page.addInitScript('delete window.PublicKeyCredential')
        await enterAs(tab, service, account)
        await page.goto('/account/security')
        await page.getByRole('heading', { name: text.heading, exact: true }).waitFor()
        const reason = page.getByText(text.missing, { exact: true })
        if (what === 'supported') await page.getByRole('button', { name: text.add, exact: true }).waitFor()
        else await reason.waitFor()
        assert.equal(await reason.isVisible(), what !== 'supported', `${language}, ${what}`)
        assert.equal(
          await page.getByRole('button', { name: text.add, exact: true }).isVisible(),
          what === 'supported',
        )
        if (process.env['SHOT'])
          await page.screenshot({ path: `${process.env['SHOT']}/pk-${language}-${what}.png`, fullPage: true })
        await tab.close()
      }
    }
  })
})
