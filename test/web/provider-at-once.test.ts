// Two browsers of one person at a provider, held where each of them could still become the first one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hold } from '../hold.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { until } from '../until.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { begin, comeBack, form, type Person, proved, providerOf } from './provider.ts'

/** Without an address, which would be taken before the subject is. */
const steve: Person = { sub: 'st-1', preferred_username: 'Steve' }

const create = (browser: Browser, page: PageView, username: string): Promise<PageView> =>
  browser.send(page, form, { username, email: '' })

const rowsOf = async ({ context: { db } }: RunningService, table: 'account' | 'linked_identity') =>
  (await db.query.selectFrom(table).selectAll().execute()).length

const sessionsOf = async ({ context: { db } }: RunningService) =>
  (await db.query.selectFrom('credential').selectAll().where('kind', '=', 'web').execute()).length

onEveryDatabase('at a provider, at once', (start) => {
  test('two browsers that register for one subject are both found new, and one gets the account', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const browsers = [browserOf(service), browserOf(service)] as const
    const pages = [
      await comeBack(browsers[0], mock, steve),
      await comeBack(browsers[1], mock, steve),
    ] as const
    assert.deepEqual(
      pages.map(({ heading }) => heading),
      ['Choose a username', 'Choose a username'],
    )
    const { db, registrationGate } = service.context
    // Two instances have two gates, and a machine with one core lets one in at a time.
    t.mock.method(registrationGate, 'run', (_asker: unknown, work: () => unknown) => work())
    const held = hold(t, db, 'transaction', 2, () => true)
    const both = Promise.all([create(browsers[0], pages[0], 'One'), create(browsers[1], pages[1], 'Two')])
    await held.all
    held.release()
    const ends = await both
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), [200, 422])
    const late = ends.find(({ status }) => status === 422)
    assert.equal(late?.alert, 'You already have an account here with The School. Sign in with it.')
    assert.deepEqual([await rowsOf(service, 'account'), await rowsOf(service, 'linked_identity')], [1, 1])
    const again = await comeBack(browserOf(service), mock, steve)
    assert.deepEqual([again.status, again.path], [200, '/account'])
  })

  test('of two callbacks with one state, one asks the provider and signs in', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const owner = browserOf(service)
    await create(owner, await comeBack(owner, mock, steve), 'Steve')
    const browser = browserOf(service)
    const path = proved(mock, await begin(browser), steve)
    const twin = browserOf(service)
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value)
    const before = mock.asked.length
    const sessions = await sessionsOf(service)
    const { db, providers } = service.context
    const using = hold(t, db, 'run', 2, ({ name }: { name: string }) => name === 'use_sign_in_state')
    const identifying = hold(t, providers, 'identify', 1)
    const ended: PageView[] = []
    const both = Promise.all([browser, twin].map(async (each) => ended.push(await each.get(path))))
    await using.all
    using.release()
    // The one that is first to use the state stays at the provider until the other one has its answer.
    await identifying.all
    await until('the other one has ended', () => ended.length + mock.asked.length - before === 2)
    identifying.release()
    await both
    assert.deepEqual(
      ended.map(({ status }) => status),
      [422, 200],
    )
    assert.match(ended[0]?.alert ?? '', /has expired or was begun in another browser/)
    assert.equal(ended[1]?.path, '/account')
    assert.equal(mock.asked.length - before, 1)
    assert.equal((await sessionsOf(service)) - sessions, 1)
  })
})
