// The browser's way back to a form that was refused, and a reload of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { takeFromBudget } from '../../src/storage/limits/budgets.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { desk, openTab, type Tab } from './browser.ts'
import { admin, createSubjects, open, own } from './every-page.ts'
import { enterAs } from './person.ts'

const minute = 60_000

/** The paths of the forms of a page, without those that end or begin a session, and that of the language. */
const formsOn = `[...document.querySelectorAll('form[method=post]')]
  .map((form) => form.getAttribute('action'))
  .filter((action) => !/sign-out$|^\\/language$/.test(action))`

/** Sends a form without its token, which every form refuses. */
const sendRefused = (action: string) => `(() => {
  const form = document.querySelector('form[method=post][action="${action}"]')
  form.elements.csrf.value = ''
  HTMLFormElement.prototype.submit.call(form)
})()`

/** Counts the forms that the browser has sent. */
function countSent({ page }: Pick<Tab, 'page'>): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'POST') sent++
  })
  return () => sent
}

/** Opens another page, comes back, and then reloads. Returns the statuses of both answers. */
async function awayAndBack(page: Page): Promise<(number | undefined)[]> {
  await page.goto('/servers')
  const back = await page.goBack()
  const shown = page.url()
  const again = await page.reload()
  assert.equal(page.url(), shown)
  return [back?.status(), again?.status()]
}

onEveryDatabase('the way back', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return

  test('to every form that was refused shows its page', async (t) => {
    const service = await start({ NORN_REGISTRATION: 'open' })
    const { owner, paths } = await createSubjects(service, 'en')
    const tab = await openTab(t, service.baseUrl, desk)
    if (!tab) return
    const { page } = tab
    const sent = countSent(tab)
    const tried: string[] = []
    const tryAll = async (all: readonly string[]) => {
      for (const path of all) {
        await page.goto(path)
        const actions = new Set(await page.evaluate<string[]>(formsOn))
        for (const action of actions) {
          if (tried.includes(action)) continue
          await page.goto(path)
          const before = sent()
          await Promise.all([page.waitForEvent('load'), page.evaluate(sendRefused(action))])
          assert.deepEqual(await awayAndBack(page), [200, 200], `${path}: ${action}`)
          assert.equal(sent() - before, 1, `${path}: ${action} was sent again`)
          tried.push(action)
        }
      }
    }
    await tryAll(open)
    await enterAs(tab, service, owner)
    await tryAll([...own, ...admin, ...paths])
    t.diagnostic(tried.join(' '))
    assert.ok(tried.length > 50, String(tried.length))
    await tab.close()
  })

  test('to what a person has mistyped, or sent too often, shows the form', async (t) => {
    const service = await start({ NORN_REGISTRATION: 'open' })
    const account = await service.account()
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    const tab = await openTab(t, service.baseUrl, desk)
    if (!tab) return
    const { page } = tab
    const sent = countSent(tab)
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const comesBack = async (button: string, { path, status = 422 }: { path: string; status?: number }) => {
      const before = sent()
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.getByRole('main').getByRole('button', { name: button, exact: true }).click(),
      ])
      assert.equal(answer.status(), status, path)
      await page.locator('[role=alert]:focus').waitFor()
      await page.waitForLoadState()
      await tab.check(path)
      await page.goto('/servers')
      const back = await page.goBack()
      assert.deepEqual([back?.status(), page.url()], [200, `${service.baseUrl}${path}`])
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).waitFor()
      await page.reload()
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).waitFor()
      await page.goBack()
      assert.equal((await page.goForward())?.status(), 200)
      assert.equal(sent() - before, 1, `${path} was sent again`)
    }

    await page.goto('/sign-in?next=/account/skin')
    await field('Username or e-mail').fill(account.username)
    await field('Password').fill('not this one')
    await comesBack('Sign in', { path: '/sign-in?next=/account/skin' })

    await page.goto('/register')
    await field('Username').fill('a b')
    await comesBack('Create account', { path: '/register' })

    await enterAs(tab, service, account)
    await page.goto('/account/password')
    await field('Current password').fill('not this one')
    await field('New password').fill('a sentence to remember')
    await comesBack('Change password', { path: '/account/password' })

    const uploads = { size: 60, refillMs: minute }
    for (let count = 0; count < uploads.size; count++)
      await takeFromBudget(service.context.db, `upload:${account.id}`, service.now(), uploads)
    await page.goto('/account/skin')
    const skin = { name: 'skin.png', mimeType: 'image/png', buffer: makePng(64, 64, noise(1)) }
    await field('Skin file').setInputFiles(skin)
    await comesBack('Upload skin', { path: '/account/skin', status: 429 })

    await page.goto('/device')
    await page.getByRole('main').locator('[name=code]').fill('BCDF-GHJK')
    await comesBack('Continue', { path: '/device?user_code=BCDF-GHJK' })

    service.advance(16 * minute)
    await page.goto('/admin/invites')
    await page.getByRole('main').locator('[name=uses]').fill('0')
    await comesBack('Create invite', { path: '/admin/invites' })

    await page.goto('/admin/accounts')
    await field('Username').fill('Loki')
    await field('Current password').fill('not this one')
    await comesBack('Create account', { path: '/admin/accounts' })

    await page.goto('/admin/keys/rotate?use=textures')
    await field('Current password').fill('not this one')
    await comesBack('Rotate', { path: '/admin/keys/rotate?use=textures' })
    await tab.close()
  })
})
