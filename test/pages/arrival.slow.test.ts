// From the start page to a game, and the changes to an account after that.
import assert from 'node:assert/strict'
import { makePng, noise, type Paint } from '../png.ts'
import { desk, phone } from './browser.ts'
import { inDark, inLight, type Journey, mailedLink, onEachWay } from './journey.ts'

const slim: Paint = (x, y) => (x >= 54 && x < 56 && y >= 20 && y < 32 ? [0, 0, 0, 0] : [90, 140, 200, 255])
const png = (buffer: Buffer) => ({ name: 'skin.png', mimeType: 'image/png', buffer })

onEachWay(
  'from an address to a game',
  {
    sqlite: [{ language: 'en', options: { ...desk, ...inLight }, hasScript: true }],
    postgres: [
      { language: 'ru', options: { ...phone, ...inDark }, hasScript: false },
      { language: 'zh-CN', options: { ...phone, ...inLight }, hasScript: true },
    ],
  },
  async (journey) => {
    const address = await register(journey)
    await dress(journey)
    await play(journey, address)
    await changeName(journey)
    await changeSettings(journey)
  },
)

/** Goes from the start page to the account; returns the address that the page shows for launchers. */
async function register({ page, service, text, ...person }: Journey): Promise<string> {
  const { register: words } = text
  const email = `${person.username}@example.test`
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.locator('.skip:focus').waitFor()
  await page.getByRole('button', { name: person.name, exact: true }).click()
  await person.reads(text.layout.flash.languageChosen)
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
  await person.reads(words.flash.created)
  await page.goto(link)
  await person.isTold(words.confirm.dead)

  await page.goto('/sign-in')
  await person.fill(text.signIn.login, person.username)
  await person.fill(text.signIn.password, 'not this one')
  await person.press(text.signIn.submit)
  await person.isTold(text.signIn.invalid)
  assert.equal(await page.getByLabel(text.signIn.login, { exact: true }).inputValue(), person.username)
  assert.equal(await page.getByLabel(text.signIn.password, { exact: true }).inputValue(), '')
  await person.press(text.signIn.continueAs(person.username))
  await person.sees(text.account.heading)
  return address ?? ''
}

async function dress({ page, text, hasScript, ...person }: Journey): Promise<void> {
  const { skin } = text
  await person.follow(text.account.menu.skin.heading)
  await person.sees(skin.heading)
  await page.getByLabel(skin.skin.file, { exact: true }).setInputFiles(png(Buffer.from('none')))
  await person.press(skin.skin.upload)
  if (hasScript) {
    // The script refuses the file before it is sent, and leads back to it.
    await page.getByRole('alert').getByText(skin.problems.texture_malformed).waitFor()
    await page.getByLabel(skin.skin.file, { exact: true }).and(page.locator(':focus')).waitFor()
  } else await person.isTold(skin.problems.texture_malformed)
  await page.getByLabel(skin.skin.file, { exact: true }).setInputFiles(png(makePng(64, 64, slim)))
  await page.getByRole('radio', { name: skin.skin.slim, exact: true }).check()
  await person.press(skin.skin.upload)
  await person.reads(skin.flash.skinWorn)
  await page.getByLabel(skin.skin.file, { exact: true }).setInputFiles(png(makePng(64, 64, noise(1))))
  await page.getByRole('radio', { name: skin.skin.default, exact: true }).check()
  await person.press(skin.skin.upload)
  await page.getByRole('button', { name: skin.former.again, exact: true }).click()
  await person.reads(skin.flash.skinWorn)
  await person.sees(skin.heading, 'with a former one')
}

/** Does what a launcher and a game do that know only the address and the password. */
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

async function changeName({ page, service, text, ...person }: Journey): Promise<void> {
  const { heading } = text.account.menu.username
  const { username: words, flash } = text.settings
  // The name has to be old enough for the next change.
  service.advance(1000)
  await page.goto('/account/username')
  await person.sees(heading)
  for (const [name, problem] of [
    ['a b', text.register.usernameProblems.malformed],
    [person.username, words.problems.same],
  ] as const) {
    await person.fill(heading, name)
    await person.press(words.submit)
    await person.isTold()
    await page.getByText(problem, { exact: true }).waitFor()
  }
  await person.fill(heading, `${person.username}_2`)
  await person.press(words.submit)
  await person.reads(flash.usernameChanged)
  await page.getByRole('heading', { name: words.former, exact: true }).waitFor()
  await person.sees(heading, 'with a former one')
  await person.fill(heading, `${person.username}_3`)
  await person.press(words.submit)
  await person.isTold(words.problems.tooSoon)
}

/** The small pages, each first with invalid input if it takes any. */
async function changeSettings({ page, service, text, ...person }: Journey): Promise<void> {
  const { menu } = text.account
  const { confirm, flash, ...email } = text.email
  await page.goto('/account/email')
  await person.sees(menu.email.heading)
  await person.fill(menu.email.heading, `new_${person.username}@example.test`)
  await person.fill(text.settings.currentPassword, 'not this one')
  await person.press(email.submit)
  await person.isTold(text.settings.wrongPassword)
  await person.fill(text.settings.currentPassword, person.password)
  await person.press(email.submit)
  await person.reads(flash.written)
  const link = await mailedLink(service)
  await page.goto(link)
  await person.sees(confirm.heading)
  await person.press(confirm.submit)
  await person.reads(flash.changed)
  await page.goto(link)
  await person.isTold(confirm.dead)

  await page.goto('/account/password')
  await person.sees(menu.password.heading)
  await person.fill(text.settings.currentPassword, person.password)
  await person.fill(text.settings.password.label, 'football')
  await person.press(text.settings.password.submit)
  await person.isTold(text.settings.unchanged)
  await person.fill(text.settings.currentPassword, person.password)
  await person.fill(text.settings.password.label, 'another sentence to remember')
  await person.press(text.settings.password.submit)
  await person.reads(text.settings.flash.passwordChanged)
  await page.goto('/account/language')
  await person.sees(menu.language.heading)
  await person.press(text.settings.language.submit)
  await person.reads(text.settings.flash.languageSaved)
  await page.goto('/account/devices')
  await person.sees(menu.devices.heading)
  await person.press(text.devices.everywhere)
  await person.reads(text.devices.flash.endedAll)
}
