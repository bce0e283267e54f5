// Writes docs/pages/*.png: every page, as Chromium shows it. `npm run screenshots -- ru /tmp/pages` uses another
// language.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { grantRole } from '../src/domain/accounts/roles.ts'
import { suspendAccount } from '../src/domain/accounts/suspend.ts'
import { uploadTexture } from '../src/domain/game/set-textures.ts'
import { addBan } from '../src/domain/operation/bans.ts'
import { createInvite } from '../src/domain/registration/invites.ts'
import { enableSecondFactor } from '../src/domain/sign-in/second-factor.ts'
import { createWebhook } from '../src/domain/webhooks/webhooks.ts'
import { drawDefaultSkin } from '../src/model/game/default-skin.ts'
import { type Language, languageNames } from '../src/texts/languages.ts'
import { textIn } from '../src/web/context/text.ts'
import { freshSqlite } from '../test/databases.ts'
import { authenticator } from '../test/pages/authenticator.ts'
import { executablePath, noBrowser } from '../test/pages/chromium.ts'
import { front } from '../test/pages/https-proxy.ts'
import { makePng, type Paint } from '../test/png.ts'
import { operator, startService, type TestAccount } from '../test/service.ts'
import { totpCode } from '../test/totp.ts'
import { newMail } from '../test/web/mailbox.ts'
import { application, authorizePath, deviceTokens, startDevice } from '../test/wire/oauth2/oauth.ts'

if (noBrowser !== undefined) throw new Error(noBrowser)
const [language = 'en', folder = new URL('../docs/pages', import.meta.url).pathname] = process.argv.slice(2)
if (!(language in languageNames)) throw new Error(`there is no language ${language}`)
const text = textIn(language as Language)
mkdirSync(folder, { recursive: true })

const sizes = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } }
/** In pixels; anything below shows nothing new. */
const maxHeight = 1200
type Look = readonly [size: keyof typeof sizes, colorScheme: 'light' | 'dark']
const two: readonly Look[] = [
  ['phone', 'dark'],
  ['desk', 'light'],
]
const all: readonly Look[] = [...two, ['phone', 'light'], ['desk', 'dark']]

const outside = await front()
const database = await freshSqlite()
const service = await startService(database.url, {
  NORN_BASE_URL: outside.url,
  NORN_SERVER_NAME: 'Midgard',
  NORN_TEXTURE_MAX_SCALE: '2',
})
outside.leadTo(service.baseUrl)
const browser = await chromium.launch({
  executablePath: executablePath ?? '',
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
})
const context = await browser.newContext({ baseURL: outside.url, locale: language, reducedMotion: 'reduce' })
const page = await context.newPage()

async function shoot(name: string, looks: readonly Look[] = two): Promise<void> {
  for (const [size, colorScheme] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(sizes[size])
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
    const clip = { x: 0, y: 0, width: sizes[size].width, height: Math.min(height, maxHeight) }
    const picture = await page.screenshot({ fullPage: true, clip, animations: 'disabled' })
    const small = await sharp(picture).png({ palette: true, colours: 48, effort: 10 }).toBuffer()
    writeFileSync(`${folder}/${name}-${size}-${colorScheme}.png`, small)
  }
}

const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
const press = async (name: string) => {
  await Promise.all([
    page.waitForNavigation(),
    page.getByRole('main').getByRole('button', { name, exact: true }).click(),
  ])
}
const linkOf = async () => (await newMail(service)).find(({ kind }) => kind !== 'notice')?.link ?? ''

async function signIn(account: { username: string; password: string }): Promise<void> {
  await fill(text.signIn.login, account.username)
  await fill(text.signIn.password, account.password)
  await press(text.signIn.submit)
}

const { pixels } = drawDefaultSkin()

/** Waits for the 3D figure, which takes WebGL; some machines have none, and there the flat one stays. */
const preview = () =>
  page
    .locator('canvas')
    .waitFor({ timeout: 10_000 })
    .catch(() => console.warn('there is no WebGL here: the pictures of the skin page show the flat figure'))

/** Returns the common skin in other colours. */
const dyed =
  (red: number, green: number, blue: number): Paint =>
  (x, y) => {
    const at = (y * 64 + x) * 4
    const part = (offset: number, factor: number) =>
      Math.min(255, Math.round((pixels[at + offset] ?? 0) * factor))
    return [part(0, red), part(1, green), part(2, blue), part(3, 1)]
  }

async function strangers(): Promise<void> {
  await page.goto('/')
  await shoot('home', all)
  await page.goto('/register')
  await shoot('register', all)
  await fill(text.register.username, 'adm1n')
  await fill(text.register.email, 'freya')
  await fill(text.register.password, 'password')
  await press(text.register.submit)
  await shoot('register-declined')
  await fill(text.register.username, 'Freya')
  await fill(text.register.email, 'freya@example.org')
  await fill(text.register.password, 'a sentence to remember')
  await press(text.register.submit)
  await shoot('check-your-mail')
  await page.goto(await linkOf())
  await shoot('register-confirm')
  await press(text.register.confirm.submit)
  await shoot('sign-in', all)
  await fill(text.signIn.login, 'Freya')
  await fill(text.signIn.password, 'not this one')
  await press(text.signIn.submit)
  await shoot('sign-in-declined')
  await page.goto('/recover')
  await shoot('recover')
  await fill(text.recover.email, 'freya@example.org')
  await press(text.recover.submit)
  await page.goto(await linkOf())
  await shoot('recover-choose')
  await page.goto(`/recover/${'x'.repeat(22)}`)
  await shoot('recover-dead')
  await page.goto('/nowhere')
  await shoot('not-found')
  await page.goto('/device')
  await shoot('device')
}

async function account(): Promise<void> {
  const freya = { username: 'Freya', password: 'a sentence to remember' }
  const row = await service.context.db.query.selectFrom('account').select('id').executeTakeFirstOrThrow()
  await page.goto('/sign-in')
  await signIn(freya)
  await shoot('account', all)
  for (const path of ['username', 'email', 'password', 'language', 'applications', 'delete']) {
    await page.goto(`/account/${path}`)
    await shoot(path === 'applications' ? 'applications-none' : path)
  }
  await page.goto('/account/skin')
  await shoot('skin-none')
  for (const dye of [dyed(0.7, 1.3, 1.2), dyed(1.2, 0.7, 0.7), dyed(1, 0.8, 1.6)]) {
    service.advance(2 * 86_400_000)
    await uploadTexture(service.context, operator, row.id, 'skin', makePng(64, 64, dye), 'default')
  }
  const cape: Paint = (x, y) => [180 - x, 60 + y * 3, 90 + x, 255]
  await uploadTexture(service.context, operator, row.id, 'cape', makePng(64, 32, cape))
  await page.goto('/account/skin')
  await preview()
  await shoot('skin', all)
  await page.context().clearCookies()
  await page.goto('/sign-in?next=/account/security')
  await signIn(freya)
  await shoot('security-off')
  await page.goto('/account/security/totp')
  await shoot('authenticator-app')
  const secret = await page.getByLabel(text.security.setUp.secret, { exact: true }).inputValue()
  await fill(text.security.setUp.code, totpCode(secret, service.now()))
  await press(text.security.setUp.submit)
  await shoot('recovery-codes', all)
  await addPasskey(page)
  await shoot('security', all)
  await applications({ ...freya, id: row.id, email: '', language }, secret)
  await leave(freya, secret)
}

async function addPasskey(at: Page): Promise<void> {
  await authenticator({ browser: context, page: at })
  await page.goto('/account/security')
  await fill(text.passkeys.name, 'Laptop')
  await press(text.passkeys.add)
  await page.goto('/account/security')
}

async function applications(freya: TestAccount, secret: string): Promise<void> {
  await deviceTokens(service, freya)
  const map = await application(service, { name: 'World map', redirectUri: `${outside.url}/map` })
  await page.goto(authorizePath(map, { scope: 'openid profile email' }))
  await shoot('consent', all)
  await press(text.oauth.allow)
  const { user_code } = await startDevice(service, 'openid offline_access game_server_session')
  await page.goto(`/device?user_code=${user_code}`)
  await press(text.oauth.device.submit)
  await shoot('device-consent')
  await press(text.oauth.allow)
  await shoot('device-connected')
  await page.goto('/account/applications')
  await shoot('applications')
  for (const userAgent of ['HMCL/3.6.12', 'PrismLauncher/9.4']) {
    service.advance(30_000)
    const body = {
      username: freya.username,
      password: `${freya.password}:${totpCode(secret, service.now())}`,
      clientToken: userAgent,
    }
    const answer = await service.post('/auth/authenticate', body, { headers: { 'user-agent': userAgent } })
    if (answer.status !== 200) throw new Error(answer.text)
  }
  await page.goto('/account/devices')
  await shoot('devices', all)
}

async function leave(freya: { username: string; password: string }, secret: string): Promise<void> {
  await page.goto('/account/delete')
  await fill(text.settings.currentPassword, freya.password)
  await press(text.account.menu.delete.heading)
  service.advance(30_000)
  await signIn(freya)
  await shoot('sign-in-code')
  await fill(text.signIn.code.label, totpCode(secret, service.now()))
  await press(text.signIn.code.submit)
  await shoot('deletion-pending')
}

/**
 * Creates the subjects of the administration pages and shows each page: on a desktop, and on a phone those that are
 * read on the go.
 */
async function administration(): Promise<void> {
  const { context: domain } = service
  const odin = await service.account({ username: 'Odin', email: 'odin@example.org', language })
  await grantRole(domain, operator, await service.stored(odin), 'admin')
  const { secret } = await enableSecondFactor(domain, operator, await service.stored(odin))
  const thor = await busyDay()
  await createInvite(domain, operator, { uses: 5, expiresAt: service.now() + 7 * 86_400_000 })
  await addBan(domain, operator, '203.0.113.0/24')
  await createWebhook(domain, operator, {
    url: 'https://bot.example.org/norn',
    events: ['account.*'],
    format: undefined,
  })
  await page.context().clearCookies()
  await page.goto('/sign-in?next=/admin')
  await signIn(odin)
  await fill(text.signIn.code.label, totpCode(secret, service.now()))
  await press(text.signIn.code.submit)
  await shoot('admin')
  for (const path of ['accounts', 'audit', 'invites', 'clients', 'bans', 'keys', 'webhooks']) {
    await page.goto(`/admin/${path}`)
    await shoot(`admin-${path}`, [['desk', 'light']])
  }
  await page.goto(`/admin/accounts/${thor.id}`)
  await shoot('admin-account')
  await page.goto(`/admin/why?name=${thor.username}`)
  await shoot('admin-why')
}

/** Lets players sign in, join, mistype and be suspended, and returns the one with the most events. */
async function busyDay(): Promise<TestAccount> {
  const names = ['Thor', 'Sif', 'Loki', 'Idunn', 'Bragi', 'Hel']
  const players = await Promise.all(
    names.map((username) => service.account({ username, email: `${username.toLowerCase()}@example.org` })),
  )
  for (const [at, player] of players.entries()) {
    service.advance(20 * 60_000)
    for (let sessions = 0; sessions <= at; sessions++) {
      const body = {
        accessToken: await service.signIn(player),
        selectedProfile: player.id,
        serverId: 'midgard',
      }
      await service.post('/session/join', body)
      await service.get(`/session/hasJoined?username=${player.username}&serverId=midgard`)
    }
    await service.post('/auth/authenticate', {
      username: player.username,
      password: 'mjolnir',
      clientToken: 'x',
    })
  }
  const [thor, , loki] = players
  if (!thor || !loki) throw new Error('there are players')
  await suspendAccount(service.context, operator, await service.stored(loki), { reason: 'griefing' })
  await service.get(`/session/hasJoined?username=${thor.username}&serverId=asgard`)
  await service.context.attempts.flush()
  return thor
}

await strangers()
await account()
await administration()
await browser.close()
await service.close()
await database.drop()
outside.close()
