// The states that nobody wants to be in, in each language: what is closed, forbidden, suspended, too much or not there.
import { test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { languages } from '../../src/web/text/text.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'
import { enterAs, personAt } from './person.ts'

const ways = {
  sqlite: [{ language: 'en', options: { ...phone, colorScheme: 'dark' } }],
  postgres: [
    { language: 'ru', options: { ...desk, colorScheme: 'light', javaScriptEnabled: false } },
    { language: 'zh-CN', options: { ...phone, colorScheme: 'light' } },
  ],
} as const

onEveryDatabase('what is refused, in a browser', (start, _shared, kind) => {
  const running = start({ NORN_REGISTRATION: 'invite', NORN_GUESS_ADDRESS_ACCOUNT: '2' })
  for (const { language, options } of ways[kind]) {
    test(`in ${language}`, async (t) => {
      const service = await running
      const account = await service.account({ language })
      const suspended = await service.account({ language })
      await suspendAccount(service.context, operator, await service.stored(suspended), { reason: 'griefing' })
      const tab = await openTab(t, service.baseUrl, { ...options, locale: language })
      if (!tab) return
      const person = personAt(tab)
      const { page } = tab
      const { text } = languages[language]

      await page.goto('/nowhere')
      await person.sees(text.errors.notFound.heading)
      await page.goto('/register?invite=unknown')
      await person.fill(text.register.username, 'Newcomer')
      await person.fill(text.register.email, 'newcomer@example.test')
      await person.fill(text.register.password, 'a sentence to remember')
      await person.press(text.register.submit)
      await person.isTold(text.register.problem)
      await page.getByText(text.register.inviteInvalid, { exact: true }).waitFor()

      await page.goto('/sign-in')
      const signIn = async (password: string) => {
        await person.fill(text.signIn.login, suspended.username)
        await person.fill(text.signIn.password, password)
        await person.press(text.signIn.submit)
      }
      await signIn(suspended.password)
      await person.isTold(text.signIn.suspended('griefing', undefined))
      for (let guesses = 0; guesses < 2; guesses++) {
        await signIn('not this one')
        await person.isTold(text.signIn.invalid)
      }
      await signIn('not this one')
      await person.isTold(text.signIn.tooMany(1))

      await enterAs(tab, service, account)
      await page.goto('/admin')
      await person.sees(text.errors.roleMissing.heading)
      await tab.browser.clearCookies()
      await page.goto('/recover')
      await tab.browser.clearCookies()
      await person.press(text.recover.submit)
      await person.sees(text.errors.otherSite.heading)
      await tab.close()
    })
  }
})
