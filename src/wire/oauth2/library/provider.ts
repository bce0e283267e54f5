// Configures the library. It is loaded for the first request that needs it, since it takes 46 MB and half a second.
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
import { accountById, findAccount } from '../../../domain/accounts/find.ts'
import { groupsOf } from '../../../domain/community/members.ts'
import type { Context } from '../../../domain/context.ts'
import { claimsOf } from '../../../domain/oauth/claims.ts'
import { maySignInTo } from '../../../domain/oauth/membership.ts'
import { digestOfToken } from '../../../model/accounts/credential.ts'
import { claimsOfScopes, isSameButPort, scopesOf } from '../../../model/community/oauth.ts'
import { adapterOf } from './adapter.ts'
import { playerOfSession } from './agreement.ts'
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

/** Returns a provider that signs with the current keys. */
export async function newProvider(context: Context): Promise<Provider> {
  const scopes = scopesOf(context.config.game)
  const provider = new OwnProvider(context.baseUrl(), await configuration(context, scopes))
  provider.scopes = scopes
  // The library would build addresses from the Host header.
  provider.OIDCContext.prototype.urlFor = (name, options) => provider.urlFor(name, options)
  mirrorSession(provider, new LibraryTime(context.clock))
  tellWithoutOpenid(provider)
  // The database has a digest of the secret, but the library would compare the secret as sent.
  provider.Client.prototype.compareClientSecret = function (actual: string) {
    return this.clientSecret !== undefined && isSame(digestOfToken(actual), this.clientSecret)
  }
  return provider
}

/** With the device grant under a second name, and scopes that are refreshed as they were asked for. */
class OwnProvider extends Provider {
  scopes: readonly string[] = []

  override registerGrantType<Params extends object>(
    name: string,
    handler: (ctx: TokenEndpointGrantContext<Params>) => Promise<void> | void,
    params: string | readonly string[] | ReadonlySet<string> = [],
    duplicates: string | readonly string[] | ReadonlySet<string> = [],
  ): void {
    const handle = (ctx: TokenEndpointGrantContext<Params>) => {
      if (name === 'refresh_token') keepKnownScopes(ctx.oidc.params, this.scopes)
      return handler(ctx)
    }
    super.registerGrantType(name, handle, params, duplicates)
    if (name === deviceGrant) super.registerGrantType(deviceGrantOfMsal, handle, params, duplicates)
  }
}

async function configuration(context: Context, scopes: readonly string[]): Promise<Configuration> {
  const { config, keys } = context
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
    // Otherwise the profile is only in userinfo, and some launchers read the ID token.
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    responseTypes: ['code'],
    extraClientMetadata: { properties: [pkceMetadata, groupsMetadata] },
    pkce: { required: needsPkce },
    // This is checked once it is known where the application may receive its answers.
    extraParams: { scope: ({ oidc }) => keepKnownScopes(oidc.params, scopes) },
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
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****' },
      introspection: { enabled: true, allowedPolicy: (_ctx, client) => client.clientAuthMethod !== 'none' },
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
    // This is the last check before a token is stored.
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
    // Either token ends its whole grant, and a grant that has lost a token to a thief ends for good.
    revokeGrantPolicy: () => true,
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => isOriginOf(uri, origin)),
    cookies: {
      names: { interaction: 'norn-oauth', resume: 'norn-oauth-resume', session: 'norn-oauth-session' },
    },
    findAccount: async (ctx, told) => {
      const { oidc } = ctx
      const sub = oidc.session ? await playerOfSession(context, ctx, told) : told
      const player = await findAccount(context, sub)
      if (!player || player.suspension) return undefined
      // Signing in and exchanging a token have checks of their own, with other answers.
      const groups = oidc.route === 'userinfo' ? oidc.client?.metadata()[groupsMetadata] : undefined
      if (Array.isArray(groups) && !(await maySignInTo(context.db, { groups }, sub))) return undefined
      const claims = async (_use: string, scope: string) => {
        const { ownerId } = player
        const account = ownerId === undefined ? player : await accountById(context, ownerId)
        return {
          ...claimsOf(context, player, account),
          ...(scope.split(' ').includes('groups') && { groups: await groupsOf(context, account) }),
        }
      }
      return { accountId: player.id, claims }
    },
    loadExistingGrant: async ({ oidc: { provider } }) => {
      const { agreement } = currentFlow()
      return agreement === undefined ? undefined : provider.Grant.find(agreement)
    },
    interactions: {
      policy: promptsOf(context),
      url: (ctx, interaction) => askUrl(context, ctx, interaction),
    },
    renderError,
  }
}

/**
 * Leaves out scopes that do not exist (OpenID Connect Core 1.0, section 3.1.2.1): neither consent nor a grant is about
 * them. Throws InvalidScope if none is left, since nothing would be granted.
 */
function keepKnownScopes(params: Record<string, unknown> | undefined, known: readonly string[]): void {
  const asked = params?.['scope']
  if (!params || typeof asked !== 'string') return
  const kept = asked.split(' ').filter((scope) => known.includes(scope))
  if (kept.length === 0) throw new errors.InvalidScope('no requested scope exists', asked)
  params['scope'] = kept.join(' ')
}

/**
 * Returns true if the client has to use PKCE: a stolen code is worthless without the verifier. Applications that
 * may omit it need `state` or `nonce`, to notice an answer that is not to their own request (RFC 9700, section
 * 4.5.3).
 */
function needsPkce({ oidc }: KoaContextWithOIDC, client: Client): boolean {
  const { nonce, state } = oidc.params ?? {}
  return client.metadata()[pkceMetadata] !== 'optional' || !(nonce || state)
}

/** Every scope includes `sub`. */
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
 * Shows our own session to the library for each request, and stores none of its own. With a session of its own,
 * prompt=none would be wrong, and signing out on our pages would leave it signed in.
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
    // For a destroyed session, the library writes neither a cookie nor a row.
    Object.defineProperty(session, 'destroyed', { value: true })
    ctx['oidc'].entity('Session', session)
    return session
  }
}

/** Lets userinfo answer without `openid`, which the library requires: Ely's clients ask for `account_info` alone. */
function tellWithoutOpenid(provider: Provider): void {
  Object.defineProperty(provider.AccessToken.prototype, 'scopes', {
    get(this: { scope?: string }): Set<string> {
      const scopes = new Set((this.scope ?? '').split(' ').filter(Boolean))
      return scopes.has('account_info') ? scopes.add('openid') : scopes
    },
  })
}

/** Returns true if a page of this origin may be the application. On the local machine its port is free, as that of `uri`. */
const isOriginOf = (uri: string, origin: string): boolean =>
  origin !== 'null' &&
  (URL.parse(uri)?.origin === origin || isSameButPort(URL.parse('/', uri)?.href ?? '', `${origin}/`))

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
