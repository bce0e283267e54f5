// Somebody whose account is at Discord, and then at GitHub, in every language and without JavaScript, by the words that
// the pages show. Both are stand-ins on loopback.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { addProvider } from '../../src/domain/providers/providers.ts'
import { plays } from '../clients/plays.ts'
import { client } from '../providers/quirks.ts'
import { hosts, startStandIns } from '../providers/stand-ins.ts'
import { operator, type RunningService } from '../service.ts'
import { redeem, startDevice } from '../wire/oauth2/oauth.ts'
import { desk, phone, type Tab } from './browser.ts'
import { inDark, inLight, type Journey, onEachWay, signOut, type Way } from './journey.ts'
import { keyboardAt } from './keyboard.ts'
import { personAt } from './person.ts'

const all = await startStandIns()
after(() => all.close())

const elsewhere = { hosts, port: all.port }
const trusting = { elsewhere, ignoreHTTPSErrors: true }
const onDesk = { ...desk, ...inLight, ...trusting }
const onPhone = { ...phone, ...inDark, ...trusting }
const way = (language: Way['language'], options: Way['options']): Way => ({
  language,
  options,
  hasScript: false,
})

/** The keyboard alone is used in this language. */
const byKeyboard = 'en'

/**
 * Every page is checked in these: one on a desk and one, whose words are long, on a phone. axe takes most of the time, so
 * the others take turns.
 */
const checked = ['en', 'de']
const inTurns = ['es', 'fr', 'pt-BR', 'ru', 'zh-CN']

let people = 0
const withProviders = new WeakSet<RunningService>()

onEachWay(
  'from Discord to GitHub and back',
  {
    sqlite: [
      way('en', onDesk),
      way('de', onPhone),
      way('es', onDesk),
      way('fr', onPhone),
      way('pt-BR', onDesk),
      way('ru', onPhone),
      way('zh-CN', onDesk),
    ],
    postgres: [way('fr', onPhone)],
  },
  async (given, { language }) => {
    const { service, t, tab } = given
    all.turn(t)
    all.clock = service.now
    const id = String(583_231 + ++people)
    all.visitor = { id, name: `${given.username}.x`, email: `${id}@example.org`, isVerified: true }
    if (!withProviders.has(service)) await addBoth(service)
    withProviders.add(service)
    const journey = {
      ...given,
      ...(!checked.includes(language) && personAt({ ...tab, check: inTurn(tab, language) })),
      ...(language === byKeyboard && keyboardAt(tab)),
    }
    const account = await register(journey)
    await playByAppPassword(journey, account)
    await playByDeviceCode(journey, account)
    await changeProvider(journey)
    await tab.check()
  },
)

/** Checks each fifth page, another one in each language. */
function inTurn({ check }: Pick<Tab, 'check'>, language: string): Tab['check'] {
  let pages = inTurns.indexOf(language)
  return async (about) => {
    if (pages++ % inTurns.length === 0) await check(about)
  }
}

async function addBoth({ context }: RunningService): Promise<void> {
  for (const preset of ['discord', 'github'] as const) {
    const secret = { clientId: client.id, clientSecret: client.secret }
    await addProvider(context, operator, { name: preset, preset, ...secret })
  }
}

/** Creates an account through Discord, and returns it. */
async function register({ page, service, text, ...person }: Journey) {
  const { register: words } = text
  await page.goto('/')
  // Any language can be chosen, in its own name.
  await page.getByRole('button', { name: person.name, exact: true }).click()
  await person.reads(text.layout.flash.languageChosen)
  await person.follow(text.home.start.register)
  await person.sees(words.heading)
  await person.follow(text.signIn.provider.continue('Discord'))
  await person.sees(words.provider.heading)
  await page.getByText(words.provider.lead('Discord'), { exact: true }).waitFor()
  const suggested = await page.getByLabel(words.username, { exact: true }).inputValue()
  assert.equal(suggested, `${person.username}_x`)
  await person.fill(words.username, person.username)
  await person.press(words.submit)
  await person.reads(words.flash.created)
  const { db } = service.context
  const found = db.query.selectFrom('account').select(['id', 'username', 'language', 'email_confirmed'])
  const account = await found.where('username', '=', person.username).executeTakeFirstOrThrow()
  assert.equal(account.email_confirmed, all.visitor?.email)
  return account
}

interface Account {
  id: string
  username: string
}

/** Joins a server with the requests of HMCL, whose user has typed the address of the service. */
async function playByAppPassword({ page, service, text, url, ...person }: Journey, account: Account) {
  const { appPasswords: words } = text
  await person.follow(text.account.menu['app-passwords'].heading)
  await person.sees(text.account.menu['app-passwords'].heading)
  await person.fill(words.name, 'HMCL')
  await person.press(words.create)
  await person.reads(words.flash.created)
  const password = (await page.getByText(/^[0-9a-z]{5}(-[0-9a-z]{5}){3}$/).textContent()) ?? ''
  const { headers } = await fetch(url)
  const root = new URL(headers.get('x-authlib-injector-api-location') ?? '', url).href
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${root}authserver/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const clientToken = '0123456789abcdef0123456789abcdef'
  const agent = { name: 'Minecraft', version: 1 }
  const typed = { agent, username: account.username, password, clientToken, requestUser: true }
  assert.equal((await send('authenticate', { ...typed, password: 'not this one' })).status, 403)
  const { accessToken, selectedProfile } = JSON.parse((await send('authenticate', typed)).text)
  assert.deepEqual(selectedProfile, { id: account.id, name: account.username })
  assert.equal((await send('validate', { accessToken, clientToken })).text, '')
  await plays(service, account, accessToken)
  // The secret was shown once; the page now says which launcher uses it.
  await page.reload()
  await page.getByText(words.remove('HMCL'), { exact: true }).waitFor()
  assert.ok(!(await page.content()).includes(password))
}

async function playByDeviceCode({ page, service, text, ...person }: Journey, account: Account) {
  const { allow, allowHeading, device } = text.oauth
  const asked = await startDevice(service, 'openid offline_access game_server_session')
  await page.goto('/device')
  await person.sees(device.heading)
  await person.fill(device.code, asked.user_code)
  await person.press(device.submit)
  await page.getByText(device.compare).waitFor()
  await person.sees(allowHeading('Launcher'))
  await person.press(allow)
  await person.sees(device.connected)
  const { access_token: accessToken } = (await redeem(service, asked.device_code)).json
  await plays(service, account, accessToken)
}

async function changeProvider(journey: Journey): Promise<void> {
  const { page, text, ...person } = journey
  const { flash, identity } = text.linked
  const { linked } = text.account.menu
  const link = async (title: string) => {
    await person.press(identity.link(title))
    await person.reads(flash.identityLinked)
  }
  const unlink = async (title: string) => {
    await person.press(identity.unlink(title))
    await person.reads(flash.identityUnlinked)
  }
  await page.goto('/account')
  await person.follow(linked.heading)
  await person.sees(linked.heading)
  await link('GitHub')
  await unlink('Discord')
  await signOut(journey)

  await person.follow(text.signIn.provider.continue('Discord'))
  await person.sees(text.register.provider.heading, 'again')
  await page.goto('/sign-in')
  await person.follow(text.signIn.provider.continue('GitHub'))
  await person.sees(text.account.heading)
  await person.follow(linked.heading)
  await person.press(identity.unlink('GitHub'))
  await person.isTold(identity.problems.lastWay)
  await link('Discord')
  await unlink('GitHub')
  await link('GitHub')
}
