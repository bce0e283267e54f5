import type { Provider, ProviderPreset, ProviderServer } from '../../model/community/provider.ts'
import type { Claims } from './tokens.ts'

export type Prompt = 'login' | 'select_account' | 'consent'

/** The values of `prompt` that each of them has. Others would be an error there, or nothing. */
const promptsOf: Readonly<Record<ProviderPreset, readonly Prompt[]>> = {
  discord: ['consent'],
  github: ['select_account'],
  google: ['consent', 'select_account'],
  microsoft: ['login', 'select_account', 'consent'],
}

export const hasPrompt = ({ preset }: Pick<Provider, 'preset'>, prompt: Prompt): boolean =>
  preset === null || promptsOf[preset].includes(prompt)

/** Returns true if the provider can be asked how long ago somebody may have signed in there (`max_age`). */
export const hasMaxAge = ({ preset, kind }: Pick<Provider, 'preset' | 'kind'>): boolean =>
  kind === 'openid' && (preset === null || preset === 'microsoft')

/** Discord's and GitHub's, which are not read from a discovery document. */
export const fixedServers: Readonly<Record<'discord' | 'github', ProviderServer>> = {
  discord: {
    issuer: 'https://discord.com',
    authorization_endpoint: 'https://discord.com/oauth2/authorize',
    token_endpoint: 'https://discord.com/api/oauth2/token',
    jwks_uri: 'https://discord.com/api/oauth2/keys',
    userinfo_endpoint: 'https://discord.com/api/v10/users/@me',
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: false,
  },
  github: {
    issuer: 'https://github.com/login/oauth',
    authorization_endpoint: 'https://github.com/login/oauth/authorize',
    token_endpoint: 'https://github.com/login/oauth/access_token',
    userinfo_endpoint: 'https://api.github.com/user',
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    id_token_signing_alg_values_supported: [],
    authorization_response_iss_parameter_supported: false,
  },
}

const googleIssuers: readonly unknown[] = ['https://accounts.google.com', 'accounts.google.com']

/** The tenant of personal accounts. */
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** The issuer that Microsoft's document names where tenants are many. */
const anyTenant = 'https://login.microsoftonline.com/{tenantid}/v2.0'

const microsoftIssuer =
  /^https:\/\/login\.microsoftonline\.com\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/

/** Returns the issuer that an answer has to name, given the one that it names (`iss`) and its tenant (`tid`). */
export function issuerFor(
  { preset, issuer, server, tenant }: Pick<Provider, 'preset' | 'issuer' | 'server' | 'tenant'>,
  { iss, tid }: { iss?: unknown; tid?: unknown },
): string {
  if (preset === 'google' && googleIssuers.includes(iss)) return String(iss)
  if (preset === 'microsoft' && isOfTenant(tenant, iss, tid)) return String(iss)
  // Its own issuer may be a pattern, which no answer may name.
  if (preset === 'microsoft') return 'another tenant'
  // The library wants one of OAuth 2.0 as well, and compares it with nothing.
  return issuer ?? server.token_endpoint
}

/** Returns true if the issuer is the tenant's own one. Answers without an ID token have no `tid`. */
function isOfTenant(tenant: string | null, iss: unknown, tid: unknown): boolean {
  const own = typeof iss === 'string' ? microsoftIssuer.exec(iss)?.[1] : undefined
  if (own === undefined || (tid !== undefined && tid !== own)) return false
  if (tenant === 'common') return true
  if (tenant === 'organizations') return own !== consumers
  return own === (tenant === 'consumers' || tenant === null ? consumers : tenant.toLowerCase())
}

/** Returns true if a discovery document that names this issuer is the one of the provider. Microsoft's may name a pattern. */
export function isDocumentOf(
  { preset, issuer, tenant }: Pick<Provider, 'preset' | 'issuer' | 'tenant'>,
  said: unknown,
): boolean {
  if (said === issuer) return true
  return preset === 'microsoft' && (said === anyTenant || isOfTenant(tenant, said, undefined))
}

/** Returns the person's key: `sub`, except at Microsoft, where that differs for each application. Undefined if there is none. */
export function subjectIn({ preset }: Pick<Provider, 'preset'>, claims: Claims): unknown {
  if (preset !== 'microsoft') return claims.sub
  const { tid, oid } = claims
  return typeof tid === 'string' && typeof oid === 'string' && oid !== '' ? `${tid}.${oid}` : undefined
}
