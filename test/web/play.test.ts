// GET /account/play: how far a player has come into the game, and what mends a refusal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { reasonInWords } from '../../src/domain/operation/why.ts'
import { languages } from '../../src/texts/languages.ts'
import { textIn } from '../../src/web/context/text.ts'
import { addCharacter } from '../characters.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

const path = '/account/play'
const [home, elsewhere, gameServer] = ['192.0.2.1', '198.51.100.9', '203.0.113.7']

/** A player at home: a browser, a launcher and a game, and a game server that asks about it. */
async function playerAt(service: RunningService, account: TestAccount) {
  const browser = browserOf(service)
  await browser.signIn(account)
  const headers = (from: string) => ({ headers: { 'x-forwarded-for': from } })
  // An attempt is recorded after its answer.
  const settled = async <Answer extends { headers: Headers }>(answer: Answer & { status: number }) => {
    await service.context.attempts.flush()
    service.advance(1000)
    return answer
  }
  const clientToken = 'launcher'
  return {
    page: () => browser.get(path, { 'x-forwarded-for': home }),
    state: async () => (await browser.get(`${path}/state`, { 'x-forwarded-for': home })).text,
    browser,
    launcher: async (password: string, from = home) => {
      const given = { username: account.username, password, clientToken }
      return settled(await service.post('/auth/authenticate', given, headers(from)))
    },
    game: async (accessToken: string, serverId: string, profile = account.id) => {
      const given = { accessToken, selectedProfile: profile, serverId }
      return settled(await service.post('/session/join', given, headers(home)))
    },
    asked: async (serverId: string, root = '/session') => {
      const query = new URLSearchParams({ username: account.username, serverId })
      return settled(await service.get(`${root}/hasJoined?${query}`, headers(gameServer)))
    },
  }
}

/** The states of the three steps, the number of the marked one, and the words of a refusal. */
function shownOn({ text }: PageView) {
  const steps = [...text.matchAll(/<li class="(done|open)"( aria-current="step")?>/g)]
  const [, trouble] = /<section class="card trouble">(.*?)<\/section>/s.exec(text) ?? []
  return {
    steps: steps.map(([, state]) => state).join(' '),
    next: steps.findIndex(([, , current]) => current !== undefined) + 1,
    trouble: trouble?.replaceAll(/<[^>]*>/g, ' '),
    mendedAt: /<a class="button" href="([^"]+)"/.exec(trouble ?? '')?.[1],
  }
}

const behindProxy = { NORN_TRUST_PROXY: '127.0.0.1' }

onEveryDatabase('the way into the game', (start) => {
  test('is followed step by step, and the state is another one after each', async () => {
    const service = await start(behindProxy)
    const account = await service.account({ username: 'Freya' })
    const { asked, browser, game, launcher, page, state } = await playerAt(service, account)
    const seen: string[] = []
    const is = async (steps: string, next: number) => {
      const view = await page()
      const shown = shownOn(view)
      assert.deepEqual([shown.steps, shown.next], [steps, next])
      const version = await state()
      assert.ok(view.text.includes(`data-version="${version}"`))
      assert.equal(await state(), version, 'the same until something happens')
      assert.ok(!seen.includes(version))
      seen.push(version)
      return { ...shown, text: view.text }
    }
    await is('done open open', 2)
    assert.match((await browser.get('/')).text, /href="\/account\/play">Show me how</)
    assert.match((await browser.get('/account')).text, /Next step: Sign in to a launcher/)

    await launcher('wrong')
    const refused = await is('done open open', 2)
    assert.match(refused.trouble ?? '', /The login, the password or the two-factor code was wrong\./)
    assert.equal(refused.mendedAt, '/account/password')
    assert.doesNotMatch(refused.trouble ?? '', /This did not come from/)

    const { accessToken } = (await launcher(account.password)).json
    const signedIn = await is('done done open', 3)
    assert.equal(signedIn.trouble, undefined, 'the right password has mended it')
    assert.match((await browser.get('/account')).text, /Next step: Join a game server/)

    await asked('a')
    const other = await is('done done open', 3)
    assert.match(other.trouble ?? '', /had not joined any server through this service\./)
    assert.equal(other.mendedAt, '#launchers')

    await game(accessToken, 'b')
    const reported = await is('done done open', 3)
    assert.match(reported.text, /Your game said that it was joining/)
    await asked('b')
    const joined = await is('done done done', 0)
    assert.equal(joined.trouble, undefined)
    assert.doesNotMatch((await browser.get('/')).text, /Show me how/)
    assert.doesNotMatch((await browser.get('/account')).text, /Next step/)
  })

  test('tells a refusal in every language, for a day', async () => {
    const service = await start(behindProxy)
    for (const language of languages) {
      const account = await service.account({ language })
      const { launcher, page } = await playerAt(service, account)
      await launcher('wrong')
      const { play } = textIn(language)
      const { text } = await page()
      for (const words of [play.lead, play.trouble, reasonInWords('credentials_invalid', language)])
        assert.ok(text.includes(words), `${language}: ${words}`)
      service.advance(86_400_000)
      assert.equal(shownOn(await page()).trouble, undefined)
    }
  })

  test('tells nothing of others: no address, no server of groups that the player is not in', async () => {
    const service = await start(behindProxy)
    const { context } = service
    const account = await service.account({ username: 'Freya' })
    await createGroup(context, operator, { name: 'staff', title: 'The Secret Staff' })
    const root = async (name: string, title: string, groups: string[]) =>
      (await addServer(context, operator, { name, title, address: `${name}.example.test`, groups })).root
    const closed = new URL(await root('lair', 'The Lair', ['staff'])).pathname
    await root('open', 'Survival', [])
    const { asked, game, launcher, page } = await playerAt(service, account)
    const { accessToken } = (await launcher(account.password)).json
    await game(accessToken, 'x')
    await asked('x', `${closed}/session/minecraft`)
    const view = await page()
    const shown = shownOn(view)
    assert.match(shown.trouble ?? '', /not in any of the groups/)
    assert.equal(shown.mendedAt, '/account/servers')
    assert.match(view.text, /open\.example\.test/)
    for (const secret of ['lair', 'Lair', 'staff', 'Staff', gameServer])
      assert.ok(!view.text.includes(secret), secret)
    await addMembers(context, operator, 'staff', [await service.stored(account)])
    assert.match((await page()).text, /lair\.example\.test/)
  })

  test('puts refusals in the network of the page before those of strangers, who can push out none', async () => {
    const service = await start({
      ...behindProxy,
      NORN_GUESS_ADDRESS_ACCOUNT: '1000',
      NORN_GUESS_ACCOUNT: '1000',
    })
    const account = await service.account({ username: 'Freya' })
    const { asked, game, launcher, page } = await playerAt(service, account)
    await launcher('a stranger guesses', elsewhere)
    const guessed = shownOn(await page())
    assert.match(guessed.trouble ?? '', /This did not come from the network of this page/)
    assert.ok(!(await page()).text.includes(elsewhere))

    const { accessToken } = (await launcher(account.password)).json
    const other = await service.account()
    await game(accessToken, 'x', other.id)
    for (let tries = 0; tries < 30; tries++) await asked(`forged-${tries}`)
    for (let tries = 0; tries < 30; tries++) await launcher('a stranger guesses', elsewhere)
    await launcher('my own mistake')
    for (let tries = 0; tries < 30; tries++) await launcher('a stranger guesses', elsewhere)
    const own = shownOn(await page())
    assert.equal(own.mendedAt, '/account/password')
    assert.doesNotMatch(own.trouble ?? '', /This did not come from/)

    const theirs = await playerAt(service, other)
    assert.equal(shownOn(await theirs.page()).steps, 'done open open', 'one account says nothing of another')
  })

  test('is that of all players of an account', async () => {
    const service = await start({ ...behindProxy, NORN_CHARACTERS: '2' })
    const account = await service.account({ username: 'Freya' })
    const brunhild = await addCharacter(service, account, 'Brunhild')
    const { page } = await playerAt(service, account)
    const { asked, game, launcher } = await playerAt(service, {
      ...account,
      id: brunhild.id,
      username: 'Brunhild',
    })
    await launcher('wrong')
    assert.match(shownOn(await page()).trouble ?? '', /The last attempt of Brunhild did not work/)
    const { accessToken } = (await launcher(account.password)).json
    await game(accessToken, 'x')
    await asked('x')
    assert.equal(shownOn(await page()).steps, 'done done done')
  })

  test('names launchers for the system of the browser or the chosen one, and is for signed-in players', async () => {
    const service = await start()
    const { browser } = await playerAt(service, await service.account())
    const launchers = async (query: string, agent: string) => {
      const { text } = await browser.get(path + query, { 'user-agent': agent })
      return [...text.matchAll(/<details><summary>([^<]+)/g)].map(([, name]) => name)
    }
    const others = ['Others: API root', 'Others: Java options']
    const windows = ['HMCL', 'PCL', 'XMCL', 'BakaXL', 'SJMCL', 'Fjord Launcher', ...others]
    assert.deepEqual(await launchers('', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'), windows)
    const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9)'
    assert.deepEqual(await launchers('', android), ['Zalith', ...others])
    assert.deepEqual(await launchers('?system=windows', android), windows)
    assert.equal((await launchers('?system=toString', 'Lynx')).length, 9)
    for (const page of [path, `${path}/state`]) {
      const guest = await browserOf(service).get(page)
      assert.match(guest.path, /^\/sign-in\?next=/)
    }
  })

  test('comes first after registering', async () => {
    const service = await start({ NORN_REGISTRATION: 'open', NORN_CONFIRM_EMAIL: 'off' })
    const browser = browserOf(service)
    const fields = { username: 'Freya', email: 'freya@example.test', password: 'a sentence to remember' }
    const first = await browser.send(await browser.get('/register'), '/register', fields)
    assert.deepEqual([first.path, shownOn(first).steps], [path, 'done open open'])
  })
})
