// Discord with a guild that is required: its members alone register, and somebody who is linked comes in all the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNot } from '../../src/domain/operation/why.ts'
import { providerSecretPlace } from '../../src/storage/schema/encryption.ts'
import { linked, startGuild } from '../providers/guild.ts'
import { json } from '../providers/hostile.ts'
import { client, type Person } from '../providers/quirks.ts'
import { onEveryDatabase } from '../service.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { begin, below } from './provider.ts'

const steve: Person = { id: '80351110224678912', name: 'Steve', email: 's@example.org', isVerified: true }
const form = '/register/with/discord'

onEveryDatabase('a guild that is required', (start) => {
  test('only its members register; the others see so, and nothing is stored', async (t) => {
    const service = await start()
    const { context } = service
    const { all } = await startGuild(t, service, {
      guild_required: 1,
      client_id: client.id,
      client_secret: context.secrets.seal(providerSecretPlace('discord'), client.secret),
    })
    all.clock = service.now
    const comeBack = async (browser: Browser, person: Person): Promise<PageView> =>
      browser.get(below(all.signIn(await begin(browser, '/sign-in/with/discord'), person)))
    const stored = async () => {
      const rows = ['account', 'linked_identity', 'registration', 'group_member', 'mail'] as const
      const all = rows.map((table) => context.db.query.selectFrom(table).selectAll().execute())
      return (await Promise.all(all)).map(({ length }) => length)
    }
    const before = await stored()
    const member = `discord.com/api/v10/users/@me/guilds/${all.guild.id}/member`
    const stranger = browserOf(service)
    const refused = async () => {
      const page = await comeBack(stranger, steve)
      assert.deepEqual([page.status, page.heading], [403, 'Sign in'])
      assert.equal(
        page.alert,
        'Only members of the Discord server can create an account with Discord. Join it, then try again.',
      )
      const { heading } = await stranger.get(form)
      assert.equal(heading, 'Sign in')
      assert.deepEqual(await stored(), before)
    }
    await refused()
    // Nobody knows if it does not say.
    for (const status of [200, 403, 500]) {
      all.replaced[member] = (response) => json(response, { message: 'x' }, status)
      await refused()
    }
    await context.attempts.flush()
    const { attempts, advice } = await whyNot(context, 'Steve')
    assert.deepEqual(
      attempts.map(({ step, outcome, reason }) => [step, outcome, reason]),
      Array.from({ length: 4 }, () => ['web', 'refused', 'provider_guild_missing']),
    )
    assert.match(advice, /^Steve has to join the Discord server before registering\.$/)

    // Somebody who is linked already comes in, though not in the guild.
    await linked(service, steve.id)
    for (const replaced of [all.replaced, {}]) {
      all.replaced = replaced
      assert.equal((await comeBack(browserOf(service), steve)).path, '/account')
    }

    const alex = { ...steve, id: '80351110224678913', name: 'Alex', email: 'a@example.org', roles: [] }
    const browser = browserOf(service)
    const page = await comeBack(browser, alex)
    assert.equal(page.heading, 'Choose a username')
    const made = await browser.send(page, form, { username: 'Alex', email: 'a@example.org' })
    assert.equal(made.path, '/account/play')
  })
})
