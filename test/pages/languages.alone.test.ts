// Every page in every language, light and dark, on a phone and a desk. That takes minutes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageNames, languages } from '../../src/texts/languages.ts'
import { onEveryDatabase } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'
import { admin, createSubjects, open, own } from './every-page.ts'
import { enterAs } from './person.ts'

onEveryDatabase('every page', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return
  for (const language of languages) {
    test(`weighs under 60 kB, fits and passes axe in ${languageNames[language]}`, async (t) => {
      const service = await start({ NORN_REGISTRATION: 'open' })
      const { owner, paths } = await createSubjects(service, language)
      for (const size of [phone, desk]) {
        const tab = await openTab(t, service.baseUrl, { ...size, locale: language })
        if (!tab) return
        const measure = async (path: string) => {
          await tab.page.goto(path)
          assert.equal(await tab.page.locator('html').getAttribute('lang'), language)
          for (const colorScheme of ['light', 'dark'] as const) {
            await tab.page.emulateMedia({ colorScheme })
            await tab.check(`${path} in ${language}, ${colorScheme}`)
          }
        }
        for (const path of open) await measure(path)
        await enterAs(tab, service, owner)
        for (const path of [...own, ...admin, ...paths]) await measure(path)
        await tab.close()
      }
    })
  }
})
