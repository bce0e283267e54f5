// Properties of every page on a phone: its length, its weight, and that nothing is cut off; in light and dark.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadTexture } from '../../src/domain/game/set-textures.ts'
import { changeSettings } from '../../src/domain/operation/settings.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { desk, openTab, type Tab } from './browser.ts'
import { delayScripts } from './delayed-scripts.ts'
import { admin, createSubjects, lists, open, own } from './every-page.ts'
import { createHardPlayer, crowd, furnish, oneWord, protect, suspend } from './hard-player.ts'
import { enterAs } from './person.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const maxHeight = 2500
/** For pages with as much of everything as there may be. */
const maxHardHeight = 2800

async function assertShort({ page }: Tab, path: string, limit = maxHeight): Promise<void> {
  if (lists.includes(path.replace(/\?.*/, '')) || path.includes('?list=')) return
  // People are to read all of the owner's text.
  if (path === '/rules') return
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  assert.ok(height <= limit, `${path} is ${height} pixels long`)
}

onEveryDatabase('pages on a phone', (start, _shared, kind) => {
  test(`are at most ${maxHeight} pixels long, light, still, and pass axe; dates are in the reader's format`, async (t) => {
    const service = await start({
      NORN_REGISTRATION: 'open',
      NORN_LIBRARY: 'public',
      NORN_WIDGET: 'players,servers,names',
    })
    const account = await service.account()
    const { paths, owner, library } = await createSubjects(service, 'en')
    const zone = { timezoneId: 'Asia/Tokyo', locale: 'en-GB' }
    const colorScheme = kind === 'sqlite' ? ('light' as const) : ('dark' as const)
    const tab = await openTab(t, service.baseUrl, { ...phone, ...zone, colorScheme })
    if (!tab) return
    const { page } = tab
    await delayScripts(tab)
    const measure = async (path: string) => {
      await page.goto(path)
      await tab.check(path)
      await assertShort(tab, path)
      assert.equal(await tab.shift(), 0, path)
    }
    for (const path of [...open, ...library, '/widget/players']) await measure(path)
    await enterAs(tab, service, account)
    // The page of skins has most to show for one who has worn many.
    const self = accountActor(account, '127.0.0.1')
    for (let seed = 0; seed < 9; seed++)
      await uploadTexture(service.context, self, account.id, 'skin', makePng(64, 64, noise(seed)))
    await uploadTexture(service.context, self, account.id, 'cape', makePng(64, 32, noise(2)))
    for (const path of own) await measure(path)
    await enterAs(tab, service, owner)
    for (const path of [...admin, ...paths]) await measure(path)

    await page.goto('/admin/accounts')
    const created = page.locator('td time').first()
    const at = new Date((await created.getAttribute('datetime')) ?? '')
    const written = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Asia/Tokyo',
    })
    await page.getByText(written.format(at)).first().waitFor()
    await page.goto('/account/devices')
    const used = page.locator('time[data-ago]').first()
    await used.getByText(/^(?:this minute|\d+ \w+ ago)$/).waitFor()
    const usedAt = new Date((await used.getAttribute('datetime')) ?? '')
    assert.equal(await used.getAttribute('title'), written.format(usedAt))
    await tab.close()
  })

  test('of a player who has as much of everything as there may be are hardly longer, and cut nothing off', async (t) => {
    // The database does not change a page.
    if (kind !== 'sqlite') return
    const language = 'ru'
    const service = await start({ NORN_REGISTRATION: 'open' })
    const hard = await createHardPlayer(service, language)
    const { owner } = await createSubjects(service, language)
    const tab = await openTab(t, service.baseUrl, { ...phone, colorScheme: 'dark', locale: language })
    if (!tab) return
    const measure = async (path: string) => {
      await tab.page.goto(path)
      await tab.check(path)
      await assertShort(tab, path, maxHardHeight)
    }
    await furnish(service)
    for (const path of open) await measure(path)
    await changeSettings(service.context, operator, { welcome: oneWord })
    await measure('/')
    await enterAs(tab, service, hard.account)
    await measure('/')
    await protect(service, hard)
    for (const path of own) await measure(path)
    await enterAs(tab, service, owner)
    for (const path of hard.paths) await measure(path)
    await suspend(service, hard)
    for (const path of [...hard.paths, ...(await crowd(service))]) await measure(path)
    await tab.page.setViewportSize({ width: 1280, height: 900 })
    for (const path of [...hard.paths, '/admin/accounts', '/admin/audit']) {
      await tab.page.goto(path)
      await tab.check(`${path} on a desktop`)
    }
    await tab.close()
  })

  test('on a desktop the list of pages is next to the page, and the skip link leads past it', async (t) => {
    const service = await start()
    const tab = await openTab(t, service.baseUrl, desk)
    if (!tab) return
    const { page } = tab
    await enterAs(tab, service, await service.account())
    await page.goto('/account/email')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('#content:focus').waitFor()
    await page.keyboard.press('Tab')
    await page.locator('#email:focus').waitFor()
    const list = await page.getByRole('navigation', { name: 'Your account' }).boundingBox()
    const form = await page.locator('#content').boundingBox()
    assert.ok(list && form && list.x + list.width < form.x)
    await tab.close()
  })
})
