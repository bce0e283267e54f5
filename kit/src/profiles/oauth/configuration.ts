import type { Check } from '../../check.ts'
import { at, isObject, listAt, shown, textAt } from '../../json.ts'
import { trimmed } from '../../layouts/layout.ts'
import { Deviation, NotOffered } from '../../outcome.ts'
import { expect, expectJson } from '../../protocol/answers.ts'
import { configuration, discoveryUrl, endpoint, expectOauthError } from '../../protocol/oauth.ts'
import * as clients from '../../words/clients.ts'
import { rfc } from '../../words/sources.ts'

const discovery = 'OpenID Connect Discovery 1.0'

export const configurations: Check[] = [
  {
    id: 'oauth.configuration.form',
    title: 'The OpenID configuration names the issuer, the token endpoint and the key set.',
    level: 'must',
    breaks: `${clients.xmcl}, ${clients.pcl}: nobody signs in with a browser`,
    source: `${discovery}, section 3`,
    async run(trial) {
      const answer = await configuration(trial)
      for (const name of ['issuer', 'token_endpoint', 'jwks_uri']) {
        const url = textAt(answer.json, name)
        expect(answer, url !== undefined && URL.canParse(url), `an address "${name}"`)
      }
    },
  },
  {
    id: 'oauth.configuration.issuer',
    title: 'The issuer is the address of the configuration without its well-known end.',
    level: 'must',
    breaks: 'every library, which compares the two and refuses others',
    source: `${discovery}, section 4.3`,
    async run(trial) {
      const answer = await configuration(trial)
      const issuer = textAt(answer.json, 'issuer') ?? ''
      const url = new URL(discoveryUrl(trial))
      const below = `${trimmed(issuer)}/.well-known/openid-configuration`
      const path = new URL(issuer).pathname.replace(/\/$/, '')
      const ahead = `${new URL(issuer).origin}/.well-known/openid-configuration${path}`
      expect(
        answer,
        url.href === below || url.href === ahead,
        url.href.replace('/.well-known/openid-configuration', ''),
        issuer,
      )
    },
  },
  {
    id: 'oauth.configuration.pkce',
    title: 'PKCE with S256 is offered, and plain is not.',
    level: 'should',
    breaks: `${clients.players}: another program on the machine catches the code`,
    source: rfc(9700, '2.1.1'),
    async run(trial) {
      const answer = await configuration(trial)
      if (!textAt(answer.json, 'authorization_endpoint'))
        throw new NotOffered('there is no authorization endpoint')
      const methods = listAt(answer.json, 'code_challenge_methods_supported')
      expect(
        answer,
        methods.includes('S256') && !methods.includes('plain'),
        'S256 and not plain',
        shown(methods),
      )
    },
  },
  {
    id: 'oauth.configuration.algorithms',
    title: 'ID tokens are signed: none is not among the algorithms.',
    level: 'must',
    breaks: `${clients.players}: anybody writes a token`,
    source: `${discovery}, section 3`,
    async run(trial) {
      const answer = await configuration(trial)
      const algorithms = listAt(answer.json, 'id_token_signing_alg_values_supported')
      expect(
        answer,
        algorithms.length > 0 && !algorithms.includes('none'),
        'algorithms without none',
        shown(algorithms),
      )
    },
  },
  {
    id: 'oauth.keys.public',
    title: 'The key set has keys with a kid, and no private parts.',
    level: 'must',
    breaks: `${clients.everybody} that verifies; and anybody signs with what is private`,
    source: rfc(7517, '5'),
    async run(trial) {
      const url = textAt((await configuration(trial)).json, 'jwks_uri')
      if (!url) throw new NotOffered('the configuration names no jwks_uri')
      const answer = await trial.send('GET', url)
      expectJson(answer)
      const keys = listAt(answer.json, 'keys')
      expect(answer, keys.length > 0 && keys.every((key) => Boolean(textAt(key, 'kid'))), 'keys with a kid')
      const isPrivate = keys.some((key) => isObject(key) && ['d', 'p', 'q', 'k'].some((part) => part in key))
      if (isPrivate) throw new Deviation('no private parts', 'a key with d, p, q or k')
    },
  },
  {
    id: 'oauth.keys.first',
    title: 'The first key of the set is one for RS256.',
    level: 'should',
    breaks: `${clients.sjmcl}, which looks at no other`,
    source: `observed: ${clients.sjmcl}`,
    async run(trial) {
      const answer = await configuration(trial)
      const url = textAt(answer.json, 'jwks_uri')
      if (!url || !listAt(answer.json, 'id_token_signing_alg_values_supported').includes('RS256'))
        throw new NotOffered('RS256 is not offered')
      const keys = await trial.send('GET', url)
      const first = listAt(keys.json, 'keys')[0]
      expect(keys, textAt(first, 'kty') === 'RSA', 'an RSA key', shown(at(first, 'kty')))
    },
  },
  {
    id: 'oauth.token.unknown-client',
    title: 'The token endpoint refuses an unknown client with an error of OAuth.',
    level: 'must',
    breaks: clients.msal,
    source: rfc(6749, '5.2'),
    async run(trial) {
      const url = await endpoint(trial, 'token')
      const answer = await trial.send('POST', url, {
        form: {
          grant_type: 'refresh_token',
          client_id: `check-${trial.chance.hex(8)}`,
          refresh_token: trial.chance.hex(32),
        },
      })
      expectOauthError(answer)
    },
  },
  {
    id: 'oauth.token.no-password',
    title: 'There is no password grant.',
    level: 'should',
    breaks: `${clients.players}: any application may ask for the password`,
    source: rfc(9700, '2.4'),
    async run(trial) {
      const { json } = await configuration(trial)
      const clientId = textAt(json, 'shared_client_id') ?? `check-${trial.chance.hex(8)}`
      const url = await endpoint(trial, 'token')
      const answer = await trial.send('POST', url, {
        form: {
          grant_type: 'password',
          client_id: clientId,
          username: trial.chance.name(),
          password: trial.chance.hex(16),
        },
      })
      expectOauthError(answer, 'unsupported_grant_type', 'unauthorized_client', 'invalid_client')
      const grants = listAt(json, 'grant_types_supported')
      expect(
        answer,
        !grants.includes('password') && !grants.includes('implicit'),
        'neither password nor implicit',
        shown(grants),
      )
    },
  },
  {
    id: 'oauth.authorize.unknown-client',
    title: 'An unknown client is told nothing at the address that it names.',
    level: 'must',
    breaks: `${clients.players}: the server leads them to any address (an open redirect)`,
    source: rfc(6749, '4.1.2.1'),
    async run(trial) {
      const url = new URL(await endpoint(trial, 'authorization'))
      const redirectUri = 'https://app.example.invalid/back'
      const parameters = {
        client_id: `check-${trial.chance.hex(8)}`,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        state: 'x',
        code_challenge: trial.chance.hex(43),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      const answer = await trial.send('GET', url.href)
      expect(
        answer,
        !answer.headers['location']?.startsWith(redirectUri),
        'no redirect to it',
        `Location: ${answer.headers['location']}`,
      )
    },
  },
  {
    id: 'oauth.userinfo.no-token',
    title: 'userinfo without a good token is 401.',
    level: 'must',
    breaks: `${clients.players}: strangers read what is theirs`,
    source: rfc(6750, '3.1'),
    async run(trial) {
      const url = await endpoint(trial, 'userinfo')
      for (const headers of [{}, { authorization: `Bearer ${trial.chance.hex(32)}` }]) {
        const answer = await trial.send('GET', url, { headers })
        expect(answer, answer.status === 401 || answer.status === 400, 'status 401')
      }
    },
  },
]
