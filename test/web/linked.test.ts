// /account/linked: codes of players of other services, and the links they make.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { removeNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { hourMs, minuteMs } from '../../src/lib/measure/units.ts'
import { neighbourhood, storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const path = '/account/linked'

async function codeFor({ context }: RunningService, id: string, name: string, neighbour = 'friends') {
  const code = await makeLinkCode(context, { neighbour, id, name })
  assert.match(code ?? '', /^\d{6}$/)
  return code ?? ''
}

async function signedIn(service: RunningService, given: Partial<TestAccount> = {}) {
  const account = await service.account(given)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

const ask = async (browser: Browser, code: string) => browser.send(await browser.get(path), path, { code })

/** Types a code, and says yes to the question that follows. */
async function type(browser: Browser, code: string): Promise<PageView> {
  const page = await ask(browser, code)
  return page.text.includes(`${path}/answer`) ? browser.send(page, `${path}/answer`) : page
}

const friends = async (t: TestContext, service: RunningService, ids = ['friends']) =>
  neighbourhood(t, service, Object.fromEntries(ids.map((id) => [id, {}])))

onEveryDatabase('linked accounts', (start) => {
  test('a code links the player once; the page, the export, the audit log and an email say so', async (t) => {
    const service = await start()
    await friends(t, service)
    const { account, browser } = await signedIn(service)
    const empty = await browser.get(path)
    assert.equal(empty.heading, 'Linked accounts')
    assert.doesNotMatch(empty.text, /Unlink/)
    const code = await codeFor(service, uuid(1), 'Steve_2')
    await newMail(service)
    const page = await type(browser, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    assert.deepEqual([page.status, page.path, page.flash], [200, path, 'The player is linked.'])
    assert.match(page.text, /<strong>Steve_2<\/strong><p class="hint">At friends since /)
    assert.match(page.text, /<button class="quiet">Unlink: Steve_2<\/button>/)
    const [mail] = await newMail(service)
    assert.equal(mail?.subject, 'A player was linked to your account at Norn')
    assert.match(mail?.text ?? '', /This player of friends now belongs to your account: Steve_2\./)
    const exported = (await browser.send(await browser.get('/account/export'), '/account/export')).text
    const { linkedPlayers: shown, audit } = JSON.parse(exported)
    const { linkedAt, ...player } = shown[0]
    assert.deepEqual([player, shown.length], [{ neighbour: 'friends', id: uuid(1), name: 'Steve_2' }, 1])
    assert.match(linkedAt, /^2026-/)
    const entry = audit.find(({ event }: { event: string }) => event === 'account.linked')
    assert.deepEqual(entry.details, { name: 'Steve_2', id: uuid(1), neighbour: 'friends' })

    // Used up, for this account and for any other.
    const { browser: other } = await signedIn(service)
    for (const again of [await type(browser, code), await type(other, code)]) {
      assert.deepEqual([again.status, again.alert?.startsWith('Nothing was changed.')], [422, true])
      assert.match(again.text, /This code is wrong, has already been used or has expired\./)
    }
    const gone = await browser.send(await browser.get(path), `${path}/remove`)
    assert.equal(gone.flash, 'The player is no longer linked.')
    assert.doesNotMatch(gone.text, /Steve_2/)
    assert.equal((await newMail(service))[0]?.subject, 'A player was unlinked from your account at Norn')
    assert.deepEqual(await linkedPlayers(service.context, account), [])
  })

  test('the page says where codes are', async () => {
    const shown = async (settings: Record<string, string>) => {
      const { browser } = await signedIn(await start(settings))
      return (await browser.get(path)).text
    }
    const own = { NORN_LINK_LISTEN: '0.0.0.0:25566', NORN_BASE_URL: 'http://accounts.example.test' }
    assert.match(await shown(own), /Join accounts\.example\.test:25566 in the game/)
    assert.match(
      await shown({ ...own, NORN_LINK_LISTEN: '0.0.0.0:25565' }),
      /Join accounts\.example\.test in the game/,
    )
    assert.match(await shown({}), /Ask the operators of this service for it\./)
  })

  test('a code is valid for ten minutes, and a new one replaces it', async (t) => {
    const service = await start()
    await friends(t, service)
    const { account, browser } = await signedIn(service)
    const first = await codeFor(service, uuid(1), 'Steve_2')
    const second = await codeFor(service, uuid(1), 'Steve_2')
    assert.equal((await type(browser, first)).status, first === second ? 200 : 422)
    service.advance(10 * minuteMs)
    assert.equal((await type(browser, second)).status, 422)
    const { query } = service.context.db
    assert.equal((await query.selectFrom('link_code').selectAll().execute()).length, 1)
    await sweep(service.context)
    assert.deepEqual(await query.selectFrom('link_code').selectAll().execute(), [])
    const third = await codeFor(service, uuid(1), 'Steve_2')
    service.advance(10 * minuteMs - 1)
    const again = browserOf(service)
    await again.signIn(account)
    assert.equal((await type(again, third)).flash, 'The player is linked.')
    assert.equal((await linkedPlayers(service.context, account)).length, 1)
    const stored = await query.selectFrom('link_code').select('digest').execute()
    assert.deepEqual(stored, [])
  })

  test('a player belongs to one account, and an account to itself', async (t) => {
    const service = await start()
    await friends(t, service, ['friends', 'others'])
    const { context } = service
    const { account, browser } = await signedIn(service)
    const { account: second, browser: other } = await signedIn(service)
    await type(browser, await codeFor(service, uuid(1), 'Steve_2'))
    const code = await codeFor(service, uuid(1), 'Steve_2')
    const taken = await type(other, code)
    assert.equal(taken.status, 422)
    assert.match(taken.text, /This player belongs to another account here\./)
    // The owner may prove it again, under a new name.
    await codeFor(service, uuid(1), 'Steve_3')
    assert.match((await type(browser, await codeFor(service, uuid(1), 'Steve_3'))).text, /<strong>Steve_3</)
    assert.equal((await linkedPlayers(context, account)).length, 1)

    // UUIDs that a neighbour claims and that belong to somebody else.
    await storeVisitor(context, { id: uuid(9), name: 'Nine', neighbour: 'others' })
    const foreign = [account.id, uuid(9)]
    for (const id of foreign)
      assert.equal((await type(other, await codeFor(service, id, 'Thief'))).status, 422)
    const own = await type(other, await codeFor(service, second.id, 'Me_there'))
    assert.equal(own.flash, 'The player is linked.')
    assert.equal(
      (await type(browser, await codeFor(service, uuid(9), 'Nine', 'others'))).flash,
      'The player is linked.',
    )
  })

  test('links end with the neighbour and with the account', async (t) => {
    const service = await start()
    await friends(t, service, ['friends', 'others'])
    const { context } = service
    const { account, browser } = await signedIn(service)
    await type(browser, await codeFor(service, uuid(1), 'Steve_2'))
    await type(browser, await codeFor(service, uuid(1), 'Steve_2', 'others'))
    const code = await codeFor(service, uuid(2), 'Alex_2')
    await removeNeighbour(context, operator, 'friends')
    assert.deepEqual(
      (await linkedPlayers(context, account)).map(({ neighbour }) => neighbour),
      ['others'],
    )
    assert.equal((await type(browser, code)).status, 422)
    await deleteAccount(context, operator, await service.stored(account))
    assert.deepEqual(await context.db.query.selectFrom('neighbour_link').selectAll().execute(), [])
  })

  test('an account has at most 20 linked players', async (t) => {
    const service = await start()
    await friends(t, service)
    const { account, browser } = await signedIn(service)
    for (let at = 1; at <= 20; at++) {
      assert.equal((await type(browser, await codeFor(service, uuid(at), `Player${at}`))).status, 200)
    }
    const full = await type(browser, await codeFor(service, uuid(21), 'Player21'))
    assert.equal(full.status, 422)
    assert.match(full.text, /as many players as an account can have/)
    assert.equal((await linkedPlayers(service.context, account)).length, 20)
  })

  test('ten wrong codes an hour by account; right ones are free', async (t) => {
    const service = await start()
    await friends(t, service)
    const { account, browser } = await signedIn(service)
    for (let at = 1; at <= 12; at++) {
      assert.equal((await type(browser, await codeFor(service, uuid(at), `Player${at}`))).status, 200)
    }
    const code = await codeFor(service, uuid(50), 'Player50')
    const wrong = code === '000000' ? '000001' : '000000'
    for (const typed of [
      wrong,
      '12345',
      'abcdef',
      '',
      '1234567',
      '１２３４５６',
      wrong,
      wrong,
      wrong,
      wrong,
    ]) {
      assert.equal((await type(browser, typed)).status, 422, typed)
    }
    const refused = await type(browser, code)
    assert.equal(refused.status, 429)
    assert.equal(refused.alert, 'Too many wrong codes. Try again in 6 minutes.')
    assert.equal(refused.headers.get('retry-after'), '360')
    service.advance(hourMs)
    const again = browserOf(service)
    await again.signIn(account)
    assert.equal(
      (await type(again, await codeFor(service, uuid(50), 'Player50'))).flash,
      'The player is linked.',
    )
  })
})
