// /account/linked: links by signing in at another Norn.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { pauseNeighbour, setNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { hourMs, minuteMs } from '../../src/lib/measure/units.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { befriend } from '../wire/link-door/game.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'
import { partners, setClient } from './partners.ts'
import { agree, family } from './play-as.ts'

const path = '/account/linked'

async function signedIn(service: RunningService, username: string) {
  const account = await service.account({ username })
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

const below = ({ pathname, search }: URL) => pathname + search

/** Presses the button of a neighbour, and returns the address to which the browser is sent. */
async function begin(browser: Browser, neighbour = 'friends'): Promise<URL> {
  const { sentTo } = await browser.send(await browser.get(path), `${path}/sign-in`, { neighbour })
  assert.ok(sentTo)
  return sentTo
}

/** Allows it there, or not, and returns the address to which the browser is sent back. */
async function answer(there: Browser, asked: URL, decision = 'allow'): Promise<URL> {
  const consent = await there.get(below(asked))
  const [action = ''] = consent.path.split('?')
  const { sentTo, text } = await there.send(consent, action, { answer: decision })
  assert.ok(sentTo, text)
  return sentTo
}

const refused = (page: PageView, status: number, alert: RegExp) => {
  assert.deepEqual([page.status, page.heading], [status, 'Linked accounts'])
  assert.match(page.alert ?? '', alert)
}

onEveryDatabase('links by signing in', (start) => {
  test('the other service proves the player; page, email, audit log and database say so', async () => {
    const [here, there] = [await start(), await start()]
    const client = await partners(here, there)
    const { account, browser } = await signedIn(here, 'Me')
    const { account: player, browser: elsewhere } = await signedIn(there, 'Steve_2')
    const page = await browser.get(path)
    assert.match(page.text, /<button class="quiet">Link friends<\/button>/)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.ok(policy.includes(`form-action 'self' ${there.baseUrl};`), policy)
    const asked = await begin(browser)
    assert.equal(asked.origin + asked.pathname, `${there.baseUrl}/oauth2/authorize`)
    const {
      state = '',
      nonce = '',
      code_challenge: challenge,
      ...rest
    } = Object.fromEntries(asked.searchParams)
    assert.match(`${state} ${nonce} ${challenge}`, /^[\w-]{43} [\w-]{43} [\w-]{43}$/)
    assert.deepEqual(rest, {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: `${here.baseUrl}/account/linked/friends/callback`,
      scope: 'openid Yggdrasil.PlayerProfiles.Select',
      code_challenge_method: 'S256',
      prompt: 'consent',
    })
    const back = await answer(elsewhere, asked)
    assert.equal(back.searchParams.get('iss'), there.baseUrl)
    await newMail(here)
    const done = await browser.get(below(back))
    assert.deepEqual([done.status, done.path, done.flash], [200, path, 'The player is linked.'])
    assert.match(done.text, /<strong>Steve_2<\/strong><p class="hint">At friends since /)
    const [mail] = await newMail(here)
    assert.match(mail?.text ?? '', /This player of friends now belongs to your account: Steve_2\./)
    const rows = await here.context.db.query.selectFrom('neighbour_link').selectAll().execute()
    assert.deepEqual(
      rows.map(({ account_id, uuid, name, proof }) => [account_id, uuid, name, proof]),
      [[account.id, player.id, 'Steve_2', 'oauth']],
    )
    const events = await here.context.db.query.selectFrom('audit_entry').selectAll().execute()
    assert.ok(events.some(({ event }) => event === 'account.linked'))

    // Once: the address of the callback is in the history of the browser.
    refused(await browser.get(below(back)), 422, /expired, was already used, or was begun in another/)
    const secrets = [client.secret, state, nonce, back.searchParams.get('code') ?? '']
    const known =
      here.log.join('') +
      JSON.stringify(await here.context.db.query.selectFrom('link_sign_in').selectAll().execute())
    for (const secret of secrets) assert.ok(secret.length > 20 && !known.includes(secret))
  })

  test('links the player who was chosen there', async () => {
    const [here, there] = [await start(), await start()]
    await partners(here, there)
    const { account, browser } = await signedIn(here, 'Me')
    const { account: owner, anna, browser: elsewhere } = await family(there)
    for (const player of [anna, owner]) {
      const consent = await elsewhere.get(below(await begin(browser)))
      const { sentTo } = await agree(elsewhere, consent, player)
      assert.ok(sentTo, consent.text)
      assert.equal((await browser.get(below(sentTo))).flash, 'The player is linked.')
    }
    const rows = await here.context.db.query.selectFrom('neighbour_link').selectAll().execute()
    assert.deepEqual(
      rows.map(({ account_id, uuid, name }) => [account_id, uuid, name]).toSorted(),
      [anna, owner].map(({ id, username }) => [account.id, id, username]).toSorted(),
    )
  })

  test('no button without a client, and none for a paused neighbour', async () => {
    const [here, there] = [await start(), await start()]
    await befriend(here, there)
    const { browser } = await signedIn(here, 'Me')
    const none = await browser.get(path)
    assert.doesNotMatch(none.text, /Link friends/)
    assert.match(none.headers.get('content-security-policy') ?? '', /form-action 'self';/)
    await partners(here, there, 'others')
    const page = await browser.get(path)
    await pauseNeighbour(here.context, operator, 'others', true)
    assert.doesNotMatch((await browser.get(path)).text, /Link others/)
    for (const neighbour of ['others', 'friends', 'nobody', '']) {
      refused(
        await browser.send(page, `${path}/sign-in`, { neighbour }),
        422,
        /can’t be linked by signing in/,
      )
    }
  })

  test('a sign-in is for one session, one neighbour and ten minutes', async () => {
    const [here, there] = [await start(), await start()]
    await partners(here, there)
    await partners(here, there, 'others')
    const { account, browser } = await signedIn(here, 'Me')
    const { browser: elsewhere } = await signedIn(there, 'Steve_2')
    const { browser: thief } = await signedIn(here, 'Thief')
    const second = browserOf(here)
    await second.signIn(account)
    const back = await answer(elsewhere, await begin(browser))
    const unknown = /expired, was already used, or was begun in another browser/
    const wrongPlace = below(back).replace('/friends/', '/others/')
    for (const page of [
      await thief.get(below(back)),
      await second.get(below(back)),
      await browser.get(wrongPlace),
      await browser.get(`${path}/friends/callback`),
      await browser.get(`${path}/friends/callback?code=1&state=${'a'.repeat(43)}`),
      await browser.get(`${path}/a%00b/callback?code=1&state=1`),
    ]) {
      refused(page, 422, unknown)
    }
    const signedOut = await browserOf(here).get(below(back))
    assert.equal(signedOut.heading, 'Sign in')
    // None of them has used it up.
    here.advance(10 * minuteMs - 1)
    assert.equal((await browser.get(below(back))).flash, 'The player is linked.')

    const late = await answer(elsewhere, await begin(browser))
    here.advance(10 * minuteMs)
    refused(await browser.get(below(late)), 422, unknown)
    const stored = () => here.context.db.query.selectFrom('link_sign_in').select('session').execute()
    assert.equal((await stored()).length, 1)
    await sweep(here.context)
    assert.deepEqual(await stored(), [])
    // The second of two replaces the first.
    const again = browserOf(here)
    await again.signIn(account)
    const [first, next] = [await begin(again), await begin(again)]
    refused(await again.get(below(await answer(elsewhere, first))), 422, unknown)
    assert.equal((await again.get(below(await answer(elsewhere, next)))).flash, 'The player is linked.')
    assert.equal((await linkedPlayers(here.context, account)).length, 1)
  })

  test('consent that is refused, and settings that change meanwhile, link nobody', async () => {
    const [here, there] = [await start(), await start()]
    const client = await partners(here, there)
    const { account, browser } = await signedIn(here, 'Me')
    const { browser: elsewhere } = await signedIn(there, 'Steve_2')
    const no = await answer(elsewhere, await begin(browser), 'deny')
    assert.equal(no.searchParams.get('error'), 'access_denied')
    refused(await browser.get(below(no)), 422, /you did not allow it at the other service/)

    const before = await answer(elsewhere, await begin(browser))
    await setClient(here, 'friends', client)
    refused(await browser.get(below(before)), 422, /begun in another browser/)
    const paused = await answer(elsewhere, await begin(browser))
    await pauseNeighbour(here.context, operator, 'friends', true)
    refused(await browser.get(below(paused)), 422, /can’t be linked by signing in/)
    await pauseNeighbour(here.context, operator, 'friends', false)
    const gone = await answer(elsewhere, await begin(browser))
    await setNeighbour(here.context, operator, 'friends', { client: null })
    refused(await browser.get(below(gone)), 422, /begun in another browser/)
    assert.doesNotMatch((await browser.get(path)).text, /Link friends/)

    await setClient(here, 'friends', { ...client, secret: 'not the secret' })
    const wrong = await answer(elsewhere, await begin(browser))
    refused(await browser.get(below(wrong)), 422, /did not prove which player is yours/)
    assert.ok(here.log.join('').includes('"said":"invalid_client"'))
    assert.deepEqual(await linkedPlayers(here.context, account), [])
  })

  test('a player of another account stays there; proved again, a new name is stored', async () => {
    const [here, there] = [await start(), await start()]
    await partners(here, there)
    const { account, browser } = await signedIn(here, 'Me')
    const { browser: other } = await signedIn(here, 'Other')
    const { account: player, browser: elsewhere } = await signedIn(there, 'Steve_2')
    const link = async (who: Browser) => who.get(below(await answer(elsewhere, await begin(who))))
    assert.equal((await link(browser)).flash, 'The player is linked.')
    refused(await link(other), 422, /This player belongs to another account here/)
    const renamed = { username: 'Steve_3' }
    await there.context.db.query.updateTable('account').set(renamed).where('id', '=', player.id).execute()
    assert.match((await link(browser)).text, /<strong>Steve_3</)
    assert.equal((await linkedPlayers(here.context, account)).length, 1)
  })

  test('an account begins 20 sign-ins an hour', async () => {
    const [here, there] = [await start(), await start()]
    await partners(here, there)
    const { account, browser } = await signedIn(here, 'Me')
    for (let at = 0; at < 20; at++) await begin(browser)
    const page = await browser.send(await browser.get(path), `${path}/sign-in`)
    refused(page, 429, /You have begun too many sign-ins. Try again in 3 minutes\./)
    assert.equal(page.headers.get('retry-after'), '180')
    here.advance(hourMs)
    const again = browserOf(here)
    await again.signIn(account)
    await begin(again)
  })
})
