// Every page in every language, light and dark, on a phone and a desk. That takes two minutes, and the report grows with
// each language and size.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageNames, languages } from '../../src/texts/languages.ts'
import { onEveryDatabase } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'
import { admin, createSubjects, open, own } from './every-page.ts'
import { enterAs } from './person.ts'

/** Twenty times what an idle machine takes for one language and size, so that a page that never opens ends the test. */
const timeout = 240_000

onEveryDatabase('every page', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return
  for (const language of languages) {
    for (const [where, size] of [
      ['phone', phone],
      ['desk', desk],
    ] as const) {
      test(`weighs under 60 kB, fits and passes axe in ${languageNames[language]} on a ${where}`, {
        timeout,
      }, async (t) => {
        const service = await start({ NORN_REGISTRATION: 'open', NORN_LIBRARY: 'public' })
        const { owner, paths } = await createSubjects(service, language)
        const tab = await openTab(t, service.baseUrl, { ...size, locale: language, colorScheme: 'light' })
        if (!tab) return
        let pages = 0
        const measure = async (path: string) => {
          await tab.page.goto(path)
          assert.equal(await tab.page.locator('html').getAttribute('lang'), language)
          await tab.check(`${path} in ${language}, light`)
          await tab.page.emulateMedia({ colorScheme: 'dark' })
          await tab.checkContrast(`${path} in ${language}, dark`)
          await tab.page.emulateMedia({ colorScheme: 'light' })
          pages++
        }
        for (const path of open) await measure(path)
        await enterAs(tab, service, owner)
        for (const path of [...own, ...admin, ...paths]) await measure(path)
        t.diagnostic(`${pages} pages`)
        await tab.close()
      })
    }
  }
})
