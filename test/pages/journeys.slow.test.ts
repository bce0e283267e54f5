// Whole journeys in Chromium, in each language, by the words of its texts: what a page says has to lead on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { type Language, languages } from '../../src/web/text/text.ts'
import { makePng, type Paint } from '../png.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { newMail } from '../web/mailbox.ts'
import { application, authorizePath, redeem, startDevice } from '../wire/oauth2/oauth.ts'
import { authenticator } from './authenticator.ts'
import { desk, openTab, phone } from './browser.ts'
import { front } from './front.ts'
import { type Person, personAt } from './person.ts'

const slim: Paint = (x, y) => (x >= 54 && x < 56 && y >= 20 && y < 32 ? [0, 0, 0, 0] : [90, 140, 200, 255])
const png = (buffer: Buffer) => ({ name: 'skin.png', mimeType: 'image/png', buffer })

interface Way {
  language: Language
  options: BrowserContextOptions
  hasScript: boolean
}

const inLight = { colorScheme: 'light' } as const
const inDark = { colorScheme: 'dark' } as const

/** Each language meets each of the others on one of the databases; those without a script are the quick ones. */
const journeys: Readonly<Record<'sqlite' | 'postgres', readonly Way[]>> = {
  sqlite: [
    { language: 'en', options: { ...desk, ...inLight }, hasScript: true },
    { language: 'ru', options: { ...phone, ...inDark }, hasScript: true },
    { language: 'zh-CN', options: { ...phone, ...inLight }, hasScript: false },
  ],
  postgres: [
    { language: 'zh-CN', options: { ...desk, ...inDark }, hasScript: true },
    { language: 'en', options: { ...phone, ...inDark }, hasScript: false },
    { language: 'ru', options: { ...desk, ...inLight }, hasScript: false },
  ],
}

interface Journey extends Person {
  service: RunningService
  /** The language as its speakers call it. */
  name: string
  text: (typeof languages)[Language]['text']
  username: string
  password: string
  /** The secret of the authenticator app, once there is one. */
  secret: string
}

onEveryDatabase('from an address to a game', (start, _shared, kind) => {
  let running: Promise<RunningService> | undefined
  const outside = front()
  const shared = () =>
    (running ??= outside.then(async ({ url, leadTo }) => {
      const service = await start({
        NORN_BASE_URL: url,
        NORN_REGISTRATION: 'open',
        NORN_MAILS_PER_ADDRESS: '100',
      })
      leadTo(service.baseUrl)
      return service
    }))

  for (const { language, options, hasScript } of journeys[kind]) {
    test(`in ${language}, ${hasScript ? 'with' : 'without'} JavaScript`, async (t) => {
      const { url } = await outside
      const service = await shared()
      const locale = language === 'en' ? 'ru' : 'en'
      const tab = await openTab(t, url, { ...options, locale, javaScriptEnabled: hasScript })
      if (!tab) return
      const { name, text } = languages[language]
      const person = personAt(tab, hasScript)
      if (hasScript) await authenticator(tab)
      const username = `Player_${language.slice(0, 2)}`
      const journey = {
        ...person,
        service,
        name,
        text,
        username,
        password: 'a sentence to remember',
        secret: '',
      }
      const address = await register(journey)
      await dress(journey)
      await play(journey, address)
      await changeSettings(journey)
      await protect(journey, hasScript)
      await recover(journey)
      await connectDevice(journey)
      await consent(journey, url)
      await leaveAndStay(journey)
      assert.equal(await tab.page.locator('html').getAttribute('lang'), language)
      await tab.close()
    })
  }
})

/** From the start page to the account; answers the address that the page has for launchers. */
async function register({ page, service, text, ...person }: Journey): Promise<string> {
  const { register: words } = text
  const email = `${person.username}@example.test`
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.locator('.skip:focus').waitFor()
  await page.getByRole('button', { name: person.name, exact: true }).click()
  await person.reads(text.layout.said.languageChosen)
  await person.sees('Norn')
  const address = await page.locator('main code').first().textContent()
  await person.follow(text.home.start.register)
  await person.sees(words.heading)
  await person.fill(words.username, 'adm1n')
  await person.fill(words.email, 'nobody')
  await person.fill(words.password, 'password')
  await person.press(words.submit)
  await person.isTold(words.problem)
  for (const label of [words.username, words.email, words.password])
    assert.equal(await page.getByLabel(label, { exact: true }).getAttribute('aria-invalid'), 'true')
  await person.fill(words.username, person.username)
  await person.fill(words.email, email)
  await person.fill(words.password, person.password)
  await person.press(words.submit)
  await person.sees(words.sent.heading)
  const link = await mailedLink(service)
  await page.goto(link)
  await person.sees(words.confirm.heading)
  await person.press(words.confirm.submit)
  await person.reads(words.said.confirmed)
  await page.goto(link)
  await person.isTold(words.confirm.dead)

  await page.goto('/sign-in')
  await person.fill(text.signIn.login, person.username)
  await person.fill(text.signIn.password, 'not this one')
  await person.press(text.signIn.submit)
  await person.isTold(text.signIn.invalid)
  assert.equal(await page.getByLabel(text.signIn.login, { exact: true }).inputValue(), person.username)
  assert.equal(await page.getByLabel(text.signIn.password, { exact: true }).inputValue(), '')
  await person.fill(text.signIn.password, person.password)
  await person.press(text.signIn.submit)
  await person.sees(text.account.heading)
  return address ?? ''
}

async function mailedLink(service: RunningService): Promise<string> {
  const links = (await newMail(service)).filter(({ kind }) => kind !== 'notice').map(({ link }) => link)
  assert.equal(links.length, 1)
  return links[0] ?? ''
}

async function dress({ page, text, ...person }: Journey): Promise<void> {
  const { skin } = text
  await person.follow(text.account.menu.skin.heading)
  await person.sees(skin.heading)
  await page.getByLabel(skin.skin.file, { exact: true }).setInputFiles(png(Buffer.from('none')))
  await person.press(skin.skin.upload)
  await person.isTold(skin.problems.texture_malformed)
  await page.getByLabel(skin.skin.file, { exact: true }).setInputFiles(png(makePng(64, 64, slim)))
  await page.getByRole('radio', { name: skin.skin.slim, exact: true }).check()
  await person.press(skin.skin.upload)
  await person.reads(skin.said.skinWorn)
  await person.sees(skin.heading)
}

/** What a launcher and a game do that know the address and the password alone. */
async function play({ username, password }: Journey, address: string): Promise<void> {
  const send = (url: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const page = await fetch(address)
  const root = new URL(page.headers.get('x-authlib-injector-api-location') ?? '', address).href
  const signedIn = await send(`${root}authserver/authenticate`, {
    username,
    password,
    agent: { name: 'x', version: 1 },
  })
  const { accessToken, selectedProfile } = (await signedIn.json()) as Answered
  const sessions = `${root}sessionserver/session/minecraft`
  const join = { accessToken, selectedProfile: selectedProfile.id, serverId: 'a-server' }
  assert.equal((await send(`${sessions}/join`, join)).status, 204)
  const joined = await fetch(`${sessions}/hasJoined?username=${username}&serverId=a-server`)
  const profile = (await joined.json()) as { name: string; properties: { name: string; value: string }[] }
  assert.equal(profile.name, username)
  const value = profile.properties.find(({ name }) => name === 'textures')?.value ?? ''
  const { textures } = JSON.parse(Buffer.from(value, 'base64').toString())
  assert.equal(textures.SKIN.metadata.model, 'slim')
  assert.equal((await fetch(textures.SKIN.url)).status, 200)
}

interface Answered {
  accessToken: string
  selectedProfile: { id: string }
}

/** The small pages, each with a bad input first where it has one. */
async function changeSettings({ page, text, ...person }: Journey): Promise<void> {
  const { menu } = text.account
  await page.goto('/account/username')
  await person.sees(menu.username.heading)
  await person.fill(menu.username.heading, 'a b')
  await person.press(text.settings.username.submit)
  await person.isTold()
  await page.goto('/account/email')
  await person.sees(menu.email.heading)
  await person.fill(menu.email.heading, 'other@example.test')
  await person.fill(text.settings.currentPassword, 'not this one')
  await person.press(text.email.submit)
  await person.isTold(text.settings.wrongPassword)
  await page.goto('/account/password')
  await person.sees(menu.password.heading)
  await person.fill(text.settings.currentPassword, person.password)
  await person.fill(text.settings.password.label, 'football')
  await person.press(text.settings.password.submit)
  await person.isTold(text.settings.unchanged)
  await page.goto('/account/language')
  await person.sees(menu.language.heading)
  await person.press(text.settings.language.submit)
  await person.reads(text.settings.said.languageSaved)
  await page.goto('/account/devices')
  await person.sees(menu.devices.heading)
  await person.press(text.devices.everywhere)
  await person.reads(text.devices.said.endedAll)
}

/** The authenticator app, a recovery code, and a passkey where there is JavaScript. */
async function protect(journey: Journey, hasScript: boolean): Promise<void> {
  const { page, service, text, ...person } = journey
  const { security, passkeys } = text
  await page.goto('/account/security')
  await person.sees(text.account.menu.security.heading)
  await person.follow(security.app.setUp)
  await person.sees(security.app.heading)
  await page.getByRole('img', { name: security.setUp.qrCode, exact: true }).waitFor()
  await person.fill(security.setUp.code, '1')
  await person.press(security.setUp.submit)
  await person.isTold(security.setUp.wrongCode)
  journey.secret = await page.getByLabel(security.setUp.secret, { exact: true }).inputValue()
  await person.fill(security.setUp.code, totpCode(journey.secret, service.now()))
  await person.press(security.setUp.submit)
  await person.sees(security.codes.heading)
  const codes = page.getByRole('list', { name: security.codes.list, exact: true }).getByRole('listitem')
  assert.equal(await codes.count(), 10)
  const code = (await codes.first().textContent()) ?? ''
  await person.follow(security.codes.done)
  await person.sees(text.account.menu.security.heading)
  if (hasScript) {
    await person.fill(passkeys.name, 'Key')
    await person.press(passkeys.add)
    await person.reads(passkeys.said.added)
    await signOut(journey)
    await person.press(passkeys.signIn)
    await person.sees(text.account.heading)
  } else assert.equal(await page.getByRole('button', { name: passkeys.add }).count(), 0)
  await signOut(journey)
  await signInWithCode(journey, code)
}

async function signOut({ page, text, ...person }: Journey): Promise<void> {
  await page.getByRole('button', { name: text.layout.signOut, exact: true }).click()
  await person.reads(text.signIn.said.signedOut)
}

async function signInWithCode({ text, ...person }: Journey, code: string): Promise<void> {
  await person.fill(text.signIn.login, person.username)
  await person.fill(text.signIn.password, person.password)
  await person.press(text.signIn.submit)
  await person.sees(text.signIn.code.heading)
  await person.fill(text.signIn.code.label, '000000')
  await person.press(text.signIn.code.submit)
  await person.isTold(text.signIn.code.invalid)
  await person.fill(text.signIn.code.label, code)
  await person.press(text.signIn.code.submit)
}

async function recover(journey: Journey): Promise<void> {
  const { page, service, text, ...person } = journey
  const { recover: words } = text
  await signOut(journey)
  await person.follow(text.signIn.forgotten)
  await person.sees(words.heading)
  await person.fill(words.email, 'nobody')
  await person.press(words.submit)
  await person.isTold(words.malformed)
  await person.fill(words.email, `${person.username}@example.test`)
  await person.press(words.submit)
  await person.sees(text.register.sent.heading)
  const link = await mailedLink(service)
  await page.goto(link)
  await person.sees(words.choose.heading)
  await person.fill(words.choose.password, person.username)
  await person.press(words.choose.submit)
  await person.isTold(words.choose.problem)
  journey.password = 'another sentence to remember'
  await person.fill(words.choose.password, journey.password)
  await person.press(words.choose.submit)
  await person.reads(words.said.changed)
  await page.goto(link)
  await person.isTold(words.choose.dead)
  await page.goto('/sign-in')
  await enterAgain(journey)
  await person.sees(text.account.heading)
}

/** By the next code of the app: each is good once. */
async function enterAgain(journey: Journey): Promise<void> {
  journey.service.advance(30_000)
  await signInWithCode(journey, totpCode(journey.secret, journey.service.now()))
}

/** The launcher shows a code, asks until the page has an answer, and has a token. */
async function connectDevice({ page, service, text, ...person }: Journey): Promise<void> {
  const { device, allowHeading, allow, deny, applications, said } = text.oauth
  const scope = 'openid offline_access game_server_session'
  await page.goto('/device')
  await person.sees(device.heading)
  await person.fill(device.code, 'BCDF-GHJK')
  await person.press(device.submit)
  await person.isTold(device.unknown)
  const refused = await startDevice(service, scope)
  await person.fill(device.code, refused.user_code.toLowerCase())
  await person.press(device.submit)
  await person.sees(allowHeading('Launcher'))
  await person.press(deny)
  await person.sees(device.refused)
  assert.equal((await redeem(service, refused.device_code)).json.error, 'access_denied')
  const allowed = await startDevice(service, scope)
  assert.equal((await redeem(service, allowed.device_code)).json.error, 'authorization_pending')
  await page.goto(`/device?user_code=${allowed.user_code}`)
  await person.press(device.submit)
  await page.getByText(allowed.user_code).waitFor()
  await person.press(allow)
  await person.sees(device.connected)
  const tokens = await redeem(service, allowed.device_code)
  assert.deepEqual([tokens.status, tokens.json.scope], [200, scope])
  await person.follow(device.manage)
  await person.sees(text.account.menu.applications.heading)
  await person.press(applications.remove('Launcher'))
  await person.reads(said.removed)
}

async function consent({ page, service, text, ...person }: Journey, url: string): Promise<void> {
  const { allowHeading, allow, deny, wrong } = text.oauth
  const app = await application(service, { redirectUri: `${url}/back` })
  await page.goto(authorizePath({ ...app, redirectUri: `${url}/elsewhere` }))
  await person.sees(wrong.heading)
  for (const [button, answer] of [
    [deny, 'error=access_denied'],
    [allow, 'code='],
  ] as const) {
    await page.goto(authorizePath(app, { scope: 'openid profile email' }))
    await person.sees(allowHeading(app.name))
    await person.press(button)
    await page.waitForURL((there) => there.pathname === '/back' && there.search.includes(answer))
  }
}

/** The account is to be deleted, and its owner thinks better of it. */
async function leaveAndStay(journey: Journey): Promise<void> {
  const { page, text, ...person } = journey
  const { deletion } = text
  const { heading } = text.account.menu.delete
  await page.goto('/account/delete')
  await person.sees(heading)
  await person.fill(text.settings.currentPassword, 'not this one')
  await person.press(heading)
  await person.isTold(text.settings.wrongPassword)
  await person.fill(text.settings.currentPassword, journey.password)
  await person.press(heading)
  await person.reads(deletion.said.requested)
  await enterAgain(journey)
  await person.sees(deletion.leaving.heading)
  await person.press(deletion.leaving.keep)
  await person.reads(deletion.said.kept)
  await person.sees(text.account.heading)
}
