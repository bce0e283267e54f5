import { createPublicKey, verify } from 'node:crypto'
import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { at, isObject, listAt, shown, textAt } from '../../json.ts'
import { Deviation, NotOffered, Skipped } from '../../outcome.ts'
import { expect, expectEmpty, expectJson } from '../../protocol/answers.ts'
import { signIn } from '../../protocol/launcher.ts'
import {
  configuration,
  type Device,
  endpoint,
  expectOauthError,
  redeem,
  startDevice,
} from '../../protocol/oauth.ts'
import { join } from '../../protocol/session.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { rfc } from '../../words/sources.ts'

const needs = ['account', 'approveDevice'] as const

/** A whole sign-in on a device, approved by the adapter. */
async function signedIn(
  trial: Trial,
  account = trial.account(),
): Promise<{ device: Device; tokens: Answer }> {
  const device = await startDevice(trial)
  await trial.world.adapter.approveDevice?.(device.userCode, account)
  const tokens = await redeem(trial, device)
  expectJson(tokens)
  return { device, tokens }
}

export const devices: Check[] = [
  {
    id: 'oauth.device.start',
    title: 'A device is told device_code, user_code, verification_uri and expires_in.',
    level: 'must',
    breaks: `${clients.xmcl}, ${clients.pcl}, ${clients.sjmcl}: nobody signs in by code`,
    source: rfc(8628, '3.2'),
    async run(trial) {
      const { answer, deviceCode, userCode } = await startDevice(trial)
      expect(answer, deviceCode !== '' && userCode !== '', 'device_code and user_code')
      const uri = textAt(answer.json, 'verification_uri') ?? ''
      expect(answer, URL.canParse(uri), 'an address verification_uri')
      expect(answer, typeof at(answer.json, 'expires_in') === 'number', 'a number expires_in')
    },
  },
  {
    id: 'oauth.device.optional',
    title: 'A device is told interval and verification_uri_complete, too.',
    level: 'should',
    breaks: `${clients.xmcl}, which fails without them`,
    source: rfc(8628, '3.2'),
    async run(trial) {
      const { answer } = await startDevice(trial)
      expect(answer, typeof at(answer.json, 'interval') === 'number', 'a number interval')
      expect(answer, Boolean(textAt(answer.json, 'verification_uri_complete')), 'verification_uri_complete')
    },
  },
  {
    id: 'oauth.device.pending',
    title: 'Before anybody has allowed it a device is told authorization_pending.',
    level: 'must',
    breaks: `${clients.msal}, which gives up at any other error`,
    source: rfc(8628, '3.5'),
    async run(trial) {
      expectOauthError(await redeem(trial, await startDevice(trial)), 'authorization_pending')
    },
  },
  {
    id: 'oauth.device.unknown-code',
    title: 'A device code that nobody was given is refused; so is a user code in its place.',
    level: 'must',
    breaks: `${clients.players}: anybody signs in as them`,
    source: rfc(8628, '3.5'),
    async run(trial) {
      const device = await startDevice(trial)
      for (const deviceCode of [trial.chance.hex(43), device.userCode, `${device.deviceCode}x`])
        expectOauthError(
          await redeem(trial, { ...device, deviceCode }),
          'invalid_grant',
          'expired_token',
          'access_denied',
        )
    },
  },
  {
    id: 'oauth.device.page',
    title: 'The pages at which a person types the code are there.',
    level: 'must',
    breaks: `${clients.xmcl}, ${clients.pcl}, ${clients.sjmcl}: they open a browser, and it shows an error`,
    source: rfc(8628, '3.3'),
    async run(trial) {
      const { json } = (await startDevice(trial)).answer
      for (const name of ['verification_uri', 'verification_uri_complete']) {
        const url = textAt(json, name)
        if (url === undefined) continue
        const answer = await trial.send('GET', url, { headers: { accept: 'text/html' } })
        expect(answer, answer.status < 400, `a page at ${name}`)
      }
    },
  },
  {
    id: 'oauth.device.one',
    title: 'Allowing one device allows no other.',
    level: 'must',
    breaks: `${clients.players}: a stranger's device is signed in as them`,
    source: rfc(8628, '3.3'),
    needs,
    async run(trial) {
      const waiting = await startDevice(trial)
      await signedIn(trial)
      expectOauthError(await redeem(trial, waiting), 'authorization_pending', 'slow_down')
    },
  },
  {
    id: 'oauth.device.tokens',
    title: 'A device that was allowed gets an access token, once.',
    level: 'must',
    breaks: `${clients.xmcl}, ${clients.pcl}, ${clients.sjmcl}`,
    source: rfc(8628, '3.4'),
    needs,
    async run(trial) {
      const { device, tokens } = await signedIn(trial)
      expect(tokens, Boolean(textAt(tokens.json, 'access_token')), 'an access_token')
      expect(tokens, textAt(tokens.json, 'token_type')?.toLowerCase() === 'bearer', 'token_type Bearer')
      expectOauthError(await redeem(trial, device), 'invalid_grant', 'expired_token', 'access_denied')
    },
  },
  {
    id: 'oauth.token.joins',
    title: 'An access token with the scope to join joins a server.',
    level: 'must',
    breaks: 'players who signed in with a browser: "invalid session"',
    source: 'Yggdrasil Connect',
    needs,
    async run(trial) {
      const { tokens } = await signedIn(trial)
      const { id } = await signIn(trial, trial.account())
      expectEmpty(
        await join(
          trial,
          { accessToken: textAt(tokens.json, 'access_token') ?? '', id },
          trial.chance.serverId(),
        ),
      )
    },
  },
  {
    id: 'oauth.id-token.signed',
    title: 'The ID token names this issuer and client, and a published key verifies it.',
    level: 'must',
    breaks: 'every library, which refuses others',
    source: 'OpenID Connect Core 1.0, section 3.1.3.7',
    needs,
    async run(trial) {
      const { device, tokens } = await signedIn(trial)
      const token = textAt(tokens.json, 'id_token')
      if (!token) throw new NotOffered('the answer has no id_token')
      const [header = '', payload = '', signature = ''] = token.split('.')
      const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
      const { json } = await configuration(trial)
      const claims = read(payload)
      if (textAt(claims, 'iss') !== textAt(json, 'issuer'))
        throw new Deviation(`iss ${textAt(json, 'issuer')}`, shown(at(claims, 'iss')))
      const audience = at(claims, 'aud')
      if (audience !== device.clientId && !listAt(claims, 'aud').includes(device.clientId))
        throw new Deviation(`aud ${device.clientId}`, shown(audience))
      const keys = listAt((await trial.send('GET', textAt(json, 'jwks_uri') ?? '')).json, 'keys')
      const jwk = keys.find((key) => textAt(key, 'kid') === textAt(read(header), 'kid')) ?? keys[0]
      const algorithm = textAt(read(header), 'alg')
      if (algorithm !== 'RS256') throw new Skipped(`the kit verifies RS256 alone, not ${algorithm}`)
      const key = createPublicKey({ key: isObject(jwk) ? jwk : {}, format: 'jwk' })
      const isGood = verify(
        'RSA-SHA256',
        Buffer.from(`${header}.${payload}`),
        key,
        Buffer.from(signature, 'base64url'),
      )
      if (!isGood) throw new Deviation('a signature that the published key verifies', 'another signature')
    },
  },
  {
    id: 'oauth.refresh.once',
    title: 'A refresh token is replaced at its use, and refused the second time.',
    level: 'should',
    breaks: `${clients.players}: a stolen refresh token lives on beside theirs`,
    source: rfc(9700, '4.14.2'),
    needs,
    async run(trial) {
      const { device, tokens } = await signedIn(trial)
      const refreshToken = textAt(tokens.json, 'refresh_token')
      if (!refreshToken) throw new NotOffered('the answer has no refresh_token')
      const url = await endpoint(trial, 'token')
      const form = { grant_type: 'refresh_token', client_id: device.clientId, refresh_token: refreshToken }
      const first = await trial.send('POST', url, { form })
      expectJson(first)
      expect(first, textAt(first.json, 'refresh_token') !== refreshToken, 'another refresh_token')
      expectOauthError(await trial.send('POST', url, { form }), 'invalid_grant')
    },
  },
  {
    id: 'oauth.userinfo.subject',
    title: 'userinfo answers whose token it is.',
    level: 'must',
    breaks: 'applications that sign people in',
    source: 'OpenID Connect Core 1.0, section 5.3.2',
    needs,
    async run(trial) {
      const { tokens } = await signedIn(trial)
      const url = await endpoint(trial, 'userinfo')
      const authorization = `Bearer ${textAt(tokens.json, 'access_token')}`
      const answer = await trial.send('GET', url, { headers: { authorization } })
      expectJson(answer)
      expect(answer, Boolean(textAt(answer.json, 'sub')), 'a subject "sub"')
    },
  },
  {
    id: 'oauth.userinfo.each',
    title: 'userinfo tells two accounts apart, and is the same for one of them the next time.',
    level: 'must',
    breaks: 'applications that sign people in: as somebody else',
    source: 'OpenID Connect Core 1.0, sections 2 and 5.3.2',
    needs: ['two accounts', 'approveDevice'],
    async run(trial) {
      const url = await endpoint(trial, 'userinfo')
      const subjects: (string | undefined)[] = []
      for (const account of [trial.account(), trial.other(), trial.account()]) {
        const { tokens } = await signedIn(trial, account)
        const authorization = `Bearer ${textAt(tokens.json, 'access_token')}`
        const answer = await trial.send('GET', url, { headers: { authorization } })
        subjects.push(textAt(answer.json, 'sub'))
      }
      const [own, other, again] = subjects
      if (own === other || own !== again)
        throw new Deviation('one subject for each account', `${own}, ${other}, ${again}`)
    },
  },
]
