// The list of pages that tests open in a browser has every page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routesOf } from '../routes.ts'
import { onEveryDatabase } from '../service.ts'
import { type Browser, browserOf } from '../web/browser.ts'
import { admin, createSubjects, open, own } from './every-page.ts'

/** Pages of a state that only a journey has: a link from an email, or a request of another program. */
const ofJourneys = new Set([
  '/account/confirm/:form/mail',
  '/account/email/confirm/:token',
  '/account/security/codes',
  '/link/:token',
  '/oauth2/authorize',
  '/oauth2/authorize/:uid',
  '/oauth2/consent/:uid',
  '/recover/:token',
  '/register/confirm/:token',
  '/security/undo/:token',
  '/sign-in/code',
])
/** The reference of the API, which is for programmers. */
const reference = '/docs'

onEveryDatabase('the list of pages', (start) => {
  test('has every page that opens', async () => {
    const service = await start({ NORN_REGISTRATION: 'open', NORN_LIBRARY: 'public' })
    const { owner, paths, library } = await createSubjects(service, 'en')
    const visitor = browserOf(service)
    const signedIn = browserOf(service)
    await signedIn.signIn(owner)
    for (const path of [...open.slice(0, -1), ...library]) assert.equal((await visitor.get(path)).path, path)
    for (const path of [...own, ...admin, ...paths]) {
      const answer = await signedIn.get(path)
      assert.deepEqual([answer.status, answer.path], [200, path])
    }

    const listed = [...open, ...own, ...admin, ...paths].map((path) => path.replace(/\?.*/, ''))
    const routes = new Set(
      (await routesOf(service)).filter(({ method }) => method === 'GET').map(({ url }) => url),
    )
    for (const url of ofJourneys) assert.ok(routes.has(url), `there is no ${url}`)
    for (const url of routes) {
      if (ofJourneys.has(url) || url === reference) continue
      const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`)
      const isPage = url.includes(':')
        ? /^\/admin\/\w+\/:\w+$/.test(url)
        : await opens(url.replace('*', 'nowhere'), [visitor, signedIn])
      if (isPage)
        assert.ok(
          listed.some((path) => pattern.test(path)),
          `no test opens ${url}`,
        )
    }
  })
})

/** Returns true if one of the browsers gets a page at this path, without a redirect. */
async function opens(path: string, browsers: readonly Browser[]): Promise<boolean> {
  for (const browser of browsers) {
    const answer = await browser.get(path)
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    if (answer.status === 200 && isPage && answer.path === path) return true
  }
  return false
}
