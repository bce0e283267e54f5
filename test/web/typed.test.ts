// A form sent after the session has ended leads to the sign-in page, and what was typed is there again afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { revokeTokens } from '../../src/domain/tokens/held-tokens.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'

const path = '/admin/settings'
const typed = {
  name: 'Midgard "&<',
  accent: '#b4472f',
  welcome: '</textarea>Welcome',
  rules: 'Be kind.\n\nBuild.',
  links: '',
}

async function administrator(service: RunningService) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), 'admin')
  return account
}

/** Ends every session of the account, which its browsers do not notice. */
const endAll = async (service: RunningService, account: TestAccount) =>
  revokeTokens(service.context, operator, await service.stored(account))

const csrfOf = ({ text }: Pick<PageView, 'text'>): string =>
  /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Returns a browser with the page of settings, whose session has ended. */
async function late(service: RunningService, account: TestAccount) {
  const browser = browserOf(service)
  await browser.signIn(account)
  const page = await browser.get(path)
  await endAll(service, account)
  const origin = new URL(service.baseUrl).origin
  const send = (
    fields: Record<string, string> = typed,
    headers: Record<string, string> = { origin },
    to = path,
  ) => browser.post(to, { csrf: csrfOf(page), current: 'Tr0ub4dor&3', ...fields }, headers)
  return { browser, page, send, origin }
}

const enter = async (browser: Browser, account: TestAccount, next = path) => browser.signIn(account, next)

onEveryDatabase('a form sent after the session has ended', (start, shared) => {
  test('is filled in again after signing in, once, on its page alone, and nothing has changed before', async () => {
    const service = await shared()
    const account = await administrator(service)
    const { browser, send } = await late(service, account)
    const answer = await send()
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/sign-in?next=${path}`])
    const signIn = await browser.get(`/sign-in?next=${path}`)
    assert.match(signIn.flash ?? '', /^You were signed out\. Sign in/)
    assert.ok(!signIn.text.includes('Midgard'))
    assert.equal((await browser.signIn(account, '/account')).flash, undefined)
    const page = await browser.get(path)
    assert.match(page.flash ?? '', /^This is what you typed/)
    assert.ok(page.text.includes('name="name" type="text" value="Midgard &quot;&amp;&lt;"'))
    assert.ok(page.text.includes('\n&lt;/textarea&gt;Welcome</textarea>'))
    assert.ok(page.text.includes('\nBe kind.\n\nBuild.</textarea>'))
    assert.ok(!page.text.includes('Tr0ub4dor&3'))
    const again = await browser.get(path)
    assert.deepEqual([again.flash, again.text.includes('Midgard')], [undefined, false])
    assert.equal(service.context.settings.valueOf('welcome'), null)
  })

  test('is in a sealed cookie of 15 minutes, which has no password and does not open elsewhere', async () => {
    const service = await shared()
    const account = await administrator(service)
    const { browser, send } = await late(service, account)
    const set = (await send()).headers.getSetCookie().find((each) => each.startsWith('norn-typed='))
    assert.match(set ?? '', /^norn-typed=enc:v1:[\w-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/)
    const sealed = browser.cookies.get('norn-typed') ?? ''
    const bytes = service.context.formSeals.open(decodeURIComponent(sealed), 'typed form')
    assert.ok(bytes && bytes.length < 400)
    const half = Math.floor(sealed.length / 2)
    const another = sealed[half] === 'x' ? 'y' : 'x'
    for (const wrong of [
      `${sealed.slice(0, half)}${another}${sealed.slice(half + 1)}`,
      'enc:v1:',
      'x',
      '%',
    ]) {
      browser.cookies.delete('norn-session')
      await enter(browser, account, '/account')
      browser.cookies.set('norn-typed', wrong)
      const page = await browser.get(path)
      assert.deepEqual([page.status, page.flash, page.text.includes('Midgard')], [200, undefined, false])
    }
    browser.cookies.set('norn-typed', sealed)
    service.advance(15 * 60_000)
    assert.equal((await browser.get(path)).flash, undefined)
  })

  test('is not kept for another site, another session, or a form that is not from here', async () => {
    const service = await shared()
    const account = await administrator(service)
    const { browser, send, origin } = await late(service, account)
    const other = await late(service, account)
    for (const [fields, headers] of [
      [typed, {}],
      [typed, { origin: 'https://evil.test' }],
      [typed, { origin: 'null' }],
      [typed, { origin: `${origin}0` }],
      [{ ...typed, csrf: csrfOf(other.page) }, { origin }],
      [{ ...typed, csrf: '' }, { origin }],
      [{ current: 'Tr0ub4dor&3', code: '123456', links: '' }, { origin }],
    ] as const) {
      const answer = await send(fields, headers)
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/sign-in?next=${path}`])
      assert.equal(browser.cookies.has('norn-typed'), false, JSON.stringify(headers))
    }
  })

  test('is kept in a browser that has signed out in another window', async () => {
    const service = await shared()
    const account = await administrator(service)
    const { browser, send } = await late(service, account)
    browser.cookies.delete('norn-session')
    await send()
    assert.match((await enter(browser, account)).text, /value="Midgard &quot;/)
  })

  test('is kept up to the longest rules in letters of two bytes; a longer one is announced', async () => {
    const service = await shared()
    const account = await administrator(service)
    const { browser, send } = await late(service, account)
    const words = 'Будьте добры к другим игрокам, не ломайте чужие постройки и спрашивайте совета у старших. '
    const rules = Array.from({ length: 55 }, (_, at) => `${at}. ${words.slice(at % 40)}`)
      .join('\n')
      .slice(0, 5000)
    await send({ ...typed, rules })
    assert.ok((await enter(browser, account)).text.includes(rules))
    const again = await late(service, account)
    let state = 1
    const noise = Array.from({ length: 5000 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return String.fromCharCode(0x400 + (state >>> 24))
    }).join('')
    await again.send({ ...typed, rules: noise })
    assert.equal(again.browser.cookies.has('norn-typed'), false)
    const signIn = await again.browser.get(`/sign-in?next=${path}`)
    assert.match(signIn.flash ?? '', /too long to be kept/)
    const large = await again.send({ ...typed, rules: 'x'.repeat(66_000) })
    assert.equal(large.status, 413)
  })

  test('opens what it is hidden in', async () => {
    const service = await shared()
    const account = await administrator(service)
    const player = await service.account()
    const at = `/admin/accounts/${player.id}`
    const { browser, send, origin } = await late(service, account)
    await send({ email: 'typed@example.test' }, { origin }, `${at}/email`)
    const { text } = await enter(browser, account, at)
    const opened = (page: string) => page.match(/<details[^>]* open/g)?.length ?? 0
    assert.deepEqual([opened(text), opened((await browser.get(at)).text)], [1, 0])
    const form = text.search(/<form [^>]* data-typed/)
    assert.match(text.slice(form), /value="typed@example\.test"/)
  })

  test('is kept too if the session ends while it is on its way', async (t) => {
    const service = await start()
    const account = await administrator(service)
    const browser = browserOf(service)
    await browser.signIn(account)
    const page = await browser.get('/admin/groups')
    const { db } = service.context
    const { transaction } = db
    t.mock.method(db, 'transaction', async (...given: Parameters<typeof transaction>) => {
      t.mock.restoreAll()
      await endAll(service, account)
      return transaction.apply(db, given)
    })
    const answer = await browser.post('/admin/groups', {
      csrf: csrfOf(page),
      name: 'builders',
      title: 'Typed',
    })
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/sign-in?next=/admin/groups'])
    assert.match((await enter(browser, account, '/admin/groups')).text, /value="Typed"/)
  })

  test('is filled in for the account whose page it was typed into, in whatever browser it lies', async () => {
    const service = await shared()
    const [victim, attacker] = [await administrator(service), await administrator(service)]
    const own = await late(service, attacker)
    await own.send()
    const planted = own.browser.cookies.get('norn-typed') ?? ''
    const guest = browserOf(service)
    const page = await guest.get('/sign-in')
    for (const csrf of [
      '',
      csrfOf(page),
      `${csrfOf(page)}${'A'.repeat(22)}`,
      'A'.repeat(22),
      'A'.repeat(44),
    ]) {
      // Nobody is signed in, and the sender has made up the account.
      await guest.post(path, { ...typed, csrf }, { origin: own.origin })
      const sealed = guest.cookies.get('norn-typed')
      const browser = browserOf(service)
      await browser.signIn(victim)
      if (sealed !== undefined) browser.cookies.set('norn-typed', sealed)
      const opened = await browser.get(path)
      assert.deepEqual([opened.flash, opened.text.includes('Midgard')], [undefined, false], csrf)
    }
    const browser = browserOf(service)
    browser.cookies.set('norn-typed', planted)
    await browser.signIn(victim, '/account')
    assert.equal(browser.cookies.has('norn-typed'), false, 'the first page of another account drops it')
    browser.cookies.set('norn-typed', planted)
    const opened = await browser.get(path)
    assert.deepEqual([opened.flash, opened.text.includes('Midgard')], [undefined, false])
    // It was not used up by any of this.
    const elsewhere = browserOf(service)
    elsewhere.cookies.set('norn-typed', planted)
    assert.ok((await enter(elsewhere, attacker)).text.includes('Midgard'))
  })

  test('is dropped when somebody else signs in to the same browser', async () => {
    const service = await shared()
    const [first, second] = [await administrator(service), await administrator(service)]
    const { browser, send } = await late(service, first)
    await send()
    browser.cookies.delete('norn-session')
    await enter(browser, second, '/account')
    assert.equal(browser.cookies.has('norn-typed'), false)
    browser.cookies.delete('norn-session')
    assert.ok(!(await enter(browser, first)).text.includes('Midgard'))
  })
})
