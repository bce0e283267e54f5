// Every time on a page is in the reader's zone, whether the script comes before the page is painted or after.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { hyphenatedUuid } from '../../src/lib/crypto/uuid.ts'
import { onEveryDatabase, operator, start2026 } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'
import { delayScripts } from './delayed-scripts.ts'
import { enterAs } from './person.ts'

const day = 86_400_000

/** Makes the script believe that the page was painted before it began, or was not. */
const beginsWhen = (isPainted: boolean) => `
  performance.getEntriesByType = () => ${isPainted ? '[{}]' : '[]'}
  Object.defineProperty(document, 'timeline', { value: { currentTime: 0 } })`

onEveryDatabase('the clock of a page', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return
  test("is the reader's in every sentence, whenever the script comes", async (t) => {
    const service = await start()
    const { context } = service
    const [owner, suspended] = [await service.account(), await service.account()]
    await grantRole(context, operator, await service.stored(owner), 'admin')
    const credentials = { username: suspended.username, password: suspended.password, clientToken: 'c' }
    await service.post('/auth/authenticate', credentials)
    await suspendAccount(context, operator, await service.stored(suspended), {
      reason: 'Griefing',
      until: start2026 + 40 * day + 17.5 * 3_600_000,
    })
    await service.post('/auth/authenticate', credentials)
    await context.attempts.flush()
    const paths = [`/admin/why?name=${suspended.username}`, `/admin/accounts/${hyphenatedUuid(suspended.id)}`]
    for (const [when, zone] of [
      ['painted', 'Asia/Shanghai'],
      ['unpainted', 'Asia/Shanghai'],
      ['delayed', 'America/St_Johns'],
    ] as const) {
      for (const size of [phone, desk]) {
        const tab = await openTab(t, service.baseUrl, { ...size, timezoneId: zone, locale: 'en-GB' })
        if (!tab) return
        const { page } = tab
        if (when === 'delayed') await delayScripts(tab)
        else await page.addInitScript(beginsWhen(when === 'painted'))
        await enterAs(tab, service, owner)
        for (const path of paths) {
          await page.goto(path)
          const times = page.locator('main time')
          await times.first().waitFor()
          await page.waitForLoadState()
          assert.ok((await times.count()) > 1, path)
          for (const time of await times.all()) {
            const at = new Date((await time.getAttribute('datetime')) ?? '')
            const isLong = (await time.getAttribute('data-long')) !== null
            const style = { dateStyle: isLong ? 'long' : 'medium', timeStyle: 'short' } as const
            const own = new Intl.DateTimeFormat('en-GB', { ...style, timeZone: zone }).format(at)
            const [shown, title] = [await time.textContent(), await time.getAttribute('title')]
            assert.ok(shown === own || title === own, `${path}, ${when}: ${shown}, not ${own}`)
            if (isLong) assert.equal(shown, own)
          }
          if (when === 'delayed') assert.equal(await tab.shift(), 0)
          if (process.env['SHOT'])
            await page.screenshot({
              path: `${process.env['SHOT']}/${when}-${size === phone ? 'phone' : 'desk'}-${paths.indexOf(path)}.png`,
              fullPage: true,
            })
        }
        await tab.close()
      }
    }
  })
})
