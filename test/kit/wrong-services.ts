// Servers with mistakes in answers for newer games, browsers and old games.
import { generateKeyPairSync } from 'node:crypto'
import type { Came, Sent } from './proxy.ts'
import {
  answers,
  asksHasJoined,
  at,
  came,
  firstAnswer,
  instead,
  isSuccess,
  joins,
  jsonOf,
  members,
  queryOf,
  spoilt,
  takesEndedTokens,
  type Wrong,
  without,
} from './wrong.ts'

const layouts = ['authlib-injector', 'vendor'] as const
const certificates = at(/\/player\/certificates$/)
const keys = at(/\/publickeys$/)
const refused = { error: 'x', errorMessage: 'x' }
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')

/** Takes a token that nobody was given for a good one. */
const anyToken = (isOne: (request: Sent) => boolean) =>
  answers(isOne, (answer, request) =>
    request.headers['authorization'] !== undefined && answer.status === 401 ? came(200, { id: 'x' }) : answer,
  )

export const aboutServices: Wrong[] = [
  {
    what: 'any token gets a certificate',
    caughtBy: 'modern.certificates.no-token',
    layouts,
    server: anyToken(certificates),
  },
  {
    what: 'any token reads attributes',
    caughtBy: 'modern.attributes.no-token',
    layouts,
    server: anyToken(at(/\/player\/attributes$/)),
  },
  {
    what: 'any token reads the own profile',
    caughtBy: 'modern.own-profile.no-token',
    layouts,
    server: anyToken(at(/\/minecraft\/profile$/)),
  },
  {
    what: 'a token that has ended gets a certificate',
    caughtBy: 'modern.certificates.no-token',
    layouts,
    server: takesEndedTokens(certificates, came(200, {})),
  },
  {
    what: 'a token that has ended reads attributes',
    caughtBy: 'modern.attributes.no-token',
    layouts,
    server: takesEndedTokens(at(/\/player\/attributes$/), came(200, {})),
  },
  {
    what: 'a token that has ended reads the own profile',
    caughtBy: 'modern.own-profile.no-token',
    layouts,
    server: takesEndedTokens(at(/\/minecraft\/profile$/), came(200, {})),
  },
  {
    what: 'everybody has the key pair of the first player',
    caughtBy: 'modern.certificates.each',
    layouts,
    server: firstAnswer(certificates),
  },
  {
    what: 'everybody reads the profile of the first player',
    caughtBy: 'modern.own-profile.each',
    layouts,
    server: firstAnswer(at(/\/minecraft\/profile$/)),
  },
  {
    what: 'the newer lookup of any UUID finds the first player',
    caughtBy: 'modern.lookup.each',
    layouts,
    server: firstAnswer(at(/\/lookup\/[0-9a-f]{32}$/)),
  },
  {
    what: 'certificates are not there, though the metadata says so',
    caughtBy: 'modern.certificates.there',
    layouts: ['authlib-injector'],
    server: instead(certificates, () => came(404, refused)),
  },
  {
    what: 'version 1 of the signature is wrong',
    caughtBy: 'modern.certificates.signature',
    layouts,
    server: members(certificates, (json) => ({
      ...json,
      publicKeySignature: spoilt(json.publicKeySignature),
    })),
  },
  {
    what: 'version 2 of the signature is version 1',
    caughtBy: 'modern.certificates.signature-v2',
    layouts,
    server: members(certificates, (json) => ({ ...json, publicKeySignatureV2: json.publicKeySignature })),
  },
  {
    what: 'the public key is of another pair',
    caughtBy: 'modern.certificates.pair',
    layouts,
    server: members(certificates, (json) => ({
      ...json,
      keyPair: {
        ...json.keyPair,
        publicKey: `-----BEGIN RSA PUBLIC KEY-----\n${otherKey}\n-----END RSA PUBLIC KEY-----\n`,
      },
    })),
  },
  {
    what: 'the labels are those of the content',
    caughtBy: 'modern.certificates.pair',
    layouts,
    server: members(certificates, (json) => ({
      ...json,
      keyPair: { ...json.keyPair, publicKey: json.keyPair.publicKey.replaceAll('RSA PUBLIC', 'PUBLIC') },
    })),
  },
  {
    what: 'certificates have expired',
    caughtBy: 'modern.certificates.expiry',
    layouts,
    server: members(certificates, (json) => ({ ...json, expiresAt: '2020-01-01T00:00:00.000Z' })),
  },
  {
    what: 'certificates are to be refreshed at once',
    caughtBy: 'modern.certificates.refresh',
    layouts,
    server: members(certificates, (json) => ({ ...json, refreshedAfter: '2020-01-01T00:00:00.000Z' })),
  },
  {
    what: 'without a token certificates are 403',
    caughtBy: 'modern.certificates.no-token',
    layouts,
    server: answers(certificates, (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer)),
  },
  {
    what: 'publickeys is empty',
    caughtBy: 'probe.keys.list',
    layouts,
    server: members(keys, () => ({ profilePropertyKeys: [], playerCertificateKeys: [] })),
  },
  {
    what: 'publickeys has another key than the metadata',
    caughtBy: 'probe.keys.same',
    layouts: ['authlib-injector'],
    server: members(keys, (json) => ({ ...json, profilePropertyKeys: [{ publicKey: otherKey }] })),
  },
  {
    what: 'publickeys does not have the key of certificates',
    caughtBy: 'modern.keys.published',
    layouts,
    server: members(keys, (json) => ({ ...json, playerCertificateKeys: [{ publicKey: otherKey }] })),
  },
  {
    what: 'nobody may play on servers',
    caughtBy: 'modern.attributes.form',
    layouts,
    server: members(at(/\/player\/attributes$/), (json) => ({
      ...json,
      privileges: { ...json.privileges, multiplayerServer: { enabled: false } },
    })),
  },
  {
    what: 'without a token attributes are 403',
    caughtBy: 'modern.attributes.no-token',
    layouts,
    server: answers(at(/\/player\/attributes$/), (answer) =>
      answer.status === 401 ? { ...answer, status: 403 } : answer,
    ),
  },
  {
    what: 'the list of blocked players is null',
    caughtBy: 'modern.blocklist.form',
    layouts,
    server: members(at(/\/privacy\/blocklist$/), () => ({ blockedProfiles: null })),
  },
  {
    what: 'the own profile has no capes',
    caughtBy: 'modern.own-profile.form',
    layouts,
    server: members(at(/\/minecraft\/profile$/), without('capes')),
  },
  {
    what: 'the own profile asks for no token',
    caughtBy: 'modern.own-profile.no-token',
    layouts,
    server: answers(at(/\/minecraft\/profile$/), (answer) =>
      answer.status === 401 ? came(200, { id: 'x' }) : answer,
    ),
  },
  {
    what: 'the newer lookup answers 204 for nobody',
    caughtBy: 'modern.lookup.name',
    layouts,
    server: answers(at(/\/lookup\/name\//), (answer) => (answer.status === 404 ? came(204) : answer)),
  },
  {
    what: 'the newer lookup of a UUID has no name',
    caughtBy: 'modern.lookup.id',
    layouts,
    server: members(at(/\/lookup\/[0-9a-f]{32}$/), ({ id }) => ({ id })),
  },
  {
    what: 'the newer lookup in bulk is empty',
    caughtBy: 'modern.lookup.bulk',
    layouts,
    server: members(at(/minecraftservices\/.*\/byname$/), () => []),
  },
  {
    what: 'the lookup at the profiles host is empty',
    caughtBy: 'modern.lookup.profiles-host',
    layouts,
    server: members(at(/\/api\/minecraft\/.*\/byname$/), () => []),
  },
  {
    what: 'the discovery document has no address to join',
    caughtBy: 'modern.discovery.addresses',
    layouts: ['authlib-injector'],
    server: members(at(/\/discovery$/), (json) => ({
      ...json,
      discovery: { ...json.discovery, session: { endpoints: {} } },
    })),
  },
  {
    what: 'the discovery document leads nowhere',
    caughtBy: 'modern.discovery.there',
    layouts: ['authlib-injector'],
    server: members(at(/\/discovery$/), (json) =>
      JSON.parse(JSON.stringify(json).replaceAll('/hasJoined', '/asked')),
    ),
  },
]

const both = ['authlib-injector', 'native'] as const
const configuration = at(/openid-configuration$/)
const token = at(/\/oauth2\/token$/)
const form = (request: Sent): URLSearchParams => new URLSearchParams(request.body.toString())

export const aboutOauth: Wrong[] = [
  {
    what: 'any device code is good',
    caughtBy: 'oauth.device.unknown-code',
    layouts: both,
    server: answers(token, (answer) =>
      jsonOf(answer)?.error === 'invalid_grant'
        ? came(200, { access_token: 'x', token_type: 'Bearer' })
        : answer,
    ),
  },
  {
    what: 'a user code is good in place of a device code',
    caughtBy: 'oauth.device.unknown-code',
    layouts: both,
    server: answers(token, (answer, request) =>
      /^\w{4}-\w{4}$/.test(form(request).get('device_code') ?? '')
        ? came(200, { access_token: 'x' })
        : answer,
    ),
  },
  {
    what: 'the page for the code is not there',
    caughtBy: 'oauth.device.page',
    layouts: both,
    server: members(at(/device_authorization$/), (json) => ({
      ...json,
      verification_uri: `${json.verification_uri}-check`,
    })),
  },
  {
    what: 'allowing one device allows all',
    caughtBy: 'oauth.device.one',
    layouts: both,
    server: () => {
      let tokens: Came | undefined
      return async (request, forward) => {
        const answer = await forward(request)
        if (!token(request)) return answer
        if (isSuccess(answer)) tokens = answer
        return tokens ?? answer
      }
    },
  },
  {
    what: 'userinfo names the first account for every token',
    caughtBy: 'oauth.userinfo.each',
    layouts: both,
    server: firstAnswer(at(/\/userinfo$/)),
  },
  {
    what: 'a redirect address may be of another scheme',
    caughtBy: 'oauth.authorize.other-redirect',
    layouts: both,
    server: answers(at(/\/oauth2\/authorize$/), (answer, request) => {
      const uri = queryOf(request).get('redirect_uri') ?? ''
      return uri.startsWith('http:') ? came(303, undefined, { location: `${uri}?code=x` }) : answer
    }),
  },
  {
    what: 'a redirect address may have a slash more',
    caughtBy: 'oauth.authorize.other-redirect',
    layouts: both,
    server: answers(at(/\/oauth2\/authorize$/), (answer, request) => {
      const uri = queryOf(request).get('redirect_uri') ?? ''
      return uri.endsWith('/') ? came(303, undefined, { location: `${uri}?code=x` }) : answer
    }),
  },
  {
    what: 'the configuration names no keys',
    caughtBy: 'oauth.configuration.form',
    layouts: both,
    server: members(configuration, without('jwks_uri')),
  },
  {
    what: 'the issuer is another address',
    caughtBy: 'oauth.configuration.issuer',
    layouts: both,
    server: members(configuration, (json) => ({ ...json, issuer: 'https://accounts.example.test' })),
  },
  {
    what: 'PKCE may be plain',
    caughtBy: 'oauth.configuration.pkce',
    layouts: both,
    server: members(configuration, (json) => ({
      ...json,
      code_challenge_methods_supported: ['S256', 'plain'],
    })),
  },
  {
    what: 'ID tokens may be unsigned',
    caughtBy: 'oauth.configuration.algorithms',
    layouts: both,
    server: members(configuration, (json) => ({
      ...json,
      id_token_signing_alg_values_supported: ['RS256', 'none'],
    })),
  },
  {
    what: 'the key set has private parts',
    caughtBy: 'oauth.keys.public',
    layouts: both,
    server: members(at(/\/jwks$/), (json) => ({
      keys: json.keys.map((key: object) => ({ ...key, d: 'AQAB' })),
    })),
  },
  {
    what: 'the first key is not for RS256',
    caughtBy: 'oauth.keys.first',
    layouts: both,
    server: members(at(/\/jwks$/), (json) => ({ keys: [{ kty: 'EC', kid: 'x' }, ...json.keys] })),
  },
  {
    what: 'an unknown client gets tokens',
    caughtBy: 'oauth.token.unknown-client',
    layouts: both,
    server: answers(token, (answer) => (answer.status === 401 ? came(200, { access_token: 'x' }) : answer)),
  },
  {
    what: 'there is a password grant',
    caughtBy: 'oauth.token.no-password',
    layouts: both,
    server: answers(token, (answer, request) =>
      form(request).get('grant_type') === 'password' ? came(400, { error: 'invalid_grant' }) : answer,
    ),
  },
  {
    what: 'an unknown client is led to any address',
    caughtBy: 'oauth.authorize.unknown-client',
    layouts: both,
    server: answers(at(/\/oauth2\/authorize$/), (_, request) =>
      came(303, undefined, { location: `${queryOf(request).get('redirect_uri')}?error=unauthorized_client` }),
    ),
  },
  {
    what: 'a redirect address is compared by its beginning',
    caughtBy: 'oauth.authorize.other-redirect',
    layouts: both,
    server: answers(at(/\/oauth2\/authorize$/), (_, request) =>
      came(303, undefined, { location: `${queryOf(request).get('redirect_uri')}?code=x` }),
    ),
  },
  {
    what: 'tokens are handed out in the address',
    caughtBy: 'oauth.authorize.other-type',
    layouts: both,
    server: answers(at(/\/oauth2\/authorize$/), () =>
      came(303, undefined, { location: 'https://app.example.invalid/back#access_token=x' }),
    ),
  },
  {
    what: 'userinfo asks for no token',
    caughtBy: 'oauth.userinfo.no-token',
    layouts: both,
    server: instead(at(/\/userinfo$/), () => came(200, { sub: 'x' })),
  },
  {
    what: 'a device is told no interval',
    caughtBy: 'oauth.device.optional',
    layouts: both,
    server: members(at(/device_authorization$/), without('interval')),
  },
  {
    what: 'a device is told no user_code',
    caughtBy: 'oauth.device.start',
    layouts: both,
    server: members(at(/device_authorization$/), without('user_code')),
  },
  {
    what: 'a device that waits is told invalid_grant',
    caughtBy: 'oauth.device.pending',
    layouts: both,
    server: answers(token, (answer) =>
      jsonOf(answer)?.error === 'authorization_pending' ? came(400, { error: 'invalid_grant' }) : answer,
    ),
  },
  {
    what: 'a device code is good for ever',
    caughtBy: 'oauth.device.tokens',
    layouts: both,
    server: () => {
      let tokens: Came | undefined
      return async (request, forward) => {
        const answer = await forward(request)
        if (!token(request)) return answer
        if (isSuccess(answer)) tokens = answer
        return tokens ?? answer
      }
    },
  },
  {
    what: 'access tokens of OAuth do not join',
    caughtBy: 'oauth.token.joins',
    layouts: both,
    server: () => async (request, forward) =>
      joins(request) && !String(jsonOf(request).accessToken).includes('.')
        ? came(403, refused)
        : forward(request),
  },
  {
    what: 'ID tokens are signed with another key',
    caughtBy: 'oauth.id-token.signed',
    layouts: both,
    server: members(token, (json) => {
      const [header, payload, signature] = String(json.id_token).split('.')
      return { ...json, id_token: `${header}.${payload}.${spoilt(signature ?? '')}` }
    }),
  },
  {
    what: 'a refresh token is good for ever',
    caughtBy: 'oauth.refresh.once',
    layouts: both,
    server: answers(token, (answer, request) =>
      form(request).get('grant_type') === 'refresh_token'
        ? came(200, { access_token: 'x', refresh_token: 'y' })
        : answer,
    ),
  },
  {
    what: 'userinfo does not say whose token it is',
    caughtBy: 'oauth.userinfo.subject',
    layouts: both,
    server: members(at(/\/userinfo$/), () => ({})),
  },
]

const oldJoin = at(/\/legacy\/join$/)
const oldHasJoined = at(/\/legacy\/hasJoined$/)
const native = ['native'] as const
const line = (status: number, text: string): Came => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(text),
})

export const aboutOldGames: Wrong[] = [
  {
    what: 'OK ends in a line break',
    caughtBy: 'legacy.join.ok',
    layouts: native,
    server: answers(oldJoin, (answer) => (answer.status === 200 ? line(200, 'OK\n') : answer)),
  },
  {
    what: 'a refusal is JSON',
    caughtBy: 'legacy.join.refused',
    layouts: native,
    server: answers(oldJoin, (answer) => (answer.status === 200 ? answer : came(401, refused))),
  },
  {
    what: 'a refusal is empty',
    caughtBy: 'legacy.join.refused',
    layouts: native,
    server: answers(oldJoin, (answer) => (answer.status === 200 ? answer : line(401, ''))),
  },
  {
    what: 'every join is OK',
    caughtBy: 'legacy.join.other-name',
    layouts: native,
    server: instead(oldJoin, () => line(200, 'OK')),
  },
  {
    what: 'NO has a status of its own',
    caughtBy: 'legacy.joined.yes',
    layouts: native,
    server: answers(oldHasJoined, (answer) => (answer.body.toString() === 'NO' ? line(404, 'NO') : answer)),
  },
  {
    what: 'the answer is yes for ever',
    caughtBy: 'legacy.joined.yes',
    layouts: native,
    server: instead(oldHasJoined, () => line(200, 'YES')),
  },
  {
    what: 'old and present joins are kept apart',
    caughtBy: 'legacy.joined.both-forms',
    layouts: native,
    server: () => {
      const old = new Set<string | null>()
      return async (request, forward) => {
        const serverId = queryOf(request).get('serverId')
        if (oldJoin(request)) old.add(serverId)
        if (oldHasJoined(request) && !old.has(serverId)) return line(200, 'NO')
        return asksHasJoined(request) && old.has(serverId) ? came(401, refused) : forward(request)
      }
    },
  },
  {
    what: 'a skin that nobody has is a page',
    caughtBy: 'legacy.skin.by-name',
    layouts: native,
    server: answers(at(/\/skinsystem\/skins\//), () => line(200, 'home')),
  },
]
