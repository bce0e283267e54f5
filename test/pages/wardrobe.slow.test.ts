// The wardrobe in Chromium: on a phone without scripts, and at a desk by keyboard, with several files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTexture } from '../../src/domain/game/set-textures.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase } from '../service.ts'
import { desk, openTab } from './browser.ts'
import { enterAs, personAt } from './person.ts'

const png = (seed: number, name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: makePng(64, 64, noise(seed)),
})
const limited = { timeout: 240_000 }

onEveryDatabase('the wardrobe, in a browser', (start) => {
  test('on a phone without scripts: two presses from the account to another skin', limited, async (t) => {
    const service = await start()
    const anna = await service.account({ username: 'Anna' })
    const bare = { viewport: { width: 390, height: 844 }, hasTouch: true, javaScriptEnabled: false }
    const tab = await openTab(t, service.baseUrl, { ...bare, colorScheme: 'dark' })
    if (!tab) return
    const { page } = tab
    const person = personAt(tab)
    await enterAs(tab, service, anna)
    await page.goto('/account/wardrobe')
    await tab.check('nothing kept')
    const files = [png(1, 'Red.png'), png(2, 'Blue.png')]
    await page.getByLabel('Texture file', { exact: true }).setInputFiles(files)
    await person.press('Add')
    await person.reads('Added to your wardrobe.')
    await tab.check('two kept')
    await page.goto('/account')
    await page.locator('.profile').getByRole('link', { name: 'Wardrobe', exact: true }).click()
    await person.press('Wear: Red')
    await person.reads('You wear it now. Other players see it when you next join a server.')
    assert.ok((await service.stored(anna)).textures.skin)
    await tab.check('one worn')
    await person.press('Rename: Blue')
    await page.getByLabel('Name', { exact: true }).fill('Green')
    await tab.check('another name')
    await person.press('Rename')
    await person.press('Remove: Green')
    await tab.check('a question')
    await person.press('Remove')
    await person.reads('Removed from your wardrobe.')
    await tab.close()
  })

  test('at a desk: several files with progress, some of them refused, and keys alone', limited, async (t) => {
    const service = await start()
    const anna = await service.account({ username: 'Anna' })
    const by = accountActor(anna, '192.0.2.1')
    const old = makePng(64, 64, noise(9))
    await setTexture(service.context, by, anna.id, 'skin', old)
    await setTexture(service.context, by, anna.id, 'skin', makePng(64, 64, noise(8)))
    const tab = await openTab(t, service.baseUrl, desk)
    if (!tab) return
    const { page } = tab
    const person = personAt(tab)
    await enterAs(tab, service, anna)
    await page.goto('/account/wardrobe')
    const bad = { name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('none') }
    const files = Array.from({ length: 20 }, (_, seed) => png(20 + seed, `Skin ${seed}.png`))
    await page.getByLabel('Texture file', { exact: true }).setInputFiles([...files, bad])
    await person.press('Add')
    await page
      .getByRole('alert')
      .getByText(/bad\.png: The file is not a PNG/)
      .waitFor()
    await page.getByText('20 of 50').waitFor()
    await page.goto('/account/wardrobe')
    await tab.check('a full page')
    const wear = page.getByRole('button', { name: /^Wear: Skin/ }).first()
    await wear.focus()
    await page.keyboard.press('Enter')
    await person.reads('You wear it now. Other players see it when you next join a server.')
    await page.getByRole('button', { name: 'Keep', exact: true }).first().press('Enter')
    await person.reads('Kept in your wardrobe.')
    await tab.check('one more')
    await tab.close()
  })
})
