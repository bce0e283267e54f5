// From an empty installation to a player in a game: its owner needs the code of the log and no other shell, a stranger
// nothing but the owner's link.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSetupCode } from '../../src/domain/registration/first-administrator.ts'
import type { Language } from '../../src/texts/languages.ts'
import { type Text, textIn } from '../../src/web/context/text.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { newMail } from '../web/mailbox.ts'
import { openTab, type Tab, type TabOptions } from './browser.ts'
import { delayScripts } from './delayed-scripts.ts'
import { keyboardAt } from './keyboard.ts'
import { type Person, personAt } from './person.ts'

const password = 'a sentence to remember'
const desk = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

interface Way {
  language: Language
  options: TabOptions
  hands: 'keyboard' | 'mouse'
  /** True where axe looks, too, and scripts are late. The test of every page in every language has axe in all of them. */
  hasAxe?: true
  /** True where the player waits for the page to follow along, which takes seconds; others press. */
  follows?: true
}

const [light, dark] = [{ colorScheme: 'light' }, { colorScheme: 'dark' }] as const
const still = { javaScriptEnabled: false }

/** Each language once; any two of a size, a colour scheme, a kind of hands, and scripts or none are in one of them. */
const ways: Readonly<Record<'sqlite' | 'postgres', readonly Way[]>> = {
  sqlite: [
    { language: 'en', options: { ...desk, ...light }, hands: 'keyboard', hasAxe: true, follows: true },
    { language: 'de', options: { ...phone, ...dark, ...still }, hands: 'mouse', hasAxe: true },
    { language: 'fr', options: { ...desk, ...dark }, hands: 'mouse' },
    { language: 'es', options: { ...phone, ...light, ...still }, hands: 'keyboard' },
  ],
  postgres: [
    { language: 'ru', options: { ...phone, ...dark }, hands: 'keyboard' },
    { language: 'zh-CN', options: { ...desk, ...dark, ...still }, hands: 'keyboard' },
    { language: 'pt-BR', options: { ...phone, ...light }, hands: 'mouse' },
  ],
}

interface Journey extends Person {
  service: RunningService
  tab: Tab
  text: Text
  follows: boolean
}

onEveryDatabase('from nothing', (start, _shared, kind) => {
  for (const { language, options, hands, hasAxe, follows = false } of ways[kind]) {
    const hasScript = options.javaScriptEnabled !== false
    test(`to a player in a game, in ${language}, with a ${hands}, with${hasScript ? '' : 'out'} JavaScript`, async (t) => {
      const service = await start({ NORN_REGISTRATION: 'invite' })
      const arrives = async (): Promise<Journey | undefined> => {
        const tab = await openTab(t, service.baseUrl, { ...options, locale: language })
        if (!tab) return undefined
        if (hasScript && hasAxe) await delayScripts(tab)
        const seen = hasAxe ? tab : { page: tab.page, check: tab.checkFit }
        const person = { ...personAt(seen), ...(hands === 'keyboard' && keyboardAt(tab)) }
        return { ...person, service, tab, follows, text: textIn(language) }
      }
      const owner = await arrives()
      if (!owner) return
      await becomesAdministrator(owner)
      const { root, invite } = await completesChecklist(owner)
      await owner.tab.close()
      const stranger = await arrives()
      if (!stranger) return
      await opensInvite(stranger, invite)
      await joins(stranger, root)
      await stranger.tab.close()
    })
  }
})

async function becomesAdministrator({ page, service, text, ...person }: Journey): Promise<void> {
  const { register, setup, signIn } = text
  await page.goto('/setup')
  await person.sees(setup.heading)
  await person.fill(setup.code, (await makeSetupCode(service.context)) ?? '')
  await person.fill(register.username, 'Frigg')
  await person.fill(register.email, 'owner@example.test')
  await person.fill(register.password, password)
  await person.press(setup.submit)
  await person.reads(setup.flash.made)
  await person.fill(signIn.password, password)
  await person.press(signIn.submit)
  await person.sees(text.admin.heading)
}

/** Does or puts away each point as the list leads to it. Returns the root of the game server and the invite's link. */
async function completesChecklist(journey: Journey): Promise<{ root: string; invite: string }> {
  const { page, service, text, ...person } = journey
  const { admin, security, servers } = text
  const { checklist: words, flash } = admin
  const card = page.getByRole('heading', { level: 2, name: words.heading, exact: true })
  const isNext = (point: keyof typeof words.points) =>
    page
      .locator('[aria-current=step]')
      .getByRole('heading', { name: words.points[point], exact: true })
      .waitFor()
  const putAway = async (point: keyof typeof words.points) => {
    await isNext(point)
    await person.press(words.putAwayNamed(words.points[point]))
    await person.reads(flash.putAway)
  }
  // These are for players elsewhere.
  await putAway('address')
  await putAway('tls')
  await isNext('mail')
  await person.press(words.mailTest)
  await person.reads(flash.testMailFile)
  await putAway('mail')
  await isNext('backup')
  if (service.context.db.dialect === 'sqlite') {
    await person.press(words.backUp)
    await person.reads(flash.backedUp)
  } else await putAway('backup')
  await isNext('factor')
  await person.follow(words.leads.factor)
  await person.sees(security.app.heading)
  const secret = await page.getByLabel(security.setUp.secret, { exact: true }).inputValue()
  await person.fill(security.setUp.code, totpCode(secret, service.now()))
  await person.press(security.setUp.submit)
  await person.reads(security.flash.turnedOn)
  await page.goto('/admin')
  await isNext('server')
  await person.follow(words.leads.server)
  await person.sees(admin.menu.servers.heading)
  await person.fill(servers.name, 'midgard')
  await person.fill(servers.address, 'play.example.test')
  await person.press(servers.add)
  await person.reads(servers.flash.added)
  const root = (await page.locator('code', { hasText: '/at/' }).first().textContent()) ?? ''
  await page.goto('/admin')
  await isNext('invite')
  await person.follow(words.leads.invite)
  await person.sees(admin.menu.invites.heading)
  await person.press(admin.invites.create)
  await person.reads(flash.inviteCreated)
  const invite = (await page.locator('code', { hasText: 'invite=' }).first().textContent()) ?? ''
  await page.goto('/admin')
  await person.sees(admin.heading, 'complete')
  assert.equal(await card.count(), 0, 'nothing is left of the list')
  return { root, invite }
}

async function opensInvite({ page, service, text, ...person }: Journey, invite: string): Promise<void> {
  const { invitation, register, signIn } = text
  await page.goto(invite)
  await person.sees(invitation.heading('Norn'))
  await page.getByText('play.example.test').waitFor()
  await person.fill(register.username, 'Astrid')
  await person.fill(register.email, 'astrid@example.test')
  await person.fill(register.password, password)
  await person.press(register.submit)
  await person.sees(register.sent.heading)
  const link = (await newMail(service)).find(({ kind }) => kind === 'register')?.link ?? ''
  await page.goto(link)
  await person.sees(register.confirm.heading)
  await person.press(register.confirm.submit)
  await person.reads(register.flash.created)
  await person.press(signIn.continueAs('Astrid'))
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Java/21' },
    body: JSON.stringify(body),
  })

/** Sends what a launcher, the game and the game server send, and sees each step done on the page. */
async function joins({ page, service, text, follows, ...person }: Journey, root: string): Promise<void> {
  const { play } = text
  const states = async (...expected: string[]) => {
    await service.context.attempts.flush()
    service.advance(1000)
    if (!follows) await person.follow(play.again)
    await page.locator(`.progress li.done:nth-child(${expected.lastIndexOf('done') + 1})`).waitFor()
    const all = await page
      .locator('.progress > li')
      .evaluateAll((steps) => steps.map((step) => step.className))
    assert.deepEqual(all, expected)
    await person.sees(text.account.menu.play.heading, expected.join(' '))
  }
  await person.sees(text.account.menu.play.heading)
  await states('done', 'open', 'open')
  const address = (await page.locator('#launchers code').first().textContent()) ?? ''
  const found = await fetch(address)
  const api = new URL(found.headers.get('x-authlib-injector-api-location') ?? '', address).href
  const signedIn = await post(`${api}authserver/authenticate`, {
    agent: { name: 'Minecraft', version: 1 },
    username: 'Astrid',
    password,
    clientToken: 'launcher',
    requestUser: true,
  })
  const { accessToken, selectedProfile } = (await signedIn.json()) as {
    accessToken: string
    selectedProfile: { id: string; name: string }
  }
  await states('done', 'done', 'open')
  const serverId = '-3f5a7c'
  const join = { accessToken, selectedProfile: selectedProfile.id, serverId }
  assert.equal((await post(`${api}sessionserver/session/minecraft/join`, join)).status, 204)
  const query = new URLSearchParams({ username: 'Astrid', serverId })
  const asked = await fetch(`${root}/authlib-injector/sessionserver/session/minecraft/hasJoined?${query}`)
  assert.equal(((await asked.json()) as { name: string }).name, 'Astrid')
  await states('done', 'done', 'done')
}
