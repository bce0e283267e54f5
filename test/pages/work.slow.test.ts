import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'
import { personAt } from './person.ts'

onEveryDatabase('proof of work, in a browser', (start, _shared, kind) => {
  // It writes one row, which test/web/work.test.ts tests on both databases.
  if (kind === 'postgres') return
  test('is done next to the page; without JavaScript the form says what is missing', async (t) => {
    const service = await start({ NORN_CAPTCHA: 'altcha' })
    const tab = await openTab(t, service.baseUrl, desk)
    if (!tab) return
    const person = personAt(tab)
    await person.page.goto('/register')
    await person.sees('Create account')
    await person.fill('Username', 'Worker')
    await person.fill('E-mail', 'worker@example.test')
    await person.fill('Password', 'football')
    await person.press('Create account')
    await person.isTold('Nothing was created yet')
    await person.fill('Password', 'a sentence to remember')
    await person.press('Create account')
    await person.sees('Check your mail')
    await tab.close()

    const without = await openTab(t, service.baseUrl, { ...phone, javaScriptEnabled: false })
    await without?.page.goto('/recover')
    await without?.page.getByText('This form needs JavaScript').waitFor()
    await without?.check()
    await without?.close()
  })
})
