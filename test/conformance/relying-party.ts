// The relying party of the certified suite: it sends a request, is called back, redeems, and checks all that it
// receives.
import assert from 'node:assert/strict'
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import type { RunningService, TestAccount } from '../service.ts'
import { type Browser, browserOf, type PageView } from '../web/browser.ts'
import { authorizePath, type TestApplication, type Tokens, verifier } from '../wire/oauth2/oauth.ts'

export type ResponseMode = 'query' | 'form_post'

/** The place where the browser ended up: the application's callback, or a page of the service. */
export interface Outcome {
  called: URLSearchParams | undefined
  page: PageView
  /** The headings of the pages that asked the person something. */
  asked: string[]
}

export interface Redeemed {
  tokens: Tokens
  claims: JWTPayload
  headers: Headers
}

export interface RelyingParty {
  service: RunningService
  account: TestAccount
  app: TestApplication
  mode: ResponseMode
}

export type Asked = Record<string, string | undefined>

export const newBrowser = ({ service }: RelyingParty): Browser => browserOf(service)

const defaults = { scope: 'openid', state: 'a state', nonce: 'a nonce' }

/** An authorization request, by a person who signs in and consents when asked to. */
export async function ask(
  rp: RelyingParty,
  browser: Browser,
  others: Asked = {},
  how: 'GET' | 'POST' | 'reversed' = 'GET',
): Promise<Outcome> {
  const mode = rp.mode === 'form_post' ? { response_mode: 'form_post' } : {}
  const path = authorizePath(rp.app, { ...defaults, ...mode, ...others })
  const start = { GET: browser.get, POST: posted(browser), reversed: reversed(browser) }[how]
  let page = await start(path)
  const asked: string[] = []
  while (calledBack(rp, page) === undefined) {
    const { heading } = page
    const [at = ''] = page.path.split('?')
    if (heading === 'Sign in') page = await signIn(rp, browser, page)
    else if (heading.startsWith('Allow ')) page = await browser.send(page, at, { answer: 'allow' })
    else break
    asked.push(heading)
    assert.ok(asked.length < 5, `too many pages: ${asked.join()}`)
  }
  return { called: calledBack(rp, page), page, asked }
}

const posted =
  (browser: Browser) =>
  async (path: string): Promise<PageView> => {
    const [at = '', query = ''] = path.split('?')
    const answer = await browser.post(at, Object.fromEntries(new URLSearchParams(query)))
    return browser.get(answer.headers.get('location') ?? '')
  }

/** The parameters in reverse order. */
const reversed =
  (browser: Browser) =>
  (path: string): Promise<PageView> => {
    const [at = '', query = ''] = path.split('?')
    return browser.get(`${at}?${query.split('&').toReversed().join('&')}`)
  }

const signIn = ({ account }: RelyingParty, browser: Browser, page: PageView) =>
  browser.send(page, '/sign-in', { login: account.username, password: account.password })

function calledBack({ app, mode }: RelyingParty, page: PageView): URLSearchParams | undefined {
  if (mode === 'query') {
    if (page.sentTo === undefined) return undefined
    assert.equal(page.sentTo.origin + page.sentTo.pathname, app.redirectUri)
    assert.equal(page.sentTo.hash, '')
    return page.sentTo.searchParams
  }
  if (!page.text.includes(`<form method="post" action="${app.redirectUri}">`)) return undefined
  const fields = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return new URLSearchParams(fields.map(([, name = '', value = '']): [string, string] => [name, value]))
}

/** The code in the callback to the application, and its other parameters. */
export function codeOf({ service }: RelyingParty, { called, page }: Outcome): string {
  assert.ok(called, `${page.status} ${page.heading}: ${page.alert}`)
  const { code = '', ...rest } = Object.fromEntries(called)
  assert.deepEqual(rest, { state: 'a state', iss: service.context.baseUrl() })
  assert.match(code, /^[\w-]{43}$/)
  return code
}

/** The error in the callback to the application. */
export function errorOf({ service }: RelyingParty, { called, page }: Outcome): string {
  assert.ok(called, `${page.status} ${page.heading}: ${page.alert}`)
  // The refused scope may be named.
  const { error = '', error_description = '', scope: _, ...rest } = Object.fromEntries(called)
  assert.deepEqual(rest, { state: 'a state', iss: service.context.baseUrl() })
  assert.match(error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/)
  return error
}

/** A request to the token endpoint, with the secret in a header or in a field. */
export function askToken(
  { service, app }: RelyingParty,
  fields: Record<string, string>,
  secret: 'basic' | 'post' = 'basic',
) {
  const inForm = { client_id: app.id, client_secret: app.secret }
  return service.request('/oauth2/token', {
    method: 'POST',
    headers: secret === 'basic' ? app.headers : {},
    body: new URLSearchParams({ ...fields, ...(secret === 'post' && inForm) }),
  })
}

export const codeGrant = ({ app }: RelyingParty, code: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  redirect_uri: app.redirectUri,
  code,
  code_verifier: verifier,
})

export async function redeem(
  rp: RelyingParty,
  outcome: Outcome,
  secret: 'basic' | 'post' = 'basic',
): Promise<Redeemed> {
  const answer = await askToken(rp, codeGrant(rp, codeOf(rp, outcome)), secret)
  return checked(rp, answer)
}

/** The tokens, after the suite's standard checks. */
export async function checked(
  rp: RelyingParty,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): Promise<Redeemed> {
  assert.equal(status, 200, text)
  assert.match(headers.get('content-type') ?? '', /^application\/json\b/)
  assert.equal(headers.get('cache-control'), 'no-store')
  const tokens = JSON.parse(text) as Tokens
  assert.equal(tokens.token_type, 'Bearer')
  assert.match(tokens.access_token, /^[\w-]{43}$/)
  assert.ok(tokens.expires_in > 0)
  return { tokens, headers, claims: await idToken(rp, tokens.id_token) }
}

async function idToken({ service, account, app }: RelyingParty, token: string): Promise<JWTPayload> {
  const keys = createLocalJWKSet((await service.get('/oauth2/jwks')).json)
  const { alg, kid } = decodeProtectedHeader(token)
  assert.equal(alg, 'RS256')
  assert.ok(kid)
  const { payload } = await jwtVerify(token, keys, { issuer: service.context.baseUrl(), audience: app.id })
  const { sub, aud, iat = 0, exp = 0, auth_time: signedInAt } = payload
  assert.deepEqual([sub, aud], [account.id, app.id])
  assert.ok(exp > iat)
  assert.ok(typeof signedInAt === 'number' && signedInAt <= iat)
  return payload
}

/** The answer of userinfo, with the token in a header unless requested differently. */
export async function userinfo(
  { service, account }: RelyingParty,
  { access_token: token }: Tokens,
  by: 'GET' | 'POST' | 'body' = 'GET',
): Promise<Record<string, unknown>> {
  const header = { authorization: `Bearer ${token}` }
  const init =
    by === 'body'
      ? { method: 'POST', body: new URLSearchParams({ access_token: token }) }
      : { method: by, headers: header }
  const answer = await service.request('/oauth2/userinfo', init)
  assert.equal(answer.status, 200, answer.text)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/)
  assert.equal(answer.json.sub, account.id)
  return answer.json
}
