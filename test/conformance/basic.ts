// The modules of the plan "Basic OP", in the order of OIDCCBasicTestPlan.java of the suite.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  type Asked,
  ask,
  askToken,
  checked,
  codeGrant,
  codeOf,
  errorOf,
  newBrowser,
  type RelyingParty,
  redeem,
  userinfo,
} from './relying-party.ts'
import { passed, type Result, skipped, warning } from './result.ts'

export type Module = (rp: RelyingParty, other: RelyingParty) => Promise<Result>

/** A complete sign-in of an account that the service has not seen before. */
async function happy(rp: RelyingParty, others: Asked = {}, method: 'GET' | 'POST' = 'GET') {
  return redeem(rp, await ask(rp, newBrowser(rp), others, method))
}

/** The parameter is accepted, and has no required effect. */
const takes =
  (others: Asked, note = ''): Module =>
  async (rp) => {
    const { tokens, claims } = await happy(rp, others)
    await userinfo(rp, tokens)
    assert.equal(claims['nonce'], 'a nonce')
    return passed(note)
  }

const asksUserinfo =
  (by: 'GET' | 'POST' | 'body'): Module =>
  async (rp) => {
    const { tokens } = await happy(rp)
    assert.deepEqual(Object.keys(await userinfo(rp, tokens, by)), ['sub'])
    return passed()
  }

/** The metadata omits a scope that is not offered; it is ignored, and the others are granted. */
const unknownScope =
  (scope: string): Module =>
  async (rp) => {
    const { scopes_supported } = (await rp.service.get('/.well-known/openid-configuration')).json
    const known = scope.split(' ').filter((each) => scopes_supported.includes(each))
    assert.notEqual(known.join(' '), scope)
    const { tokens } = await happy(rp, { scope })
    assert.equal(tokens.scope, known.join(' '))
    return skipped('not in `scopes_supported`; ignored')
  }

/** Two requests from one browser, the second with a difference. */
async function twice(rp: RelyingParty, second: (idToken: string) => Asked, waitMs = 0) {
  const browser = newBrowser(rp)
  const one = await redeem(rp, await ask(rp, browser))
  rp.service.advance(waitMs)
  const outcome = await ask(rp, browser, second(one.tokens.id_token))
  const other = await redeem(rp, outcome)
  const [before, after] = [one, other].map(({ claims }) => Number(claims['auth_time']))
  return { asked: outcome.asked, before: before ?? 0, after: after ?? 0 }
}

const sameSignIn =
  (second: (idToken: string) => Asked): Module =>
  async (rp) => {
    const { asked, before, after } = await twice(rp, second)
    assert.deepEqual([asked, after], [[], before])
    return passed()
  }

const hourMs = 3_600_000

const anotherSignIn =
  (others: Asked): Module =>
  async (rp) => {
    const { asked, before, after } = await twice(rp, () => others, hourMs)
    assert.deepEqual(asked, ['Sign in'])
    // The service's clock is an hour ahead of this machine, whose time its tokens have.
    assert.ok(after >= before)
    return passed('the page "Sign in"')
  }

async function codeTwice(rp: RelyingParty, waitMs: number): Promise<Result> {
  const code = codeOf(rp, await ask(rp, newBrowser(rp)))
  const { tokens } = await checked(rp, await askToken(rp, codeGrant(rp, code)))
  await userinfo(rp, tokens)
  rp.service.advance(waitMs)
  const again = await askToken(rp, codeGrant(rp, code))
  assert.deepEqual([again.status, again.json.error], [400, 'invalid_grant'])
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  assert.equal((await rp.service.get('/oauth2/userinfo', { headers })).status, 401)
  return passed('`invalid_grant`, and the tokens end')
}

const unsignedRequest = ({ app }: RelyingParty): string => {
  const parts = [{ alg: 'none' }, { client_id: app.id, redirect_uri: app.redirectUri, scope: 'openid' }]
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
}

const refusesRequest =
  (name: 'request' | 'request_uri', error: string): Module =>
  async (rp) => {
    const value = name === 'request' ? unsignedRequest(rp) : 'https://rp.example.test/request'
    assert.equal(errorOf(rp, await ask(rp, newBrowser(rp), { [name]: value })), error)
    const document = (await rp.service.get('/.well-known/openid-configuration')).json
    assert.equal(document[`${name}_parameter_supported`], false)
    return skipped(`not offered; \`${error}\``)
  }

const badAddress =
  (others: (rp: RelyingParty) => Asked): Module =>
  async (rp) => {
    const { called, page } = await ask(rp, newBrowser(rp), others(rp))
    assert.deepEqual([called, page.status], [undefined, 400])
    assert.match(page.text, /<code>invalid_redirect_uri<\/code>/)
    return passed('a page; the application is not informed')
  }

export const basic: Readonly<Record<string, Module>> = {
  'oidcc-server': async (rp) => {
    const { tokens, claims } = await happy(rp)
    const { at_hash: hash } = claims
    const half = createHash('sha256').update(tokens.access_token).digest().subarray(0, 16)
    if (hash !== undefined) assert.equal(hash, half.toString('base64url'))
    assert.deepEqual(
      Object.keys(claims).filter((name) => !standard.has(name)),
      [],
    )
    assert.equal(claims['nonce'], 'a nonce')
    await userinfo(rp, tokens)
    return passed()
  },
  'oidcc-response-type-missing': async (rp) => {
    const outcome = await ask(rp, newBrowser(rp), { response_type: undefined })
    assert.equal(errorOf(rp, outcome), 'invalid_request')
    return passed('`invalid_request`')
  },
  'oidcc-idtoken-signature': takes({}, 'RS256, with `kid`'),
  'oidcc-idtoken-unsigned': async ({ service }) => {
    const document = (await service.get('/.well-known/openid-configuration')).json
    assert.ok(!document.id_token_signing_alg_values_supported.includes('none'))
    return skipped('`none` is not offered')
  },
  'oidcc-userinfo-get': asksUserinfo('GET'),
  'oidcc-userinfo-post-header': asksUserinfo('POST'),
  'oidcc-userinfo-post-body': asksUserinfo('body'),
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async (rp) => {
    const { claims } = await happy(rp, { nonce: undefined })
    assert.equal(claims['nonce'], undefined)
    return passed()
  },
  'oidcc-scope-profile': async (rp) => {
    const { tokens } = await happy(rp, { scope: 'openid profile' })
    const told = Object.keys(await userinfo(rp, tokens)).sort()
    assert.deepEqual(told, ['locale', 'name', 'picture', 'preferred_username', 'sub'])
    return warning(
      '`preferred_username`, `name`, `picture`, `locale`: an account has no other claims about a person',
    )
  },
  'oidcc-scope-email': async (rp) => {
    const { tokens } = await happy(rp, { scope: 'openid email' })
    const { email, email_verified } = await userinfo(rp, tokens)
    assert.deepEqual([email, email_verified], [rp.account.email, false])
    return passed()
  },
  'oidcc-scope-address': unknownScope('openid address'),
  'oidcc-scope-phone': unknownScope('openid phone'),
  'oidcc-scope-all': unknownScope('openid email phone address profile'),
  'oidcc-alternate-happy-flow': async (rp) => {
    const browser = newBrowser(rp)
    const outcome = await ask(rp, browser, { scope: 'email openid' }, 'reversed')
    const { tokens } = await redeem(rp, outcome)
    assert.deepEqual(tokens.scope.split(' ').sort(), ['email', 'openid'])
    return passed()
  },
  'oidcc-display-page': takes({ display: 'page' }),
  'oidcc-display-popup': takes({ display: 'popup' }),
  'oidcc-prompt-login': anotherSignIn({ prompt: 'login' }),
  'oidcc-prompt-none-not-logged-in': async (rp) => {
    assert.equal(errorOf(rp, await ask(rp, newBrowser(rp), { prompt: 'none' })), 'login_required')
    return passed('`login_required`')
  },
  'oidcc-prompt-none-logged-in': sameSignIn(() => ({ prompt: 'none' })),
  'oidcc-max-age-1': anotherSignIn({ max_age: '1' }),
  'oidcc-max-age-10000': sameSignIn(() => ({ max_age: '10000' })),
  'oidcc-ensure-request-with-unknown-parameter-succeeds': takes({ extra: 'foobar' }),
  'oidcc-id-token-hint': sameSignIn((id_token_hint) => ({ prompt: 'none', id_token_hint })),
  'oidcc-login-hint': takes({ login_hint: 'buffy@example.test' }),
  'oidcc-ui-locales': takes({ ui_locales: 'se' }),
  'oidcc-claims-locales': takes({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': async (rp) => {
    const { claims } = await happy(rp, { acr_values: '1 2' })
    assert.equal(claims['acr'], undefined)
    return warning('accepted; there are no authentication classes, and therefore no `acr`')
  },
  'oidcc-codereuse': (rp) => codeTwice(rp, 0),
  'oidcc-codereuse-30seconds': (rp) => codeTwice(rp, 30_000),
  'oidcc-ensure-registered-redirect-uri': badAddress(({ app }) => ({ redirect_uri: `${app.redirectUri}/x` })),
  'oidcc-ensure-post-request-succeeds': async (rp) => {
    await happy(rp, {}, 'POST')
    return passed('redirected to `GET`')
  },
  'oidcc-server-client-secret-post': async (rp) => {
    const { tokens } = await redeem(rp, await ask(rp, newBrowser(rp)), 'post')
    await userinfo(rp, tokens)
    return passed()
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': refusesRequest(
    'request_uri',
    'request_uri_not_supported',
  ),
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': refusesRequest(
    'request',
    'request_not_supported',
  ),
  'oidcc-claims-essential': async (rp) => {
    const { tokens, claims } = await happy(rp, { claims: '{"userinfo":{"name":{"essential":true}}}' })
    assert.deepEqual([(await userinfo(rp, tokens))['name'], claims['name']], [undefined, undefined])
    return warning('accepted and ignored: `claims` is not offered, scopes decide what is returned')
  },
  'oidcc-ensure-request-object-with-redirect-uri': async (rp, other) => {
    const request = unsignedRequest(rp)
    await badAddress(({ app }) => ({ request, redirect_uri: `${app.redirectUri}/x` }))(rp, other)
    return skipped('request objects are not offered; a page')
  },
  'oidcc-refresh-token': refreshToken,
  'oidcc-ensure-request-with-valid-pkce-succeeds': takes({}),
}

const standard = new Set(['sub', 'iss', 'aud', 'iat', 'exp', 'nonce', 'auth_time', 'at_hash'])

const scope = 'openid offline_access'

async function refreshToken(rp: RelyingParty, other: RelyingParty): Promise<Result> {
  const refresh = (by: RelyingParty, refresh_token: string) =>
    askToken(by, { grant_type: 'refresh_token', refresh_token })
  const first = await happy(rp, { scope, prompt: 'consent' })
  assert.match(first.tokens.refresh_token, /^[\w-]{43}$/)
  const second = await checked(rp, await refresh(rp, first.tokens.refresh_token))
  assert.notEqual(second.tokens.access_token, first.tokens.access_token)
  for (const name of ['auth_time', 'azp']) assert.equal(second.claims[name], first.claims[name], name)
  assert.ok(Number(second.claims.iat) >= Number(first.claims.iat))
  await userinfo(rp, second.tokens)
  // The refresh token of one client, presented by another.
  const foreign = await happy(other, { scope, prompt: 'consent' })
  const taken = await refresh(rp, foreign.tokens.refresh_token)
  assert.deepEqual([taken.status, taken.json.error], [400, 'invalid_grant'])
  await checked(other, await refresh(other, foreign.tokens.refresh_token))
  return passed('replaced at each use; another client gets `invalid_grant`')
}
