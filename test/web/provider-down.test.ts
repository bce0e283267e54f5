// A provider that is down or slow: one sentence, the link again, and every other way in as before.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { timeoutMs } from '../../src/state/providers/providers.ts'
import type { MockAuthorizationServer } from '../neighbours/authorization-server.ts'
import { json } from '../providers/hostile.ts'
import { onEveryDatabase, type RunningService, type TestAccount } from '../service.ts'
import { until } from '../until.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { begin, comeBack, proved, providerOf, startPath } from './provider.ts'

const steve = { sub: 'st-1', preferred_username: 'Steve', email: 's@example.org', email_verified: true }

/** Checks the page, and that the browser that sees it can sign in with a password, from that page. */
async function unanswered(browser: Browser, page: PageView, { username, password }: TestAccount) {
  assert.deepEqual([page.status, page.heading], [503, 'Sign in'])
  assert.equal(page.text.split('role="alert"').length, 2)
  assert.equal(page.alert, 'The School did not answer. Try again in a moment, or sign in another way.')
  assert.match(page.text, /<a [^>]*href="\/sign-in\/with\/school">.*?Continue with The School<\/span><\/a>/)
  const done = await browser.send(page, '/sign-in', { login: username, password })
  assert.deepEqual([done.status, done.path], [200, '/account'])
}

/** Somebody with an account here, and two providers of whom the first one misbehaves. */
async function scene(t: Parameters<typeof providerOf>[0], service: RunningService) {
  const account = await service.account()
  const school = await providerOf(t, service)
  const club = await providerOf(t, service, { name: 'club', title: 'The Club' })
  return { account, school, club }
}

async function othersComeIn(service: RunningService, account: TestAccount, club: MockAuthorizationServer) {
  assert.equal((await browserOf(service).signIn(account)).path, '/account')
  const newcomer = await comeBack(browserOf(service), club, steve, '/sign-in/with/club')
  assert.equal(newcomer.heading, 'Choose a username')
}

onEveryDatabase('a provider that does not answer', (start) => {
  test('refuses connections: it says so, and everybody signs in another way', async (t) => {
    const service = await start()
    const { account, school, club } = await scene(t, service)
    await school.close()
    // Nobody has asked it yet: the link leads on as before.
    const browser = browserOf(service)
    assert.equal((await browser.get('/sign-in')).status, 200)
    const page = await browser.get(proved(school, await begin(browser), steve))
    await othersComeIn(service, account, club)
    await unanswered(browser, page, account)
  })

  test('answers after more than five seconds: it says so, and nobody waits for it meanwhile', async (t) => {
    const service = await start()
    const { account, school, club } = await scene(t, service)
    const late: ServerResponse[] = []
    school.answers['/token'] = (response) => void late.push(response)
    const over = new AbortController()
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    t.mock.method(AbortSignal, 'timeout', (ms: number) => (ms === timeoutMs ? over.signal : timeout(ms)))
    const browser = browserOf(service)
    const waiting = browser.get(proved(school, await begin(browser), steve))
    await until('the provider is asked', () => late.length === 1)
    await othersComeIn(service, account, club)
    over.abort(new DOMException('too late', 'TimeoutError'))
    const page = await waiting
    for (const response of late) json(response, { access_token: 'at', token_type: 'Bearer' })
    await unanswered(browser, page, account)
    assert.equal(timeoutMs, 5000)
    assert.equal((await browserOf(service).get(startPath)).sentTo?.origin, school.url)
  })
})
