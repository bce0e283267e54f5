import { chromium } from 'playwright-core'
import { textIn } from '../../src/web/context/text.ts'
import { executablePath, noBrowser } from '../pages/chromium.ts'
import { personAt } from '../pages/person.ts'

/** Pages of administration, by the words that they have. Answers why not where there is no Chromium. */
export async function openBrowser(address: string) {
  if (executablePath === undefined) return noBrowser ?? ''
  const launched = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 })
  const browser = await launched.newContext({ baseURL: address, ignoreHTTPSErrors: true, locale: 'en-GB' })
  browser.setDefaultTimeout(120_000)
  const page = await browser.newPage()
  // What the pages look like is looked at in test/pages/.
  const person = personAt({ page, check: async () => {} })
  const { admin, groups, servers, signIn } = textIn('en')
  const open = async (name: 'groups' | 'servers') => {
    await page.goto('/admin')
    const { heading } = admin.menu[name]
    await page.getByRole('navigation', { name: admin.sections }).getByRole('link', { name: heading }).click()
    await person.sees(heading)
  }
  return {
    signIn: async (login: string, password: string) => {
      await page.goto('/sign-in')
      await person.fill(signIn.login, login)
      await person.fill(signIn.password, password)
      await person.press(signIn.submit)
      await page.waitForURL('**/account')
    },
    createGroup: async (name: string, member: string) => {
      await open('groups')
      await person.fill(groups.name, name)
      await person.press(groups.create)
      await person.reads(groups.flash.created)
      await person.fill(groups.player, member)
      await person.press(groups.add)
      await person.reads(groups.flash.added)
    },
    /** Answers its root, as the page shows it. */
    addServer: async (name: string, group = '') => {
      await open('servers')
      await person.fill(servers.name, name)
      await person.fill(servers.groups, group)
      await person.press(servers.add)
      await person.reads(servers.flash.added)
      const root = page.getByRole('main').locator('code').filter({ hasText: '/at/' }).first()
      return (await root.textContent()) ?? ''
    },
    close: () => launched.close(),
  }
}
