import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { makePng, noise, type Paint } from '../png.ts'
import { onEveryDatabase } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'
import { enterAs } from './person.ts'

const slim: Paint = (x, y) => (x >= 54 && x < 56 && y >= 20 && y < 32 ? [0, 0, 0, 0] : [90, 140, 200, 255])
const png = (buffer: Buffer) => ({ name: 'skin.png', mimeType: 'image/png', buffer })

onEveryDatabase('home page and skin, in a browser', (_start, shared) => {
  test('on a desktop: lines are copied, a skin is dropped, previewed, set, and selected again', async (t) => {
    const service = await shared()
    const account = await service.account()
    const tab = await openTab(t, service.baseUrl, {
      ...desk,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    if (!tab) return
    const { page } = tab
    await page.goto('/')
    await page.getByRole('link', { name: 'Fjord Launcher' }).click()
    await page.getByRole('heading', { level: 2, name: 'Fjord Launcher' }).waitFor()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), service.baseUrl)
    await tab.check()

    await enterAs(tab, service, account)
    await page.goto('/account/skin')
    await page.getByRole('heading', { level: 1, name: 'Skin and cape' }).waitFor()
    const viewer = /\/assets\/skinview3d-/
    const loading = page.waitForResponse((response) => viewer.test(response.url()))
    await page.evaluate(dropped(makePng(64, 64, slim)))
    assert.equal((await loading).status(), 200)
    await page.getByRole('radio', { name: 'Slim', checked: true }).waitFor()
    await tab.check('tried on')
    await page.getByRole('button', { name: 'Upload skin' }).click()
    await page.getByRole('status').getByText('Your new skin is on.').waitFor()
    assert.equal((await service.stored(account)).textures.skin?.model, 'slim')

    await page.getByLabel('Skin file').setInputFiles(png(makePng(64, 64, noise(1))))
    await page.getByRole('radio', { name: 'Classic', checked: true }).waitFor()
    await page.getByRole('button', { name: 'Upload skin' }).click()
    await page.getByRole('button', { name: 'Wear again' }).click()
    await page.getByRole('status').getByText('Your new skin is on.').waitFor()
    assert.equal((await service.stored(account)).textures.skin?.model, 'slim')
    await page.getByLabel('Cape file').setInputFiles(png(Buffer.from('none')))
    await page.getByRole('button', { name: 'Upload cape' }).click()
    await page.getByRole('alert').getByText('The file is not a PNG image').waitFor()
    await tab.check('declined')
    await tab.close()
  })

  test('a file that would be refused is refused when it is chosen, and the next one is taken', async (t) => {
    const service = await shared()
    const account = await service.account()
    const tab = await openTab(t, service.baseUrl, phone)
    if (!tab) return
    const { page } = tab
    await enterAs(tab, service, account)
    await page.goto('/account/skin')
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    for (const [label, refused, reason, button] of [
      ['Skin file', png(makePng(63, 64, noise(1))), 'A PNG of 64×64 or 64×32 pixels', 'Upload skin'],
      ['Skin file', png(makePng(128, 128, noise(1))), 'A PNG of 64×64 or 64×32 pixels', 'Upload skin'],
      ['Skin file', png(Buffer.alloc(1024 * 1024 + 1)), 'The file is larger than 1 MiB', 'Upload skin'],
      ['Cape file', png(makePng(64, 64, noise(1))), 'A PNG of 64×32 or 22×17 pixels', 'Upload cape'],
      ['Cape file', png(Buffer.from('GIF89a')), 'The file is not a PNG image', 'Upload cape'],
    ] as const) {
      await page.getByLabel(label).setInputFiles(refused)
      await page.getByRole('alert').getByText(reason).waitFor()
      await page.getByRole('button', { name: button }).click()
    }
    assert.deepEqual(posts, [])
    await page.getByLabel('Skin file').setInputFiles(png(makePng(64, 64, noise(1))))
    await page.getByText('not the right size').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Upload skin' }).click()
    await page.getByRole('status').getByText('Your new skin is on.').waitFor()
    await tab.close()
  })

  test('with the keyboard alone: a file and its model are chosen, and the skin is set', async (t) => {
    const service = await shared()
    const account = await service.account()
    const tab = await openTab(t, service.baseUrl, desk)
    if (!tab) return
    const { page } = tab
    // Requested before the page exists: the browser is notified in its own time.
    page.on('filechooser', (chooser) => void chooser.setFiles(png(makePng(64, 64, noise(2)))))
    await enterAs(tab, service, account)
    await page.goto('/account/skin')
    const tabTo = async (wanted: Locator) => {
      const focused = wanted.and(page.locator(':focus'))
      for (let presses = 0; (await focused.count()) === 0; presses++) {
        assert.ok(presses < 30, `${String(wanted)} has the focus`)
        await page.keyboard.press('Tab')
      }
    }
    await tabTo(page.getByLabel('Skin file'))
    await page.keyboard.press('Enter')
    const classic = page.getByRole('radio', { name: 'Classic', checked: true })
    await classic.waitFor()
    await tabTo(classic)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('radio', { name: 'Slim', checked: true }).waitFor()
    await tabTo(page.getByRole('button', { name: 'Upload skin' }))
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Your new skin is on.').waitFor()
    assert.equal((await service.stored(account)).textures.skin?.model, 'slim')
    await tab.close()
  })

  test('on a phone, without JavaScript: the lines, the portrait and an upload work, and no dead buttons are shown', async (t) => {
    const service = await shared()
    const account = await service.account()
    const tab = await openTab(t, service.baseUrl, { ...phone, colorScheme: 'dark', javaScriptEnabled: false })
    if (!tab) return
    const { page } = tab
    await page.goto('/')
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
    await enterAs(tab, service, account)
    await page.goto('/account/skin')
    assert.equal(await page.getByRole('img', { name: 'What you look like' }).count(), 1)
    assert.equal(await page.getByText('You can also drop').first().isVisible(), false)
    await page.getByLabel('Skin file').setInputFiles(png(makePng(64, 64, slim)))
    await page.getByRole('button', { name: 'Upload skin' }).click()
    await page.getByRole('status').getByText('Your new skin is on.').waitFor()
    await page.getByRole('button', { name: 'Remove skin' }).click()
    await page.getByRole('status').getByText('Your skin was removed.').waitFor()
    // Its answer arrives while the file is still being sent: a browser must not lose it.
    const large = join(service.context.config.dataDir, 'large.png')
    await writeFile(large, Buffer.alloc(8 * 1024 * 1024))
    await page.getByLabel('Skin file').setInputFiles(large)
    await page.getByRole('button', { name: 'Upload skin' }).click()
    await page.getByRole('alert').getByText('The file is larger than 1 MiB').waitFor()
    await tab.close()
  })
})

/** A script that drops a file on the skin's card. */
const dropped = (file: Buffer): string => `{
  const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (letter) => letter.charCodeAt(0))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([bytes], 'skin.png', { type: 'image/png' }))
  const card = document.querySelector('#skin').closest('.card')
  card.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}`
