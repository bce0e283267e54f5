import type { Right } from './credential.ts'

/** The public client that every installation has, so that a launcher needs no registration (`shared_client_id`). */
export const sharedClientId = 'launchers'

export const idTokenAlgs = ['RS256', 'ES256'] as const
export type IdTokenAlg = (typeof idTokenAlgs)[number]

/** Whether an application may leave PKCE out (RFC 7636): confidential ones that cannot send it may. */
export const pkceModes = ['required', 'optional'] as const
export type PkceMode = (typeof pkceModes)[number]

/** An application (RFC 6749, section 2). */
export interface OauthClient {
  clientId: string
  name: string
  /** It can keep no secret: an application on the person's own machine. */
  isPublic: boolean
  /** SHA-256 of the secret, in hex; undefined for a public one. */
  secretDigest: string | undefined
  redirectUris: readonly string[]
  idTokenAlg: IdTokenAlg
  pkce: PkceMode
  /** Only members of one of these may sign in to it; everybody where there are none. */
  groups: readonly string[]
  createdAt: number
}

/** Every scope that may be asked for; the word of the game is a setting. */
export const scopesOf = (game: string): readonly string[] => [
  'openid',
  'offline_access',
  'profile',
  'email',
  'account_info',
  'account_email',
  'groups',
  ...joinScopes(game),
  writeScope,
  'Yggdrasil.PlayerProfiles.Select',
  'Yggdrasil.PlayerProfiles.Read',
]

/** The right to change the player's name, skin and cape. */
const writeScope = 'profile_write'

const joinScopes = (game: string): readonly string[] => [`${game}_server_session`, 'Yggdrasil.Server.Join']

/** What a token of this scope may do at the game's own routes. */
export function rightsOf(scope: string, game: string): readonly Right[] {
  const granted = scope.split(' ')
  return [
    ...(joinScopes(game).some((name) => granted.includes(name)) ? (['join'] as const) : []),
    ...(granted.includes(writeScope) ? (['profile_write'] as const) : []),
  ]
}

/** What the claims of each scope are called, in userinfo and ID token. `sub` is always there. */
export const claimsOfScopes = {
  openid: ['sub', 'auth_time'],
  profile: ['preferred_username', 'name', 'picture', 'locale'],
  email: ['email', 'email_verified'],
  account_info: ['id', 'uuid', 'username', 'registeredAt', 'preferredLanguage'],
  account_email: ['email'],
  groups: ['groups'],
  'Yggdrasil.PlayerProfiles.Select': ['selectedProfile'],
  'Yggdrasil.PlayerProfiles.Read': ['availableProfiles'],
} as const

/** Why an address is none that a client may have answers sent to. */
export type RedirectFault =
  | 'redirect_uri_malformed'
  | 'redirect_uri_fragment'
  | 'redirect_uri_insecure'
  | 'redirect_uri_scheme'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Those that browsers run, or read files with. */
const dangerousSchemes = [
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'about:',
  'filesystem:',
  'ws:',
  'wss:',
  'ftp:',
  'mailto:',
]

export const maxRedirectUris = 32
const maxRedirectUriLength = 2000

/**
 * `https:`, `http:` on this machine, and for public clients a scheme of their own (RFC 8252, section 7). No
 * fragment (RFC 6749, section 3.1.2), no credentials. Undefined for an address that may be used.
 */
export function redirectFault(uri: string, isPublic: boolean): RedirectFault | undefined {
  const url = URL.parse(uri)
  if (!url || uri.length > maxRedirectUriLength || /[\s\\*]|[^\x21-\x7e]/.test(uri))
    return 'redirect_uri_malformed'
  if (uri.includes('#')) return 'redirect_uri_fragment'
  if (url.username || url.password) return 'redirect_uri_malformed'
  const isLoopback = loopbackHosts.includes(url.hostname)
  if (url.protocol === 'https:') return isPublic && isLoopback ? 'redirect_uri_insecure' : undefined
  if (url.protocol === 'http:') return isLoopback ? undefined : 'redirect_uri_insecure'
  return isPublic && !dangerousSchemes.includes(url.protocol) ? undefined : 'redirect_uri_scheme'
}

/** Whether two addresses of this machine differ in nothing but their port. */
export function isSameButPort(one: string, other: string): boolean {
  const urls = [URL.parse(one), URL.parse(other)]
  const [a, b] = urls.map((url) => {
    if (url?.protocol !== 'http:' || !loopbackHosts.includes(url.hostname)) return undefined
    url.port = ''
    return url.href
  })
  return a !== undefined && a === b
}

/** What people type is of these letters: no vowels, no digits, so that it spells nothing and reads in one way. */
const userCodePattern = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/** A user code as typed, in any letter case, with or without hyphen or spaces; undefined for what can be none. */
export function parseUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s_-]/g, '')
  return userCodePattern.test(letters) ? letters : undefined
}

/** As it is shown: `XXXX-XXXX`. */
export const shownUserCode = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`
