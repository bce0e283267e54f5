// Every page in every language, light and dark, on a phone and a desk. That takes minutes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { languageNames, languages } from '../../src/texts/languages.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'
import { enterAs } from './person.ts'

const open = [
  '/',
  '/launchers?for=hmcl',
  '/servers',
  '/sign-in',
  '/register',
  '/recover',
  '/device',
  '/nowhere',
]
const own = 'skin username email password security security/totp devices applications language export delete'
const admin =
  'accounts groups servers invites clients bans keys api-tokens settings webhooks audit why?name=Thor'
const paths = [
  '/account',
  ...own.split(' ').map((name) => `/account/${name}`),
  '/admin',
  ...admin.split(' ').map((name) => `/admin/${name}`),
]

onEveryDatabase('every page', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return
  for (const language of languages) {
    test(`weighs under 60 kB, fits and passes axe in ${languageNames[language]}`, async (t) => {
      const service = await start({ NORN_REGISTRATION: 'open' })
      const account = await service.account({ language })
      const thor = await service.account({ username: 'Thor' })
      await grantRole(service.context, operator, await service.stored(account), 'admin')
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
        await enterAs(tab, service, account)
        for (const path of [...paths, `/admin/accounts/${thor.id}`]) await measure(path)
        await tab.close()
      }
    })
  }
})
