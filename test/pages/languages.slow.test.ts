// Pages whose texts are longest, on a phone, in the languages that no other file reads; languages.long.test.ts reads
// every page.
import { test } from 'node:test'
import { languageNames } from '../../src/texts/languages.ts'
import { onEveryDatabase } from '../service.ts'
import { openTab, phone } from './browser.ts'
import { enterAs } from './person.ts'

onEveryDatabase('pages on the narrowest phone', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return
  for (const language of ['de', 'es', 'fr', 'pt-BR'] as const) {
    test(`fit and pass axe in ${languageNames[language]}`, async (t) => {
      const service = await start()
      const account = await service.account({ language })
      const tab = await openTab(t, service.baseUrl, { ...phone, locale: language, colorScheme: 'dark' })
      if (!tab) return
      await tab.page.goto('/')
      await tab.check(`/ in ${language}`)
      await enterAs(tab, service, account)
      for (const path of ['/account', '/account/delete']) {
        await tab.page.goto(path)
        await tab.check(`${path} in ${language}`)
      }
      await tab.close()
    })
  }
})
