// The requests with which web applications sign people in, as their sources build them;
// docs/recipes/single-sign-on.md sets them up.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { onEveryDatabase } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { application, post } from '../wire/oauth2/oauth.ts'

const verifier = 'v'.repeat(64)
const pkce = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}

interface Application {
  redirectUri: string
  /** In addition to client_id, redirect_uri, response_type and state. */
  asked: Record<string, string>
  /** In addition to grant_type, code and redirect_uri. */
  redeemed: Record<string, string>
}

const applications: Record<string, Application> = {
  // discourse/discourse-openid-connect, lib/omniauth_open_id_connect.rb, with openid_connect_use_pkce.
  Discourse: {
    redirectUri: 'https://forum.example.test/auth/oidc/callback',
    asked: { scope: 'openid profile email', nonce: 'ab'.repeat(32), ...pkce },
    redeemed: { code_verifier: verifier },
  },
  // BookStackApp/BookStack, app/Access/Oidc/OidcOAuthProvider.php, on league/oauth2-client, which adds approval_prompt.
  BookStack: {
    redirectUri: 'https://wiki.example.test/oidc/callback',
    asked: { scope: 'openid profile email', approval_prompt: 'auto', ...pkce },
    redeemed: { code_verifier: verifier },
  },
  // grafana/grafana, pkg/login/social/connectors/generic_oauth.go, on golang.org/x/oauth2, with use_pkce.
  Grafana: {
    redirectUri: 'https://grafana.example.test/login/generic_oauth',
    asked: { scope: 'openid profile email', access_type: 'online', ...pkce },
    redeemed: { code_verifier: verifier },
  },
}

onEveryDatabase('web applications', (_start, shared) => {
  for (const [name, { redirectUri, asked, redeemed }] of Object.entries(applications)) {
    test(`${name} signs people in, and reads their name and email`, async () => {
      const service = await shared()
      const account = await service.account()
      const app = await application(service, { redirectUri, name })
      const discovery = (await service.get('/.well-known/openid-configuration')).json
      const browser = browserOf(service)
      await browser.signIn(account)
      const request = {
        client_id: app.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        state: 's1',
        ...asked,
      }
      const { pathname } = new URL(discovery.authorization_endpoint)
      const consent = await browser.get(`${pathname}?${new URLSearchParams(request)}`)
      assert.equal(consent.heading, `Allow ${name}?`)
      const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
      assert.ok(sentTo, consent.text)
      assert.equal(`${sentTo.origin}${sentTo.pathname}`, redirectUri)
      assert.equal(sentTo.searchParams.get('state'), 's1')

      const code = sentTo.searchParams.get('code') ?? ''
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...redeemed }
      const tokens = await post(service, new URL(discovery.token_endpoint).pathname, form, app.headers)
      assert.equal(tokens.status, 200, tokens.text)
      const keys = createRemoteJWKSet(new URL(discovery.jwks_uri))
      const rules = { issuer: discovery.issuer, audience: app.id, algorithms: ['RS256'] }
      const { payload } = await jwtVerify(tokens.json.id_token, keys, rules)
      assert.equal(payload.sub, account.id)
      assert.equal(decodeJwt(tokens.json.id_token)['nonce'], asked['nonce'])

      const headers = { authorization: `Bearer ${tokens.json.access_token}` }
      const info = (await service.get(new URL(discovery.userinfo_endpoint).pathname, { headers })).json
      assert.deepEqual(
        [info.sub, info.preferred_username, info.name, info.email, info.email_verified],
        [account.id, account.username, account.username, account.email, false],
      )
    })
  }
})
