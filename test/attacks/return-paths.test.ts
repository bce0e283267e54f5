// Wherever a link or a form says that a page should lead, it is always a path of this service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf } from '../web/browser.ts'

const known = [
  '/.//evil.example/x',
  '/..//evil.example/x',
  '/././/evil.example/x',
  '/a/..//evil.example/x',
  '/a/../..//evil.example/x',
  '/%2e//evil.example/x',
  '/%2E%2e//evil.example/x',
  '/%2e%2e//evil.example/x',
  '/.%2e//evil.example/x',
  '/./\t/evil.example/x',
  '/.\\/evil.example/x',
  '/.//evil.example\\@x',
  '/\u0000/evil.example',
  '/.//[',
  '/.//evil.example:99999/',
  '/.///evil.example',
  '//evil.example/..//x',
]

/** Fragments from which paths that lead elsewhere are made. */
const piece = fc.constantFrom(
  ...'/|//|\\|.|..|%2e|%2E%2e|%2f|%5c|@|:|?|#|;|[| |norn|account|evil.example|https:|javascript:'.split('|'),
  ...'\t\n\r\u0000\u0085\u2215％',
)
const wild = fc.oneof(
  fc.array(piece, { maxLength: 10 }).map((pieces) => `/${pieces.join('')}`),
  fc.array(piece, { maxLength: 10 }).map((pieces) => `/norn/${pieces.join('')}`),
  fc.string({ unit: 'binary' }),
)

/** The places that take a return path: each answers with where it redirects, or with where its form would. */
type Place = (next: string) => Promise<string>

async function placesOf(service: RunningService): Promise<Record<string, Place>> {
  const [account, guarded] = [await service.account(), await service.account()]
  const { secret } = await enableSecondFactor(service.context, operator, await service.stored(guarded))
  const [inside, guest, waiting] = [browserOf(service), browserOf(service), browserOf(service)]
  await inside.signIn(account)
  await waiting.signIn(guarded)
  const csrfOf = async (browser: Browser, path = '/sign-in') =>
    /name="csrf" value="([^"]+)"/.exec((await browser.get(path)).text)?.[1] ?? ''
  const guestCsrf = await csrfOf(guest)
  const location = ({ status, headers, text }: Awaited<ReturnType<Browser['post']>>) => {
    assert.equal(status, 303, text)
    return headers.get('location') ?? ''
  }
  const unfollowed = (browser: Browser, path: string) =>
    service.get(path, { headers: { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') } })
  const hidden = async (browser: Browser, path: string) => {
    const { status, text } = await unfollowed(browser, path)
    assert.equal(status, 200)
    return (/name="next" value="([^"]*)"/.exec(text)?.[1] ?? '')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'")
  }
  const query = (next: string) => `next=${encodeURIComponent(next.toWellFormed())}`
  return {
    'GET /sign-in, signed in': async (next) => location(await unfollowed(inside, `/sign-in?${query(next)}`)),
    'GET /register, signed in': async (next) =>
      location(await unfollowed(inside, `/register?${query(next)}`)),
    'GET /register': (next) => hidden(guest, `/register?${query(next)}`),
    'GET /recover': (next) => hidden(guest, `/recover?${query(next)}`),
    'GET /sign-in': (next) => hidden(guest, `/sign-in?${query(next)}`),
    'GET /sign-in/code': (next) => hidden(waiting, `/sign-in/code?${query(next)}`),
    'POST /language': async (next) =>
      location(await guest.post('/language', { csrf: guestCsrf, language: 'en', next: next.toWellFormed() })),
    'POST /sign-in': async (next) => {
      const browser = browserOf(service)
      const fields = { login: account.username, password: account.password, next: next.toWellFormed() }
      return location(await browser.post('/sign-in', { csrf: await csrfOf(browser), ...fields }))
    },
    'POST /sign-in/code': async (next) => {
      const browser = browserOf(service)
      await browser.signIn(guarded)
      service.advance(30_000)
      const fields = { code: totpCode(secret, service.now()), next: next.toWellFormed() }
      return location(
        await browser.post('/sign-in/code', { csrf: await csrfOf(browser, '/sign-in/code'), ...fields }),
      )
    },
  }
}

/** Fewer runs for the slow places, whose answers go through the same function. */
const runs: Readonly<Record<string, number>> = { 'POST /sign-in': 25, 'POST /sign-in/code': 10 }

onEveryDatabase('return paths', (start) => {
  for (const path of ['', '/norn']) {
    test(`every return path stays on this origin, with a base URL that ends in "${path}"`, async (t) => {
      const settings: Record<string, string> =
        path === '' ? {} : { NORN_BASE_URL: `http://127.0.0.1:1${path}` }
      const service = await start(settings)
      const { origin } = new URL(service.context.baseUrl())
      for (const [name, place] of Object.entries(await placesOf(service))) {
        await t.test(name, async () => {
          const staysOnOrigin = async (next: string) => {
            // A form with a NUL is refused as a whole and redirects nowhere.
            if (name.startsWith('POST') && next.includes('\0'))
              return assert.rejects(place(next), /That could not be read/)
            const to = await place(next)
            const url = new URL(to, `${origin}/`)
            assert.equal(url.origin, origin, `${JSON.stringify(next)} leads to ${to}`)
            assert.match(to, /^\/(?![/\\])[!-~]*$/, `${JSON.stringify(next)} leads to ${to}`)
            assert.ok(url.pathname === path || url.pathname.startsWith(`${path}/`), to)
          }
          for (const next of runs[name] === undefined ? known : known.slice(0, 4)) {
            await staysOnOrigin(next)
            await staysOnOrigin(path + next)
          }
          await fc.assert(fc.asyncProperty(wild, staysOnOrigin), { numRuns: runs[name] ?? 200 })
        })
      }
    })
  }
})
