// The 3D preview of the skin comes after the page, and the page works without it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from 'playwright-core'
import { setTextures } from '../../src/domain/game/set-textures.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { desk, openTab, phone, type Tab, type TabOptions } from './browser.ts'
import { enterAs } from './person.ts'

const viewer = /\/assets\/skinview3d-/
/** A test that waits for something that never comes fails. */
const limited = { timeout: 240_000 }

onEveryDatabase('the 3D preview', (_start, shared, kind) => {
  // The database does not change it.
  if (kind !== 'sqlite') return

  async function openSkin(
    t: Parameters<typeof openTab>[0],
    options: TabOptions,
    answer: (route: Route) => Promise<void>,
  ): Promise<(Tab & { service: RunningService }) | undefined> {
    const service = await shared()
    const account = await service.account()
    await setTextures(service.context, operator, account.id, { skin: { png: makePng(64, 64, noise(1)) } })
    const tab = await openTab(t, service.baseUrl, options)
    if (!tab) return undefined
    await enterAs(tab, service, account)
    await tab.page.route(viewer, answer)
    await tab.page.goto('/account/skin')
    return { ...tab, service }
  }
  const flat = ({ page }: Tab) => page.locator('.figure img')
  const canvas = ({ page }: Tab) => page.getByRole('img', { name: /^What you look like\. / })

  for (const [name, size] of [
    ['phone', phone],
    ['desktop', desk],
  ] as const)
    test(
      `on a ${name} is asked for once the page is complete, and takes the place of the flat picture`,
      limited,
      async (t) => {
        const asked = Promise.withResolvers<Route>()
        const tab = await openSkin(t, { ...size, hasPreview: true }, async (route) => asked.resolve(route))
        if (!tab) return
        const { page } = tab
        const route = await asked.promise
        assert.equal(await page.evaluate('document.readyState'), 'complete')
        assert.equal(await flat(tab).isVisible(), true)
        assert.equal(await page.locator('canvas').count(), 0)
        await tab.check('before the preview')
        await route.continue()
        await canvas(tab).waitFor()
        assert.equal(await flat(tab).count(), 0)
        const [started, loaded] = await page.evaluate<[number, number]>(`[
        performance.getEntriesByType('resource').find(({ name }) => name.includes('/skinview3d-')).startTime,
        performance.getEntriesByType('navigation')[0].loadEventStart,
      ]`)
        assert.ok(
          started >= loaded,
          `asked for at ${started} ms, before the page was complete at ${loaded} ms`,
        )
        assert.equal(await tab.shift(), 0)
        const button = page.getByRole('button', { name: 'Stop turning', exact: true })
        await button.click()
        await page.getByRole('button', { name: 'Turn', exact: true }).waitFor()
        await tab.check('with the preview')

        const figure = await page.locator('.figure').boundingBox()
        const skin = { name: 'skin.png', mimeType: 'image/png', buffer: makePng(64, 64, noise(2)) }
        await page.getByLabel('Skin file').setInputFiles(skin)
        const note = page.getByText('You are trying this on')
        await note.waitFor()
        const above = (await note.boundingBox())?.y ?? 0
        assert.ok(figure && above >= figure.y + figure.height, 'the note does not lie over the figure')
        assert.deepEqual(await page.locator('.figure').boundingBox(), figure, 'nothing has moved')
        assert.equal(await page.locator('.controls').isVisible(), false)
        await tab.check('tried on')
        await tab.close()
      },
    )

  for (const [name, answer] of [
    ['does not arrive', (route) => route.abort()],
    ['is missing', (route) => route.fulfill({ status: 404, body: '' })],
    [
      'throws',
      (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
    ],
  ] as [string, (route: Route) => Promise<void>][])
    test(`that ${name} leaves the flat picture, and a skin can be uploaded`, limited, async (t) => {
      const tab = await openSkin(t, { ...desk, hasPreview: true }, answer)
      if (!tab) return
      const { page } = tab
      const file = { name: 'skin.png', mimeType: 'image/png', buffer: makePng(64, 64, noise(3)) }
      await page.getByLabel('Skin file').setInputFiles(file)
      await page.getByRole('radio', { name: 'Classic', checked: true }).waitFor()
      assert.equal(await flat(tab).isVisible(), true)
      assert.equal(await page.locator('canvas').count(), 0)
      await tab.check(name)
      await page.getByRole('button', { name: 'Upload skin' }).click()
      await page.getByRole('status').getByText('Your new skin is on.').waitFor()
      await tab.close()
    })

  test('needs WebGL; without it the flat picture stays', limited, async (t) => {
    const answered = Promise.withResolvers<void>()
    const tab = await openSkin(t, desk, async (route) => {
      await route.continue()
      answered.resolve()
    })
    if (!tab) return
    await answered.promise
    await tab.page.evaluate(`import(document.querySelector('[data-viewer]').dataset.viewer)`)
    await tab.page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    )
    assert.equal(await flat(tab).isVisible(), true)
    assert.equal(await tab.page.locator('canvas').count(), 0)
    await tab.close()
  })
})
