// The library, set up. Loaded at the first request that needs it: it takes 46 MB and half a second.
import { createHash, timingSafeEqual } from 'node:crypto'
import { exportJWK } from 'jose'
import {
  type Client,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  Provider,
  type TokenEndpointGrantContext,
} from 'oidc-provider'
import { findAccount } from '../../domain/accounts/find.ts'
import type { Context } from '../../domain/context.ts'
import { groupsOf } from '../../domain/groups/members.ts'
import { claimsOf } from '../../domain/oauth/claims.ts'
import { agreedBefore, findGrant } from '../../domain/oauth/grants.ts'
import { digestOfToken } from '../../model/credential.ts'
import { claimsOfScopes, scopesOf } from '../../model/oauth.ts'
import { adapterOf } from './adapter.ts'
import { deviceGrant, deviceGrantOfMsal, groupsMetadata, pkceMetadata } from './client-metadata.ts'
import { currentFlow } from './flow.ts'
import { askUrl, promptsOf } from './prompts.ts'
import { renderError } from './render-error.ts'
import { LibraryTime } from './times.ts'

const codeLifetimeS = 60
const clientTokenLifetimeS = 3600
const idTokenLifetimeS = 3600
const interactionLifetimeS = 3600

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** A provider that signs with the keys of this moment. */
export async function newProvider(context: Context): Promise<Provider> {
  const provider = new MsalProvider(context.baseUrl(), await configuration(context))
  // The library would make addresses of the Host header.
  provider.OIDCContext.prototype.urlFor = (name, options) => provider.urlFor(name, options)
  mirrorSession(provider, new LibraryTime(context.clock))
  tellWithoutOpenid(provider)
  // The store has a digest of the secret, and the library would compare what was sent with what is stored.
  provider.Client.prototype.compareClientSecret = function (actual: string) {
    return this.clientSecret !== undefined && isSame(digestOfToken(actual), this.clientSecret)
  }
  return provider
}

/** The grant of devices under a second name. */
class MsalProvider extends Provider {
  override registerGrantType<Params extends object>(
    name: string,
    handler: (ctx: TokenEndpointGrantContext<Params>) => Promise<void> | void,
    params: string | readonly string[] | ReadonlySet<string> = [],
    duplicates: string | readonly string[] | ReadonlySet<string> = [],
  ): void {
    super.registerGrantType(name, handler, params, duplicates)
    if (name === deviceGrant) super.registerGrantType(deviceGrantOfMsal, handler, params, duplicates)
  }
}

async function configuration(context: Context): Promise<Configuration> {
  const { config, keys } = context
  const scopes = scopesOf(config.game)
  const known = new Set(scopes)
  // Of the request as it was sent: the library has left out by then what it does not know.
  const refuseUnknownScopes = ({ method, query, oidc }: KoaContextWithOIDC): void => {
    const asked = method === 'POST' ? oidc.body?.['scope'] : query['scope']
    if (typeof asked !== 'string') return
    const unknown = asked.split(' ').find((scope) => scope !== '' && !known.has(scope))
    if (unknown !== undefined) throw new errors.InvalidScope('requested scope does not exist', unknown)
  }
  return {
    adapter: adapterOf(context),
    jwks: {
      keys: [
        await privateJwk(keys.current('oauth'), 'RS256'),
        await privateJwk(keys.current('tokens'), 'ES256'),
      ],
    },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
    scopes: [...scopes],
    claims: claimsByScope,
    // Else the profile is in userinfo alone, and there are launchers that read the ID token.
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    responseTypes: ['code'],
    extraClientMetadata: { properties: [pkceMetadata, groupsMetadata] },
    pkce: { required: needsPkce },
    // Looked at once it is known where the application may have its answers sent.
    extraParams: { scope: refuseUnknownScopes },
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      device_authorization: '/oauth2/device_authorization',
      code_verification: '/device',
      revocation: '/oauth2/revoke',
      introspection: '/oauth2/introspect',
      userinfo: '/oauth2/userinfo',
      jwks: '/oauth2/jwks',
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
      },
      introspection: {
        enabled: true,
        allowedPolicy: (_ctx, client) => client.clientAuthMethod !== 'none',
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      userinfo: { enabled: true },
    },
    ttl: {
      AccessToken: () => seconds(config.oauthAccessTokenLifetime),
      RefreshToken: () => seconds(config.oauthRefreshTokenLifetime),
      AuthorizationCode: () => codeLifetimeS,
      ClientCredentials: () => clientTokenLifetimeS,
      DeviceCode: () => seconds(config.deviceCodeLifetime),
      IdToken: () => idTokenLifetimeS,
      Interaction: () => interactionLifetimeS,
      Grant: () => seconds(config.oauthRefreshTokenLifetime),
      Session: () => interactionLifetimeS,
    },
    // The last word before a token is stored; unknown scopes have been left out by now, without a word.
    extraTokenClaims: ({ oidc }, { kind }) => {
      const scope = oidc.params?.['scope']
      if (kind === 'ClientCredentials' && typeof scope === 'string') {
        throw new errors.InvalidScope('a client that speaks for itself has no scope', scope)
      }
      return undefined
    },
    clockTolerance: 0,
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    rotateRefreshToken: () => true,
    // Either token ends all of its grant, and a grant that has lost a token to a thief ends for good.
    revokeGrantPolicy: () => true,
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => origin !== 'null' && URL.parse(uri)?.origin === origin),
    cookies: {
      names: { interaction: 'norn-oauth', resume: 'norn-oauth-resume', session: 'norn-oauth-session' },
    },
    findAccount: async (_ctx, sub) => {
      const account = await findAccount(context, sub)
      if (!account || account.suspension) return undefined
      const claims = async (_use: string, scope: string) => ({
        ...claimsOf(context, account),
        ...(scope.split(' ').includes('groups') && { groups: await groupsOf(context, account) }),
      })
      return { accountId: account.id, claims }
    },
    loadExistingGrant: async (ctx) => {
      const { provider, result, session, client } = ctx.oidc
      const given = result?.consent?.grantId
      if (given !== undefined) return (await findGrant(context, given)) && provider.Grant.find(given)
      if (!client || client.clientAuthMethod === 'none' || session?.accountId === undefined) return undefined
      const before = await agreedBefore(context, session.accountId, client.clientId)
      return before && provider.Grant.find(before.id)
    },
    interactions: {
      policy: promptsOf(context),
      url: (ctx, interaction) => askUrl(context, ctx, interaction),
    },
    renderError,
  }
}

/**
 * A code that somebody else has caught is worth nothing without the verifier. An application that may leave PKCE out
 * has to notice by `state` or `nonce` that an answer is not to its own request (RFC 9700, section 4.5.3).
 */
function needsPkce({ oidc }: KoaContextWithOIDC, client: Client): boolean {
  const { nonce, state } = oidc.params ?? {}
  return client.metadata()[pkceMetadata] !== 'optional' || !(nonce || state)
}

/** `sub` is told with whatever else is. */
const claimsByScope: Record<string, string[]> = Object.fromEntries(
  Object.entries(claimsOfScopes).map(([scope, names]) => [scope, [...new Set(['sub', ...names])]]),
)

async function privateJwk(
  { kid, privateKey }: ReturnType<Context['keys']['current']>,
  alg: string,
): Promise<Record<string, unknown>> {
  return { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' }
}

/**
 * The library would keep a sign-in of its own beside ours: prompt=none would lie, and signing out of the pages would
 * leave it signed in. It is shown ours instead, anew for each request, and keeps nothing.
 */
function mirrorSession(provider: Provider, time: LibraryTime): void {
  provider.Session.get = async (ctx) => {
    const session = new provider.Session()
    const { signedIn } = currentFlow()
    if (signedIn) {
      const { accountId, sessionId, signedInAt } = signedIn
      session.uid = sessionId
      session.loginAccount({ accountId, loginTs: time.past(signedInAt) })
    }
    // Of one that is gone it writes neither cookie nor row.
    Object.defineProperty(session, 'destroyed', { value: true })
    ctx['oidc'].entity('Session', session)
    return session
  }
}

/** Clients in Ely's style ask userinfo for what `account_info` tells, without `openid`, which it would insist on. */
function tellWithoutOpenid(provider: Provider): void {
  Object.defineProperty(provider.AccessToken.prototype, 'scopes', {
    get(this: { scope?: string }): Set<string> {
      const scopes = new Set((this.scope ?? '').split(' ').filter(Boolean))
      return scopes.has('account_info') ? scopes.add('openid') : scopes
    },
  })
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
