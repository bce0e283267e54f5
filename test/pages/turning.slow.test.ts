// Pictures of textures in 3D: pressed by pointer or keys, turned, closed; without WebGL they are pictures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from 'playwright-core'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { wearFromWardrobe } from '../../src/domain/wardrobe/wear.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { desk, openTab, type TabOptions } from './browser.ts'
import { enterAs } from './person.ts'

const limited = { timeout: 240_000 }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

onEveryDatabase('textures in 3D', (_start, shared, kind) => {
  // The database does not change it.
  if (kind !== 'sqlite') return

  async function openWardrobe(
    t: Parameters<typeof openTab>[0],
    options: TabOptions,
    answer: (route: Route) => Promise<void> = (route) => route.continue(),
  ) {
    const service: RunningService = await shared()
    const account = await service.account()
    const by = accountActor(account, '192.0.2.1')
    const add = async (png: Buffer, name: string) =>
      (await addToWardrobe(service.context, by, account, { png, name })).texture
    await add(makePng(22, 17, noise(1)), 'Flag')
    await wearFromWardrobe(service.context, by, account, (await add(makePng(64, 64, noise(2)), 'Red')).id)
    const tab = await openTab(t, service.baseUrl, options)
    if (!tab) return undefined
    await enterAs(tab, service, account)
    await tab.page.route(/\/assets\/skinview3d-/, answer)
    const asked: string[] = []
    tab.page.on('request', (request) => request.url().includes('skinview3d') && asked.push(request.url()))
    await tab.page.goto('/account/wardrobe')
    return { ...tab, service, asked }
  }

  for (const [name, options] of [
    ['a phone', phone],
    ['a desktop', { ...desk, colorScheme: 'dark' }],
  ] as const)
    test(`on ${name} are opened, turned and closed, and nothing moves`, limited, async (t) => {
      const tab = await openWardrobe(t, { ...options, hasPreview: true })
      if (!tab) return
      const { page } = tab
      await page.getByRole('button', { name: '3D, Red', exact: true }).waitFor()
      await tab.check('before anything is pressed')
      assert.deepEqual(tab.asked, [], 'the viewer is not asked for before')
      for (const texture of ['Red', 'Flag']) {
        const button = page.getByRole('button', { name: `3D, ${texture}`, exact: true })
        await button.focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog', { name: texture, exact: true })
        const canvas = dialog.getByRole('img', { name: /^(?:Red|Flag)\. Drag it/ })
        await canvas.waitFor()
        await dialog.locator('canvas:focus').waitFor()
        await dialog.getByRole('button', { name: 'Stop turning', exact: true }).click()
        await canvas.focus()
        await page.keyboard.press('ArrowRight')
        await tab.check(`${texture} in 3D`)
        if (process.env['LOOK'])
          await page.screenshot({ path: `${process.env['LOOK']}/${name}-${texture}.png` })
        if (texture === 'Red') await page.keyboard.press('Escape')
        else await dialog.getByRole('button', { name: 'Close', exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
        await button.and(page.locator(':focus')).waitFor()
      }
      assert.ok((await tab.shift()) === 0)
      await tab.close()
    })

  test('do not move for people who asked for less motion', limited, async (t) => {
    const tab = await openWardrobe(t, { ...desk, reducedMotion: 'reduce', hasPreview: true })
    if (!tab) return
    await tab.page.getByRole('button', { name: '3D, Red', exact: true }).click()
    await tab.page.getByRole('button', { name: 'Turn', exact: true }).waitFor()
    await tab.close()
  })

  for (const [name, options, answer] of [
    ['without WebGL', desk, undefined],
    ['without the viewer', { ...desk, hasPreview: true }, (route: Route) => route.abort()],
  ] as const)
    test(`${name} they are larger pictures`, limited, async (t) => {
      const tab = await openWardrobe(t, options, answer)
      if (!tab) return
      const { page } = tab
      const asked = page.waitForEvent('request', (request) => request.url().includes('skinview3d'))
      await page.getByRole('button', { name: '3D, Red', exact: true }).click()
      await asked
      const dialog = page.getByRole('dialog', { name: 'Red', exact: true })
      await dialog.locator('img').waitFor()
      await tab.check(name)
      assert.equal(await dialog.locator('canvas').count(), 0)
      await page.keyboard.press('Escape')
      await tab.close()
    })
})
