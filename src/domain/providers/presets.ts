import type { Provider, ProviderKind, ProviderPreset } from '../../model/community/provider.ts'

type Usual = Pick<Provider, 'scope' | 'claims'>

const openidClaims = { subject: 'sub', username: 'preferred_username', email: 'email', groups: null }
const plainClaims = { subject: 'id', username: 'name', email: null, groups: null }

/** The names of the presets as people know them. */
export const presetTitles: Readonly<Record<ProviderPreset, string>> = {
  discord: 'Discord',
  github: 'GitHub',
  google: 'Google',
  microsoft: 'Microsoft',
}

/** Scopes and claims of each. Where an API says who somebody is, it has names of its own for the claims. */
const ofPresets: Readonly<Record<ProviderPreset, Usual>> = {
  discord: { scope: 'openid identify email', claims: { ...openidClaims, username: 'username' } },
  github: {
    scope: 'read:user user:email',
    claims: { ...plainClaims, username: 'login', email: 'email' },
  },
  google: { scope: 'openid email profile', claims: { ...openidClaims, username: 'name' } },
  microsoft: { scope: 'openid profile email', claims: openidClaims },
}

/** Returns what a new provider asks for and reads unless an operator says otherwise. */
export function usualOf(preset: ProviderPreset | null, kind: ProviderKind): Usual {
  if (preset !== null) return ofPresets[preset]
  return kind === 'openid'
    ? { scope: 'openid profile email', claims: openidClaims }
    : { scope: '', claims: plainClaims }
}

/** Returns how the token endpoint gets the secret unless an operator says otherwise. */
export function usualAuth({
  preset,
  kind,
  server,
}: Pick<Provider, 'preset' | 'kind' | 'server'>): Provider['auth'] {
  // The presets' own documents show forms, and Discord reads nothing else (decision 0130). Basic escapes letters that ids of
  // Google's have, and nobody has seen whether all of them take that back.
  if (kind === 'oauth2' || preset !== null) return 'post'
  return server.token_endpoint_auth_methods_supported.includes('client_secret_basic') ? 'basic' : 'post'
}
