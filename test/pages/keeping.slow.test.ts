// An account is protected, recovered, connected to devices and applications, deleted, and restored.
import assert from 'node:assert/strict'
import { totpCode } from '../totp.ts'
import { application, authorizePath, redeem, startDevice } from '../wire/oauth2/oauth.ts'
import { desk, phone } from './browser.ts'
import { inDark, inLight, type Journey, mailedLink, onEachWay, signOut } from './journey.ts'
import { enterAs } from './person.ts'

onEachWay(
  'from a password to a second factor and a cancelled deletion',
  {
    sqlite: [
      { language: 'zh-CN', options: { ...desk, ...inDark }, hasScript: false },
      { language: 'fr', options: { ...desk, ...inLight }, hasScript: true },
    ],
    postgres: [{ language: 'en', options: { ...phone, ...inDark }, hasScript: false }],
  },
  async (journey, { language }) => {
    const { service, tab, username, password } = journey
    const email = `${username}@example.test`
    await enterAs(tab, service, await service.account({ username, email, password, language }))
    await protect(journey)
    await recover(journey)
    await connectDevice(journey)
    await consent(journey)
    await leaveAndStay(journey)
  },
)

/** The authenticator app, a recovery code, and a passkey if JavaScript is on. */
async function protect(journey: Journey): Promise<void> {
  const { page, service, text, hasScript, ...person } = journey
  const { security, settings, passkeys } = text
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
  await person.sees(text.account.menu.security.heading, 'app on')
  await person.fill(settings.currentPassword, 'not this one')
  await person.press(security.app.newCodes)
  await person.isTold(settings.wrongPassword)
  if (hasScript) {
    await person.fill(passkeys.name, 'Key')
    await person.press(passkeys.add)
    await person.reads(passkeys.flash.added)
    await person.sees(text.account.menu.security.heading, 'with a passkey')
    await signOut(journey)
    await person.sees(text.signIn.heading)
    await person.press(passkeys.signIn)
    await person.sees(text.account.heading)
  } else assert.equal(await page.getByRole('button', { name: passkeys.add }).count(), 0)
  await signOut(journey)
  await signInWithCode(journey, code)
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
  await person.reads(words.flash.changed)
  await page.goto(link)
  await person.isTold(words.choose.dead)
  await page.goto('/sign-in')
  await person.press(text.signIn.continueAs(person.username))
  await person.sees(text.signIn.code.heading)
  service.advance(30_000)
  await person.fill(text.signIn.code.label, totpCode(journey.secret, service.now()))
  await person.press(text.signIn.code.submit)
  await person.sees(text.account.heading)
}

/** With the next code of the app, since each works once. */
async function enterAgain(journey: Journey): Promise<void> {
  journey.service.advance(30_000)
  await signInWithCode(journey, totpCode(journey.secret, journey.service.now()))
}

/** The launcher shows a code, polls until the page has an answer, and receives a token. */
async function connectDevice({ page, service, text, ...person }: Journey): Promise<void> {
  const { device, allowHeading, allow, deny, applications, flash } = text.oauth
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
  await person.reads(flash.removed)
  await person.sees(text.account.menu.applications.heading, 'none')
}

async function consent({ page, service, text, url, ...person }: Journey): Promise<void> {
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

/** The account is scheduled for deletion, and its owner cancels it. */
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
  await person.reads(deletion.flash.requested)
  await enterAgain(journey)
  await person.sees(deletion.leaving.heading)
  await person.press(deletion.leaving.keep)
  await person.reads(deletion.flash.kept)
  await person.sees(text.account.heading)
}
