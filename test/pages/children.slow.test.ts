// A parent makes two players for children and signs both in, each from a launcher of its own; one is suspended, renamed,
// deleted and brought back, and the other one plays on.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { YggdrasilThirdPartyClient } from '@xmcl/user'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { textIn } from '../../src/web/context/text.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { desk, openTab, phone, type TabOptions } from './browser.ts'
import { inDark, inLight } from './journey.ts'
import { enterAs, personAt } from './person.ts'

/** A launcher that keeps one account: what it was given at the sign-in. */
interface Launcher {
  /** Resolves with the player that is signed in; undefined if the launcher was refused. */
  signIn(username: string, password: string): Promise<{ id: string; name: string } | undefined>
  isSignedIn(): Promise<boolean>
  refresh(): Promise<{ id: string; name: string } | undefined>
}

/** The requests of HMCL (YggdrasilService.java) or of PCL (ModLaunch.vb), which leaves the client token to the server. */
function byRequests(service: RunningService, clientToken: string | undefined): Launcher {
  const root = `${service.baseUrl}/authlib-injector/authserver`
  let pair: { accessToken?: string; clientToken?: string | undefined } = {}
  const agent = { name: 'Minecraft', version: 1 }
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${root}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    return { isRight: answer.ok, json: text === '' ? undefined : JSON.parse(text) }
  }
  const kept = ({ isRight, json }: Awaited<ReturnType<typeof post>>) => {
    if (!isRight) return undefined
    pair = { accessToken: json.accessToken, clientToken: json.clientToken }
    // They show a list to choose from where an answer has several profiles.
    assert.deepEqual(json.availableProfiles ?? [json.selectedProfile], [json.selectedProfile])
    return json.selectedProfile
  }
  return {
    signIn: async (username, password) =>
      kept(await post('authenticate', { agent, username, password, clientToken, requestUser: true })),
    isSignedIn: async () => (await post('validate', pair)).isRight,
    refresh: async () => kept(await post('refresh', { ...pair, requestUser: true })),
  }
}

function xmcl({ baseUrl }: RunningService): Launcher {
  const client = new YggdrasilThirdPartyClient(baseUrl)
  const clientToken = 'a1b2'
  let accessToken = ''
  return {
    signIn: async (username, password) => {
      const session = await client.login({ username, password, requestUser: true, clientToken })
      accessToken = session.accessToken
      assert.deepEqual(session.availableProfiles, [session.selectedProfile])
      return session.selectedProfile
    },
    isSignedIn: () => client.validate(accessToken, clientToken),
    refresh: async () => {
      const session = await client.refresh({ accessToken, clientToken, requestUser: true })
      accessToken = session.accessToken
      return session.selectedProfile
    },
  }
}

async function play(t: TestContext, service: RunningService, options: TabOptions) {
  const { context } = service
  const text = textIn('en')
  const { account: words, characters, settings } = text
  const parent = await service.account({ language: 'en' })
  const tab = await openTab(t, service.baseUrl, options)
  if (!tab) return
  const { page } = tab
  const person = personAt(tab)
  await enterAs(tab, service, parent)
  const open = async (name?: string) => {
    await page.goto('/account')
    await person.follow(words.menu.characters.heading)
    await person.sees(words.menu.characters.heading)
    if (name !== undefined) {
      await person.follow(name)
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    }
  }
  const create = async (name: string) => {
    await open()
    await person.fill(words.menu.username.heading, name)
    await person.press(characters.create)
    await person.reads(characters.flash.created)
    await person.sees(name)
    return (await page.evaluate<string>('location.pathname')).split('/')[3] ?? ''
  }
  /** Follows the link on the page of a character: the menu has one of that name, too. */
  const rename = async (name: string) => {
    const link = page
      .locator('#content')
      .getByRole('link', { name: words.menu.username.heading, exact: true })
    await link.click()
    await person.sees(words.menu.username.heading)
    await person.fill(words.menu.username.heading, name)
    await person.press(settings.username.submit)
  }
  await open()
  await person.fill(words.menu.username.heading, 'x y')
  await person.press(characters.create)
  await person.isTold(settings.unchanged)
  const anna = await create('Anna')
  const ben = await create('Ben')
  await open()
  await page.getByText(characters.full(3)).waitFor()
  assert.equal(await page.getByRole('button', { name: characters.create }).count(), 0)

  const [hmcl, pcl, other] = [
    byRequests(service, '0123456789abcdef0123456789abcdef'),
    byRequests(service, undefined),
    xmcl(service),
  ]
  assert.deepEqual(await hmcl.signIn('Anna', parent.password), { id: anna, name: 'Anna' })
  assert.deepEqual(await other.signIn('Ben', parent.password), { id: ben, name: 'Ben' })
  assert.deepEqual(await pcl.signIn(parent.email, parent.password), { id: parent.id, name: parent.username })
  assert.deepEqual(await other.refresh(), { id: ben, name: 'Ben' })

  await open('Ben')
  await person.press(characters.makePrimary)
  await person.reads(characters.flash.madePrimary)
  assert.equal((await pcl.refresh())?.id, parent.id, 'a token stays that of its player')
  assert.equal((await pcl.signIn(parent.email, parent.password))?.id, ben)

  const stored = await service.stored({ id: anna })
  await suspendAccount(context, operator, stored, { reason: 'griefing' }, { only: true })
  assert.equal(await hmcl.isSignedIn(), false)
  assert.equal(await hmcl.signIn('Anna', parent.password), undefined)
  assert.equal(await other.isSignedIn(), true)
  await open('Anna')
  await person.sees('Anna', 'suspended')
  await rename('Anna_2')
  await person.isTold(characters.problems.suspended)
  await restoreAccount(context, operator, stored, { only: true })

  await open('Anna')
  await rename('Anna_2')
  await person.reads(settings.flash.usernameChanged)
  assert.deepEqual(await hmcl.signIn('Anna_2', parent.password), { id: anna, name: 'Anna_2' })

  await open('Anna_2')
  await person.fill(settings.currentPassword, 'not this one')
  await person.press(characters.delete)
  await person.isTold(settings.wrongPassword)
  await person.fill(settings.currentPassword, parent.password)
  await person.press(characters.delete)
  await person.reads(characters.flash.deleted)
  await person.sees('Anna_2', 'leaving')
  assert.equal(await hmcl.isSignedIn(), false)
  assert.equal(await hmcl.signIn('Anna_2', parent.password), undefined)
  await open()
  await person.follow('Anna_2')
  await person.press(characters.keep)
  await person.reads(characters.flash.kept)
  assert.deepEqual(await hmcl.signIn('Anna_2', parent.password), { id: anna, name: 'Anna_2' })
  assert.equal(await other.isSignedIn(), true)
  await tab.close()
}

onEveryDatabase('a parent makes two players for children', (start, _shared, kind) => {
  const ways: Record<typeof kind, TabOptions> = {
    sqlite: { ...phone, ...inLight, locale: 'en', javaScriptEnabled: false },
    postgres: { ...desk, ...inDark, locale: 'en' },
  }
  test('and signs both in, each from a launcher of its own', async (t) => {
    const service = await start({ NORN_CHARACTERS: '3', NORN_CHARACTER_COOLDOWN: '0s' })
    await play(t, service, ways[kind])
  })
})
