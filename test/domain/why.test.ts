// "Why can't X join?": the attempts under a name, how they are explained, and how many are kept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { cancelDeletion, requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { type Why, whyNot } from '../../src/domain/operation/why.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { addCharacter, choosePrimary } from '../characters.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { deviceTokens, refresh as refreshGrant } from '../wire/oauth2/oauth.ts'

const [second, minute, day] = [1000, 60_000, 86_400_000]
const settings = { NORN_BASE_URL: 'http://accounts.example.org', NORN_TRUST_PROXY: '127.0.0.1' }
const agent = '-javaagent:authlib-injector.jar=http://accounts.example.org/authlib-injector/'

/** Requests as launchers, games and servers send them, one second apart. */
function senderTo(service: RunningService) {
  // An attempt is recorded after its answer and before its log line.
  const kept = async (answer: Promise<Answer>): Promise<Answer> => {
    await service.logLine(await answer)
    service.advance(second)
    return answer
  }
  const post = (path: string, body: object, from = '192.0.2.1') =>
    kept(service.post(path, body, { headers: { 'x-forwarded-for': from } }))
  return {
    authenticate: (username: string, password: string, from?: string) =>
      post('/auth/authenticate', { username, password, clientToken: 'launcher' }, from),
    refresh: (accessToken: string) => post('/auth/refresh', { accessToken, clientToken: 'launcher' }),
    join: (accessToken: string, selectedProfile: string, serverId = 'server') =>
      post('/session/join', { accessToken, selectedProfile, serverId }),
    hasJoined: (username: string, serverId = 'server', ip = '', init: RequestInit = {}) => {
      const query = new URLSearchParams({ username, serverId, ...(ip && { ip }) })
      const headers = { 'x-forwarded-for': '198.51.100.7' }
      return kept(service.get(`/session/hasJoined?${query}`, { headers, ...init }))
    },
  }
}

async function why({ context }: RunningService, name: string): Promise<Why> {
  await context.attempts.flush()
  return whyNot(context, name)
}

const explained = ({ attempts }: Why) => attempts.map(({ step, reason }) => `${step} ${reason ?? 'ok'}`)

onEveryDatabase('why', (start) => {
  test('shows each step towards joining with its reason, and advice for the last one', async () => {
    const service = await start(settings)
    const send = senderTo(service)
    const { id, username, password } = await service.account({ username: 'Steve' })

    const untried = await why(service, 'steve')
    assert.deepEqual([untried.name, untried.id, untried.attempts], ['Steve', id, []])
    assert.match(untried.advice, /^Nobody tried: .* Is the game server set up to use this service\? /)
    assert.ok(untried.advice.endsWith(agent))

    await send.authenticate(username, 'wrong')
    const guessed = await why(service, 'STEVE')
    assert.deepEqual(guessed.attempts, [
      {
        at: '2026-11-21T12:00:00.000Z',
        step: 'authenticate',
        outcome: 'refused',
        reason: 'credentials_invalid',
        message: 'The login, the password or the two-factor code was wrong.',
        address: '192.0.2.1',
      },
    ])
    assert.match(guessed.advice, /norn account password Steve$/)

    const { accessToken } = (await send.authenticate(username, password)).json
    assert.match((await why(service, username)).advice, /the game has not reported joining a server since/)

    await send.join(accessToken, id)
    const joined = await why(service, username)
    assert.deepEqual(explained(joined), ['join ok', 'authenticate ok', 'authenticate credentials_invalid'])
    assert.match(
      joined.advice,
      /^The game joined a server at .*, but no server asked this service about it\. Is the game server/,
    )

    await send.hasJoined(username, 'server', '203.0.113.9')
    const elsewhere = await why(service, username)
    const [differs] = elsewhere.attempts
    assert.deepEqual([differs?.reason, differs?.address], ['join_address_differs', '198.51.100.7'])
    assert.match(elsewhere.advice, /NORN_TRUST_PROXY/)

    // It is a query: it does not count as an attempt.
    await send.hasJoined(username, 'server', '192.0.2.1', { method: 'HEAD' })
    assert.equal(explained(await why(service, username))[0], 'hasJoined join_address_differs')
    await send.hasJoined(username)
    const letIn = await why(service, username)
    assert.deepEqual(explained(letIn).slice(0, 2), ['hasJoined ok', 'hasJoined join_address_differs'])
    assert.match(letIn.advice, /^It worked at .*whitelist/)

    await send.hasJoined(username)
    const taken = await why(service, username)
    assert.deepEqual(
      [explained(taken)[0], taken.attempts[0]?.message],
      [
        'hasJoined join_unknown',
        'A second game server asked about the same join, or the first one asked twice.',
      ],
    )

    // The game was refused, so the server finds nothing: that is not the cause.
    await send.join('not a token of ours', id)
    const other = await service.account({ username: 'Alex' })
    await send.join(accessToken, other.id)
    await send.hasJoined(username, 'another server')
    const foreign = await why(service, username)
    assert.deepEqual(explained(foreign).slice(0, 2), ['hasJoined join_unknown', 'join join_profile_foreign'])
    assert.match(foreign.advice, /^The game was started with the name of one account/)

    await send.refresh('not a token of ours')
    await send.refresh(accessToken)
    assert.equal(explained(await why(service, username))[0], 'refresh ok')
  })

  test('gives a suspension as the reason at every step, with its end', async () => {
    const service = await start(settings)
    const send = senderTo(service)
    const { id, username, password } = await service.account()
    const accessToken = await service.signIn({ username, password })
    const account = await service.stored({ id })
    const until = service.now() + day
    await suspendAccount(service.context, operator, account, { reason: 'griefing', until })
    await send.join(accessToken, id)
    await send.hasJoined(username)
    await send.authenticate(username, password)
    const suspended = await why(service, username)
    const words = ['authenticate', 'hasJoined', 'join'].map((step) => `${step} account_suspended`)
    assert.deepEqual(explained(suspended).slice(0, 3), words)
    assert.match(suspended.advice, /suspended until November 22, 2026.*, reason: griefing\. .*restore/)
    await restoreAccount(service.context, operator, account)
    assert.match((await why(service, username)).advice, /was suspended at that time but no longer is/)
  })

  test('includes pages and applications as steps', async () => {
    const service = await start()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn({ username: account.username, password: 'wrong' })
    service.advance(second)
    await browser.signIn(account)
    const page = await why(service, account.username)
    assert.deepEqual(explained(page), ['web ok', 'web credentials_invalid'])
    assert.match(page.advice, /The login|wrong password/)
    service.advance(second)
    const tokens = await deviceTokens(service, account, 'openid offline_access')
    service.advance(second)
    await refreshGrant(service, tokens.refresh_token)
    service.advance(second)
    await refreshGrant(service, tokens.refresh_token)
    const application = await why(service, account.username)
    assert.deepEqual(explained(application).slice(0, 2), ['oauth grant_ended', 'oauth ok'])
  })

  test('handles unknown names: requested, typed, former, impossible', async () => {
    const service = await start(settings)
    const send = senderTo(service)
    assert.match((await why(service, 'Nobody')).advice, /^There is no account Nobody, and nobody has tried/)
    await send.authenticate('Nobody', 'secret')
    const typed = await why(service, 'nobody')
    assert.deepEqual(
      [typed.name, typed.id, explained(typed)],
      ['nobody', null, ['authenticate credentials_invalid']],
    )
    assert.match(typed.advice, /somebody tried to sign in with a name that does not exist/)
    await send.hasJoined('NOBODY')
    const asked = await why(service, 'Nobody')
    assert.equal(asked.attempts[0]?.message, 'A game server asked about this name, but no account had it.')
    assert.match(asked.advice, /a game server asked about it/)
    // The table contains no typed text, which may have been a password.
    const rows = await service.context.db.query.selectFrom('attempt').selectAll().execute()
    assert.ok(rows.length === 2 && !/nobody|secret/i.test(JSON.stringify(rows)))

    const { id } = await service.account({ username: 'Nobody' })
    assert.equal((await why(service, 'Nobody')).attempts.length, 2, 'earlier attempts are shown')
    service.advance(second)
    await renameAccount(service.context, operator, await service.stored({ id }), 'Somebody')
    assert.match((await why(service, 'nobody')).advice, /^nobody is now called Somebody/)
    assert.equal((await why(service, id)).name, 'Somebody')
    assert.match((await why(service, 'no name at all')).advice, /^No account has "no name at all" as/)
  })

  test('shows the same on the page and in the API as by command', async () => {
    const service = await start()
    const moderator = await service.account()
    await grantRole(service.context, operator, await service.stored(moderator), 'moderator')
    const { id } = await service.account({ username: 'Steve' })
    await senderTo(service).authenticate('Steve', 'wrong')
    const explained = await why(service, 'Steve')

    const { send } = await adminClient(service, { isReadOnly: true })
    const answer = await send('GET', '/why?name=STEVE')
    assert.deepEqual([answer.status, answer.json], [200, explained])
    const impossible = await send('GET', '/why?name=a%00b')
    assert.deepEqual([impossible.status, impossible.json.id], [200, null])
    assert.deepEqual((await send('GET', '/why')).status, 422)

    const browser = browserOf(service)
    assert.equal((await browser.get('/admin/why?name=Steve')).heading, 'Sign in')
    await browser.signIn(moderator)
    const empty = await browser.get('/admin/why')
    assert.match(empty.text, /<label for="name">Name<\/label>/)
    assert.match((await browser.get('/admin')).text, /<a href="\/admin\/why">/)
    const page = await browser.get('/admin/why?name=steve')
    const wrong =
      'Somebody signed in with a wrong password, or with a two-factor code that was wrong or already used.'
    // A command is useless to a person in a browser.
    assert.ok(explained.advice.startsWith(wrong) && explained.advice.endsWith('norn account password Steve'))
    const advice = `${wrong} Steve can choose a new password at /recover. Or an administrator opens the account below and creates a one-time link.`
    assert.deepEqual([page.status, page.heading, page.flash], [200, "Why can't Steve join?", advice])
    assert.match(
      page.text,
      new RegExp(`<a class="button quiet" href="/admin/accounts/${id}">The account of Steve</a>`),
    )
    assert.match(page.text, /<li class="refused"><h2>Launcher signs in<\/h2><p><b>Refused<\/b>/)
    assert.equal(page.text.match(/<li class="open">/g)?.length, 2)
    const cellsOf = ({ text }: { text: string }) => {
      const [row] = text.match(/<tr><td[^>]*>.*<\/tr>/s) ?? []
      return [...(row ?? '').matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]*>/g, ''),
      )
    }
    const cells = [
      'Launcher signs in',
      'Refused',
      'The login, the password or the two-factor code was wrong.',
    ]
    assert.deepEqual(cellsOf(page).slice(1), [...cells, '127.0.…'])
    assert.ok(!page.text.includes('127.0.0.1'), 'a moderator does not see the whole address')
    const administrator = await service.account()
    await grantRole(service.context, operator, await service.stored(administrator), 'admin')
    const other = browserOf(service)
    await other.signIn(administrator)
    assert.deepEqual(cellsOf(await other.get('/admin/why?name=steve')).slice(1), [...cells, '127.0.0.1'])
    const russian = await browser.get('/admin/why?name=%3Cb%3E', { 'accept-language': 'ru' })
    assert.match(russian.text, /&lt;b&gt;/)
  })

  test('keeps newer attempts when a process writes older ones late', async () => {
    const { context, account, advance } = await start(settings)
    const { id, username } = await account()
    for (const [address, later] of [
      ['192.0.2.2', 0],
      ['192.0.2.1', -second],
    ] as const) {
      advance(later)
      context.attempts.succeeded('join', id, address)
      await context.attempts.flush()
    }
    const { attempts } = await whyNot(context, username)
    assert.deepEqual(
      attempts.map(({ address }) => address),
      ['192.0.2.2'],
    )
  })

  test('a flood from one network does not displace the attempts of others, and the table is bounded', async () => {
    const service = await start({ ...settings, NORN_ATTEMPTS_KEPT: '2d' })
    const { context, advance } = service
    const { id, username } = await service.account()
    const about = { id }
    const refuse = (address: string) =>
      context.attempts.refused('authenticate', { about, reason: 'credentials_invalid' }, address)
    refuse('192.0.2.1')
    context.attempts.succeeded('authenticate', id, '192.0.2.1')
    for (let tries = 0; tries < 500; tries++) {
      advance(1)
      refuse('2001:db8:1:2::1')
      context.attempts.refused('authenticate', { about: { username: `N${tries}` }, reason: 'x' }, '10.0.0.1')
    }
    advance(second)
    const attacked = await why(service, username)
    assert.deepEqual(
      attacked.attempts.map(({ address }) => address),
      [...Array<string>(19).fill('2001:db8:1:2::1'), '192.0.2.1', '192.0.2.1'],
    )
    const rows = async () => (await context.db.query.selectFrom('attempt').select('subject').execute()).length
    assert.equal(await rows(), 300 + 21, 'as many names as one network may cause')

    // From everywhere: the newest twenty, and the success.
    for (let host = 0; host < 30; host++) {
      advance(minute)
      refuse(`198.51.100.${host}`)
    }
    const { attempts } = await why(service, username)
    assert.deepEqual([attempts.length, attempts[0]?.address], [21, '198.51.100.29'])
    assert.equal(attempts.at(-1)?.outcome, 'ok')

    advance(day)
    await sweep(context)
    assert.equal(await rows(), 300 + 21)
    advance(day - 30 * minute)
    await sweep(context)
    assert.equal(await rows(), 20)
    await deleteAccount(context, operator, await service.stored({ id }), { withCharacters: true })
    assert.equal(await rows(), 0)
  })

  test('names a character and its account, and says which of the two keeps the player out', async () => {
    const service = await start(settings)
    const { context } = service
    const send = senderTo(service)
    const account = await service.account({ username: 'Steve' })
    const stored = await service.stored(account)
    const anna = await addCharacter(service, account, 'Anna')
    const owner = { id: account.id, username: 'Steve' }
    const told = async (name = 'anna') => {
      const { name: username, id, owner: of, advice } = await why(service, name)
      assert.deepEqual([username, id, of], ['Anna', anna.id, owner])
      const [, rest = ''] = /^Anna is a character of Steve\. (.*)$/.exec(advice) ?? []
      return rest
    }
    assert.equal((await why(service, 'Steve')).owner, null)
    assert.equal((await why(service, account.email)).name, 'Steve')
    await choosePrimary(service, anna)
    assert.match(await told(account.email), /^Nobody tried/, 'the one whom the address signs in')
    assert.match(await told(), /^Nobody tried: .* asked about Anna\./)
    assert.match(await told(anna.id), /^Nobody tried/)
    await send.authenticate('Anna', 'wrong')
    assert.match(await told(), /Steve can choose a new password .* norn account password Steve$/)
    assert.deepEqual((await why(service, 'Steve')).attempts, [], 'those of another player')
    await suspendAccount(context, operator, anna, { reason: 'Rude' }, { only: true })
    assert.match(await told(), /^Anna is suspended without an end date, reason: Rude\..*restore Anna$/)
    assert.match((await why(service, 'Steve')).advice, /^Nobody tried/)
    await suspendAccount(context, operator, stored, {})
    assert.match(await told(), /^Steve is suspended without an end date\..*restore Steve$/)
    await restoreAccount(context, operator, anna)
    await requestDeletion(context, operator, anna)
    assert.match(await told(), /^Anna is to be deleted on /)
    await requestDeletion(context, operator, stored, { withCharacters: true })
    assert.match(await told(), /^The owner of Steve has asked for the account to be deleted on /)
    await cancelDeletion(context, operator, await service.stored(account))
    await deleteAccount(context, operator, await service.stored(anna))
    const gone = await why(service, 'ANNA')
    assert.deepEqual([gone.id, gone.owner], [null, null])
    assert.match(gone.advice, /The name is held until .* for Steve: only a player of that account/)
    service.advance(365 * day)
    assert.match((await why(service, 'Anna')).advice, /There is no account Anna/)
    const { send: api } = await adminClient(service)
    await addCharacter(service, account, 'Ben')
    assert.deepEqual((await api('GET', '/why?name=Ben')).json.owner, owner)
  })

  test('links a character and its account on the page', async () => {
    const service = await start(settings)
    const boss = await service.account({ username: 'Boss' })
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    const account = await service.account({ username: 'Steve' })
    const anna = await addCharacter(service, account, 'Anna')
    const browser = browserOf(service)
    await browser.signIn(boss)
    const { text } = await browser.get('/admin/why?name=anna')
    assert.match(text, new RegExp(`/admin/accounts/${anna.id}">The character \\S*Anna`))
    assert.match(text, new RegExp(`/admin/accounts/${account.id}">The account of \\S*Steve`))
    assert.doesNotMatch((await browser.get('/admin/why?name=Steve')).text, /character/)
  })
})
