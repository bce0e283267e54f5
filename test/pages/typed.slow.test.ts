// What was typed is still there after somebody had to prove again who they are, and pages say beforehand what can't
// work now.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { revokeTokens } from '../../src/domain/tokens/held-tokens.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { authenticator } from './authenticator.ts'
import { desk, openTab, phone } from './browser.ts'
import { admin, createSubjects, own } from './every-page.ts'
import { front } from './https-proxy.ts'
import { enterAs } from './person.ts'

const minute = 60_000

/** The fields of a form that a person fills in, without the proof. */
const ofPeople = 'input:not([type=hidden], [type=file], [name=current], [name=code]), select, textarea'

/** Fills in every field in a way that differs from what it has; returns the contents of all. */
async function fillIn(page: Page, form: string): Promise<string[]> {
  const fields = page.locator(form).locator(ofPeople)
  for (const field of await fields.all()) {
    const kind = (await field.getAttribute('type')) ?? 'none'
    const options = await field.locator('option').count()
    if (kind === 'checkbox' || kind === 'radio') await field.check({ force: true })
    else if (options > 0) await field.selectOption({ index: options - 1 })
    else if (kind !== 'password') await field.fill('https://typed.example.org/path')
  }
  return contentsOf(page, form)
}

/** Fields whose contents are never kept. */
const proofs = 'input[type=password], input[name=code]'
const secret = 'Tr0ub4dor&3'

/**
 * The paths of the forms in which a text can be typed. Those of passkeys are sent by a script, and one with
 * textures is not read for a signed-out visitor.
 */
const formsOfPeople = `[...document.querySelectorAll('#content form[method=post]:not([data-passkey] form, :has([name=file]))')]
  .filter((form) => form.querySelector('input:is([type=text], [type=email]):not([readonly], [name=code]), textarea'))
  .map((form) => form.getAttribute('action'))`

const contentsOf = (page: Page, form: string): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelector('${form}').querySelectorAll('${ofPeople}')]
      .filter(({ type }) => type !== 'password')
      .map(({ name, type, value, checked }) => name + '=' + value + (/radio|checkbox/.test(type) ? checked : ''))`,
  )

/** Returns a property of how an element looks. */
const look = (page: Page, element: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${element}')).${property}`)

/** Opens what is folded. */
const unfold = (page: Page) =>
  page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`)

onEveryDatabase('typed text', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return

  test('is kept by every form of administration that asks for the password again', async (t) => {
    const service = await start()
    const { owner, paths } = await createSubjects(service, 'en')
    const tab = await openTab(t, service.baseUrl, desk)
    if (!tab) return
    const { page } = tab
    await enterAs(tab, service, owner)
    service.advance(16 * minute)
    const forms = page.locator('form:has([name=current])')
    const kept: string[] = []
    for (const path of [...admin, ...paths]) {
      await page.goto(path)
      for (let at = 0; at < (await forms.count()); at++) {
        await page.goto(path)
        await unfold(page)
        const action = (await forms.nth(at).getAttribute('action')) ?? ''
        const form = `form[action="${action}"]:has([name=current])`
        const typed = await fillIn(page, form)
        await page.locator(form).locator('[name=current]').fill('not this one')
        await page.locator(form).locator('button').last().click()
        await page.getByRole('alert').waitFor()
        await unfold(page)
        assert.deepEqual(await contentsOf(page, form), typed, `${path}: ${action}`)
        assert.equal(await page.locator(form).locator('[name=current]').inputValue(), '')
        kept.push(action)
        service.advance(minute)
      }
    }
    t.diagnostic(kept.join(' '))
    for (const action of ['/admin/clients', '/admin/webhooks', '/admin/api-tokens', '/admin/settings'])
      assert.ok(kept.includes(action), action)
    await tab.close()
  })

  test('is kept by every form that is sent after the session has ended, and proofs are not', async (t) => {
    const service = await start()
    const { owner, paths } = await createSubjects(service, 'en')
    const tab = await openTab(t, service.baseUrl, desk)
    if (!tab) return
    const { page } = tab
    await enterAs(tab, service, owner)
    const kept: string[] = []
    for (const path of [...own, ...admin, ...paths]) {
      await page.goto(path)
      for (const action of await page.evaluate<string[]>(formsOfPeople)) {
        await page.goto(path)
        await unfold(page)
        const form = `form[method=post][action="${action}"]`
        const typed = await fillIn(page, form)
        for (const proof of await page.locator(form).locator(proofs).all()) await proof.fill(secret)
        await revokeTokens(service.context, operator, await service.stored(owner))
        await page.locator(form).locator('button:not([disabled], [type=button])').first().click()
        await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
        const told = page.getByRole('status').getByText('You were signed out. Sign in')
        assert.equal(await told.count(), 1, `${path}: ${action}`)
        const cookie = (await tab.browser.cookies()).find(({ name }) => name === 'norn-typed')?.value ?? ''
        const sealed = service.context.formSeals.open(cookie, 'typed form')
        assert.ok(sealed, `${path}: ${action}`)
        assert.ok(!brotliDecompressSync(sealed).includes(secret), `${path}: ${action} keeps a proof`)
        await page.getByLabel('Username or e-mail').fill(owner.username)
        await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByRole('status').getByText('This is what you typed').waitFor()
        assert.deepEqual(await contentsOf(page, form), typed, `${path}: ${action}`)
        for (const proof of await page.locator(form).locator(proofs).all())
          assert.equal(await proof.inputValue(), '', `${path}: ${action}`)
        for (const field of await page.locator(form).locator(ofPeople).all())
          assert.ok(await field.isVisible(), `${path}: ${action} hides what was typed`)
        kept.push(action)
      }
    }
    t.diagnostic(kept.join(' '))
    for (const action of ['/account/email', '/admin/settings', '/admin/groups', '/admin/servers/survival'])
      assert.ok(kept.includes(action), action)
    await tab.close()
  })

  test('is kept for a passkey, which is not made before its owner has signed in again', async (t) => {
    const { url, leadTo } = await front()
    const service = await start({ NORN_BASE_URL: url })
    leadTo(service.baseUrl)
    const account = await service.account()
    const tab = await openTab(t, url, desk)
    if (!tab) return
    const { page } = tab
    await authenticator(tab)
    await enterAs(tab, service, account)
    service.advance(16 * minute)
    await page.goto('/account/security')
    await page.evaluate(
      `(() => { const create = navigator.credentials.create
        navigator.credentials.create = (...given) => { sessionStorage.asked = 1; return create.apply(navigator.credentials, given) } })()`,
    )
    await page.getByLabel('Name of this device').fill('Blue key')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Sign in again to continue.').waitFor()
    assert.equal(await page.evaluate('sessionStorage.asked'), undefined)
    assert.equal(await page.getByLabel('Username or e-mail').inputValue(), account.username)
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
    assert.equal(await page.getByLabel('Name of this device').inputValue(), 'Blue key')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('status').getByText('The passkey was added.').waitFor()
    await page.getByText('Blue key', { exact: true }).waitFor()
    await tab.close()
  })
})

onEveryDatabase('a form that cannot succeed now', (start, shared, kind) => {
  if (kind !== 'sqlite') return

  test('looks so before it is tried: a name that has to wait', async (t) => {
    const service = await start({ NORN_NAME_HOLD: '0s' })
    const account = await service.account()
    const stored = await service.stored(account)
    service.advance(minute)
    await renameAccount(service.context, operator, stored, `${account.username}_2`)
    const tab = await openTab(t, service.baseUrl, phone)
    if (!tab) return
    const { page } = tab
    await enterAs(tab, service, { ...account, username: `${account.username}_2` })
    await page.goto('/account/username')
    const button = page.getByRole('button', { name: 'Change username' })
    assert.equal(await button.isDisabled(), true)
    await page.getByText('You can change it again after').waitFor()
    const waiting = await look(page, '#content form button', 'backgroundColor')
    await tab.check('a name that has to wait')
    await page.goto('/account/email')
    assert.notEqual(waiting, await look(page, '#content form button', 'backgroundColor'))
    await tab.close()
  })

  test('does not offer to drop a file on a phone; the current model is marked', async (t) => {
    const service = await shared()
    const account = await service.account()
    for (const [size, isDesk] of [
      [phone, false],
      [desk, true],
    ] as const) {
      const tab = await openTab(t, service.baseUrl, size)
      if (!tab) return
      const { page } = tab
      await enterAs(tab, service, account)
      await page.goto('/account/skin')
      const file = page.getByLabel('Skin file')
      const border = () => look(page, '#skin', 'borderTopStyle')
      assert.equal(await page.getByText('You can also drop').first().isVisible(), isDesk)
      assert.equal(await border(), 'dashed')
      const skin = { name: 'skin.png', mimeType: 'image/png', buffer: makePng(64, 64, noise(1)) }
      await file.setInputFiles(skin)
      assert.equal(await border(), 'solid')
      await page.getByRole('radio', { name: 'Classic', checked: true }).waitFor()
      await page.getByRole('button', { name: 'Upload skin' }).click()
      await page.getByRole('status').getByText('Your new skin is on.').waitFor()
      const weight = (model: string) => look(page, `label:has([value=${model}])`, 'fontWeight')
      assert.deepEqual([await weight('default'), await weight('slim')], ['600', '400'])
      await tab.check('worn')
      await tab.close()
    }
  })
})
