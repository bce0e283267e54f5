// "Play as": the pages on which a person chooses the player for an application or a device.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { partCharacter } from '../../src/domain/characters/part.ts'
import { languages } from '../../src/texts/languages.ts'
import { addCharacter, choosePrimary } from '../characters.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import {
  application,
  authorizePath,
  post,
  redeem,
  redeemCode,
  refresh,
  startDevice,
} from '../wire/oauth2/oauth.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import {
  agree,
  choiceOf,
  codeIn,
  family,
  isValid,
  playing,
  publicApplication,
  signInAs,
  subOf,
} from './play-as.ts'

const only = { only: true }

const grantsIn = ({ context }: RunningService, client: string) =>
  context.db.query.selectFrom('oauth_grant').selectAll().where('client_id', '=', client).execute()

/** The two pages that ask, each with what it leads to: the player of the tokens. */
const doors: Readonly<
  Record<
    string,
    (
      service: RunningService,
      browser: Browser,
      scope?: string,
    ) => Promise<{
      page: PageView
      client: string
      answer: (fields: Record<string, string>) => Promise<PageView>
      sub: (answered: PageView) => Promise<string | undefined>
    }>
  >
> = {
  consent: async (service, browser, scope = playing) => {
    const app = await publicApplication(service)
    const page = await browser.get(authorizePath(app, { scope }))
    return {
      page,
      client: app.id,
      answer: (fields) => browser.send(page, page.path, { answer: 'allow', ...fields }),
      sub: async (answered) => subOf((await redeemCode(service, app, codeIn(answered))).json),
    }
  },
  device: async (service, browser, scope = playing) => {
    const { id } = await publicApplication(service)
    const { device_code, user_code: code } = await startDevice(service, scope, id)
    const page = await browser.send(await browser.get('/device'), '/device', { code })
    return {
      page,
      client: id,
      answer: (fields) => browser.send(page, '/device/answer', { answer: 'allow', ...fields }),
      sub: async ({ heading }) => {
        assert.equal(heading, 'Device connected')
        return subOf((await redeem(service, device_code, id)).json)
      },
    }
  },
}

onEveryDatabase('the choice of a player', (_start, shared) => {
  for (const [door, ask] of Object.entries(doors)) {
    test(`${door}: offers the players that can play, the primary one first`, async () => {
      const service = await shared()
      const { context } = service
      const { account, anna, ben, browser } = await family(service)
      const { id, username } = account
      const all = [account, anna, ben].map((player) => ({ id: player.id, name: player.username }))
      const first = await ask(service, browser)
      assert.deepEqual(choiceOf(first.page)?.label, 'Play as')
      assert.deepEqual(choiceOf(first.page)?.selected, [id])
      assert.deepEqual(choiceOf(first.page)?.players.toSorted(byId), all.toSorted(byId))
      assert.equal(choiceOf(first.page)?.players[0]?.id, id)
      assert.equal(await first.sub(await first.answer({ player: anna.id })), anna.id)

      await choosePrimary(service, anna)
      const second = await ask(service, browser)
      assert.deepEqual(choiceOf(second.page)?.selected, [anna.id])
      assert.equal(await second.sub(await second.answer({})), id, 'without a choice it is the own player')

      await suspendAccount(context, operator, anna, {}, only)
      const third = await ask(service, browser)
      assert.deepEqual(choiceOf(third.page)?.selected, [id])
      assert.deepEqual(
        choiceOf(third.page)?.players.map((player) => player.name),
        [username, ben.username],
      )
      await requestDeletion(context, operator, ben)
      const last = await ask(service, browser)
      assert.equal(choiceOf(last.page), undefined, 'one is no choice')
      assert.ok(!last.page.text.includes('Play as'))
      assert.equal(await last.sub(await last.answer({})), id)
    })

    test(`${door}: offers none for a scope that is about the account`, async () => {
      const service = await shared()
      const { account, anna, browser } = await family(service)
      await choosePrimary(service, anna)
      const scope = 'openid profile email account_info groups Yggdrasil.PlayerProfiles.Read'
      const { page, answer, sub, client } = await ask(service, browser, scope)
      assert.equal(choiceOf(page), undefined)
      assert.ok(!page.text.includes(anna.username))
      assert.equal((await answer({ player: anna.id })).status, 422)
      assert.deepEqual(await grantsIn(service, client), [])
      assert.equal(await sub(await answer({})), account.id)
    })

    for (const scope of [
      'game_server_session',
      'Yggdrasil.Server.Join',
      'profile_write',
      'wardrobe_read',
      'wardrobe_write',
      'Yggdrasil.PlayerProfiles.Select',
    ]) {
      test(`${door}: offers it for ${scope}`, async () => {
        const service = await shared()
        const { anna, browser } = await family(service)
        const { page, answer, sub } = await ask(service, browser, `openid ${scope}`)
        assert.equal(choiceOf(page)?.players.length, 3)
        assert.equal(await sub(await answer({ player: anna.id })), anna.id)
      })
    }

    test(`${door}: refuses whatever is not one of them, and grants nothing`, async () => {
      const service = await shared()
      const { context } = service
      const { account, anna, ben, browser } = await family(service)
      const others = await family(service)
      const ghost = await addCharacter(service, account, `Ghost_${account.username.slice(-8)}`)
      await deleteAccount(context, operator, ghost)
      await suspendAccount(context, operator, ben, {}, only)
      const leaving = await addCharacter(service, account, `Go_${account.username.slice(-8)}`)
      await requestDeletion(context, operator, leaving)
      const stranger = await service.account()
      const { client, answer, sub } = await ask(service, browser)
      const foreign = [stranger.id, others.account.id, others.anna.id, ghost.id, ben.id, leaving.id]
      const texts = [
        '',
        ' ',
        'x',
        anna.username,
        anna.id.toUpperCase(),
        `${anna.id} `,
        `${anna.id},${account.id}`,
        '😀',
      ]
      for (const player of [...foreign, ...texts]) {
        const refused = await answer({ player })
        assert.deepEqual([refused.status, refused.sentTo], [422, undefined], player)
        assert.match(refused.alert ?? '', /can’t play as this character now\. Nothing was allowed/)
        assert.match(refused.text, /<select [^>]*aria-invalid="true"[^>]*aria-describedby="alert/)
        assert.equal((await service.logLine(refused)).reason, 'player_unavailable')
        assert.deepEqual(await grantsIn(service, client), [], player)
      }
      assert.equal(await sub(await answer({ player: anna.id })), anna.id, 'and can be answered after that')
    })

    test(`${door}: refuses a player that can’t play any more when the form arrives`, async () => {
      const service = await shared()
      const { context } = service
      for (const [name, happen] of Object.entries({
        suspended: (player: any) => suspendAccount(context, operator, player, {}, only),
        'to be deleted': (player: any) => requestDeletion(context, operator, player),
        deleted: (player: any) => deleteAccount(context, operator, player),
        parted: (player: any) => partCharacter(context, operator, player),
      })) {
        const { anna, account, browser } = await family(service)
        const { client, answer, sub } = await ask(service, browser)
        await happen(anna)
        const refused = await answer({ player: anna.id })
        assert.equal(refused.status, 422, name)
        assert.ok(!choiceOf(refused)?.players.some(({ id }) => id === anna.id), name)
        assert.deepEqual(await grantsIn(service, client), [])
        assert.equal(await sub(await answer({ player: account.id })), account.id)
      }
    })

    test(`${door}: shows nothing of it to an account with one player, whatever is sent`, async () => {
      const service = await shared()
      const account = await service.account()
      const browser = browserOf(service)
      await browser.signIn(account)
      const { anna } = await family(service)
      const { page, answer, sub, client } = await ask(service, browser)
      assert.equal(choiceOf(page), undefined)
      assert.ok(!/character|select/i.test(page.text.replace(/^[^]*<main/, '')))
      assert.equal((await answer({ player: anna.id })).status, 422)
      assert.deepEqual(await grantsIn(service, client), [])
      assert.equal(await sub(await answer({})), account.id)
    })

    test(`${door}: says in every language what an application with the email address can tell`, async () => {
      const service = await shared()
      for (const language of languages) {
        // Looking at codes is limited.
        service.advance(600_000)
        const { browser } = await family(service, { language })
        const labels = []
        for (const scope of [playing, `${playing} email`, `${playing} account_email`]) {
          const { page } = await ask(service, browser, scope)
          const choice = choiceOf(page)
          assert.equal(choice?.players.length, 3, language)
          const [, hint] = /<\/select>\s*<\/div>\s*<p class="hint">([^<]*)<\/p>/.exec(page.text) ?? []
          assert.equal(hint !== undefined, scope !== playing, `${language}: ${scope}`)
          labels.push(choice?.label, hint)
        }
        assert.equal(labels[3], labels[5])
        const isEnglish = labels[0] === 'Play as'
        assert.equal(isEnglish, language === 'en', language)
      }
    })
  }

  test('is made again by somebody who had to sign in meanwhile: nothing is answered by itself', async () => {
    const service = await shared()
    const { account, anna, browser } = await family(service)
    const app = await publicApplication(service)
    const page = await browser.get(authorizePath(app, { scope: playing }))
    await browser.send(await browser.get('/account'), '/sign-out')
    const signIn = await browser.send(page, page.path, { answer: 'allow', player: anna.id })
    assert.equal(signIn.heading, 'Sign in')
    const { username: login, password } = account
    const back = await browser.send(signIn, '/sign-in', { login, password })
    assert.deepEqual([back.sentTo, choiceOf(back)?.players.length], [undefined, 3])
    assert.deepEqual(await grantsIn(service, app.id), [])
  })
})

const byId = (one: { id: string | undefined }, other: { id: string | undefined }) =>
  (one.id ?? '') < (other.id ?? '') ? -1 : 1

onEveryDatabase('the agreement with a confidential application', (_start, shared) => {
  test('keeps its player, without any page, for less, and after the primary player changed', async () => {
    const service = await shared()
    const { account, anna, browser } = await family(service)
    const app = await application(service)
    assert.equal(subOf(await signInAs(service, browser, app, anna)), anna.id)
    await choosePrimary(service, anna)
    for (const asked of [{}, { prompt: 'none' }, { scope: 'openid' }, { scope: 'openid', prompt: 'none' }]) {
      const page = await browser.get(authorizePath(app, { scope: 'openid game_server_session', ...asked }))
      assert.equal(subOf((await redeemCode(service, app, codeIn(page))).json), anna.id, JSON.stringify(asked))
    }
    // More of the account is asked about this player.
    const more = await browser.get(authorizePath(app, { scope: 'openid email' }))
    assert.ok(more.text.includes(anna.username))
    assert.ok(!more.text.replace(/^[^]*<main/, '').includes(account.username))
    assert.equal(choiceOf(more), undefined)
    const told = await redeemCode(service, app, codeIn(await agree(browser, more)))
    assert.equal(subOf(told.json), anna.id)
    assert.equal((await grantsIn(service, app.id)).length, 1)
    // Another browser of the same account has the same agreement.
    const other = browserOf(service)
    await other.signIn({ username: anna.username, password: account.password })
    assert.equal(subOf(await signInAs(service, other, app, undefined, { prompt: 'none' })), anna.id)
  })

  test('ends with another choice, with its tokens and codes', async () => {
    const service = await shared()
    const { account, anna, ben, browser } = await family(service)
    const app = await application(service)
    const held = await signInAs(service, browser, app, anna)
    const late = await browser.get(authorizePath(app, { scope: 'openid' }))
    const asked = await browser.get(authorizePath(app, { scope: playing, prompt: 'consent' }))
    assert.deepEqual(choiceOf(asked)?.selected, [anna.id], 'the page begins with the player of the agreement')
    // The same choice ends nothing.
    const same = await redeemCode(service, app, codeIn(await agree(browser, asked)))
    assert.ok(await isValid(service, held.access_token))
    const again = await browser.get(authorizePath(app, { scope: playing, prompt: 'consent' }))
    assert.equal(
      subOf((await redeemCode(service, app, codeIn(await agree(browser, again, ben)))).json),
      ben.id,
    )
    for (const { access_token, refresh_token } of [held, same.json]) {
      assert.ok(!(await isValid(service, access_token)))
      const fields = { grant_type: 'refresh_token', refresh_token }
      assert.equal((await post(service, '/oauth2/token', fields, app.headers)).json.error, 'invalid_grant')
    }
    assert.equal((await redeemCode(service, app, codeIn(late))).json.error, 'invalid_grant')
    assert.deepEqual(
      (await grantsIn(service, app.id)).map((row) => row.account_id),
      [ben.id],
    )
    const events = await service.context.db.query
      .selectFrom('audit_entry')
      .selectAll()
      .where('account_id', 'in', [account.id, anna.id, ben.id])
      .where('event', 'like', 'grant.%')
      .execute()
    assert.deepEqual(
      events.map(({ event, account_id }) => `${event} ${account_id}`).toSorted(),
      [
        `grant.given ${anna.id}`,
        `grant.given ${anna.id}`,
        `grant.given ${ben.id}`,
        `grant.revoked ${anna.id}`,
      ].toSorted(),
    )
  })

  test('asks again once its player can’t play, or after it was removed', async () => {
    const service = await shared()
    const { context } = service
    for (const [name, happen] of Object.entries({
      suspended: async (player: any) => {
        await suspendAccount(context, operator, player, {}, only)
        await restoreAccount(context, operator, player, only)
      },
      'to be deleted': (player: any) => requestDeletion(context, operator, player),
      deleted: (player: any) => deleteAccount(context, operator, player),
      parted: (player: any) => partCharacter(context, operator, player),
      removed: async (_: any, browser: Browser) =>
        browser.send(await browser.get('/account/applications'), '/account/applications'),
    })) {
      const { anna, ben, browser } = await family(service)
      const app = await application(service)
      const held = await signInAs(service, browser, app, anna)
      await happen(anna, browser)
      assert.ok(!(await isValid(service, held.access_token)), name)
      const silent = await browser.get(authorizePath(app, { scope: playing, prompt: 'none' }))
      assert.equal(silent.sentTo?.searchParams.get('error'), 'consent_required', name)
      assert.equal(subOf(await signInAs(service, browser, app, ben)), ben.id)
    }
  })

  test('is one, also where two tabs choose at once', async () => {
    const service = await shared()
    const { anna, ben, browser } = await family(service)
    const app = await application(service)
    const tabs = await Promise.all([1, 2].map(() => browser.get(authorizePath(app, { scope: playing }))))
    const [, csrf = ''] = / name="csrf" value="([^"]+)"/.exec(tabs[0]?.text ?? '') ?? []
    const answers = await Promise.all(
      tabs.map((tab, n) =>
        browser.post(tab.path, { csrf, answer: 'allow', player: n === 0 ? anna.id : ben.id }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    )
    const left = await grantsIn(service, app.id)
    assert.equal(left.length, 1)
    const silent = await signInAs(service, browser, app, undefined, { prompt: 'none', scope: 'openid' })
    assert.equal(subOf(silent), left[0]?.account_id)
  })

  test('is not answered twice, nor for another application, nor by another account', async () => {
    const service = await shared()
    const { anna, ben, browser } = await family(service)
    const [app, other] = [await application(service), await application(service)]
    const page = await browser.get(authorizePath(app, { scope: playing }))
    const elsewhere = await browser.get(authorizePath(other, { scope: 'openid' }))
    const [, csrf = ''] = / name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    const fields = { csrf, answer: 'allow', player: anna.id }
    assert.equal((await browser.post(page.path, fields)).status, 303)
    assert.equal(
      (await browser.post(page.path, { ...fields, player: ben.id })).status,
      303,
      'the first counts',
    )
    assert.deepEqual(
      (await grantsIn(service, app.id)).map((row) => row.account_id),
      [anna.id],
    )
    // A choice that one application offers does not exist for the other.
    assert.equal((await browser.post(elsewhere.path, fields)).status, 422)
    assert.deepEqual(await grantsIn(service, other.id), [])
    const stranger = await family(service)
    const theirs = await stranger.browser.get('/account')
    const [, token = ''] = / name="csrf" value="([^"]+)"/.exec(theirs.text) ?? []
    const forged = await stranger.browser.post(elsewhere.path, { ...fields, csrf: token })
    assert.equal(forged.status, 404)
  })
})

onEveryDatabase('the agreements with a public application', (_start, shared) => {
  test('are each of its own, and a launcher can hold several players', async () => {
    const service = await shared()
    const { account, anna, ben, browser } = await family(service)
    const app = await publicApplication(service)
    const players = [anna, ben, account, anna]
    const held = []
    for (const player of players) held.push(await signInAs(service, browser, app, player))
    assert.deepEqual(
      held.map(subOf),
      players.map(({ id }) => id),
    )
    for (const [n, { refresh_token, access_token }] of held.entries()) {
      assert.ok(await isValid(service, access_token))
      const next = await refresh(service, refresh_token, app.id)
      assert.equal(subOf(next.json), players[n]?.id)
    }
    await suspendAccount(service.context, operator, anna, {}, only)
    const left = await Promise.all(held.map(({ access_token }) => isValid(service, access_token)))
    assert.deepEqual(left, [false, true, true, false])
  })
})
