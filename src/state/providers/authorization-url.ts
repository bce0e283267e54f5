import { hash } from 'node:crypto'
import type { Provider } from '../../model/community/provider.ts'
import { hasMaxAge, hasPrompt, type Prompt } from './presets.ts'

/** A sign-in that begins. */
export interface AskedSignIn {
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
  /** Left out if the provider has none of the kind. */
  prompt?: Prompt
  /** In seconds. Left out if the provider has nothing of the kind. */
  maxAge?: number
}

/** Returns the address at which somebody signs in (RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1). */
export function authorizationUrl(provider: Provider, asked: AskedSignIn): URL {
  const { kind, server, clientId, hostedDomain } = provider
  const { state, nonce, codeVerifier, redirectUri, prompt, maxAge } = asked
  const url = new URL(server.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopeOf(provider),
    state,
    nonce: kind === 'openid' ? nonce : undefined,
    code_challenge: hash('sha256', codeVerifier, 'base64url'),
    code_challenge_method: 'S256',
    prompt: prompt !== undefined && hasPrompt(provider, prompt) ? prompt : undefined,
    max_age: maxAge !== undefined && hasMaxAge(provider) ? String(maxAge) : undefined,
    // Google offers accounts of this domain first. The claim is what counts.
    hd: hostedDomain ?? undefined,
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url
}

/** Membership of a guild needs a scope of its own. */
function scopeOf({ preset, scope, guild }: Provider): string {
  const scopes = scope.split(' ')
  if (preset === 'discord' && guild !== null) scopes.push('guilds.members.read')
  return [...new Set(scopes)].join(' ')
}
