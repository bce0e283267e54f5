import { isPlainHost } from '../../lib/net/plain-host.ts'
import { typedCode } from '../../lib/text/typed-code.ts'
import type { Right } from '../accounts/credential.ts'
import type { newClientFields } from '../fields/client.ts'
import type { Values } from '../fields/field.ts'
import type { ReasonName } from '../reasons/reasons.ts'

/** The public client that every installation has, so that launchers need not be registered (`shared_client_id`). */
export const sharedClientId = 'launchers'

/** An application (a client in RFC 6749, section 2). */
export interface OauthClient extends Values<typeof newClientFields> {
  clientId: string
  /** The SHA-256 of the secret in hex. Undefined for a public client. */
  secretDigest: string | undefined
  createdAt: number
}

/** Returns every scope that may be requested. The game's word in one of them is a setting. */
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
  ...wardrobeScopes,
  'Yggdrasil.PlayerProfiles.Select',
  'Yggdrasil.PlayerProfiles.Read',
]

/** The scope to change the player's name, skin and cape. */
const writeScope = 'profile_write' as const

/** The scopes to read the player's wardrobe, and to change it, which includes reading. */
const wardrobeScopes = ['wardrobe_read', 'wardrobe_write'] as const

const joinScopes = (game: string): readonly string[] => [`${game}_server_session`, 'Yggdrasil.Server.Join']

/** Returns true if an application with this scope acts as one player, or wants to know as which one. */
export const isAboutPlayer = (scope: string, game: string): boolean =>
  scope
    .split(' ')
    .some((name) =>
      [...joinScopes(game), writeScope, ...wardrobeScopes, 'Yggdrasil.PlayerProfiles.Select'].includes(name),
    )

/** Returns true if an application with this scope learns the email address. */
export const tellsEmail = (scope: string): boolean =>
  scope.split(' ').some((name) => name === 'email' || name === 'account_email')

/** Returns the rights that a token of this scope has on the game's own routes. */
export function rightsOf(scope: string, game: string): readonly Right[] {
  const granted = scope.split(' ')
  return [
    ...(joinScopes(game).some((name) => granted.includes(name)) ? (['join'] as const) : []),
    ...[writeScope, ...wardrobeScopes].filter((right) => granted.includes(right)),
  ]
}

/** The claims that each scope adds to userinfo and the ID token. `sub` is always included. */
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

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Schemes that browsers execute or use to read files. */
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

const maxRedirectUriLength = 2000

/**
 * Returns why a redirect URI is refused, or undefined if it may be used. Accepted are `https:`, `http:` on the loopback
 * interface and, for public clients, a private-use scheme (RFC 8252, section 7), without a fragment (RFC 6749, section
 * 3.1.2) and without credentials, as `spellingOfBrowsers` writes it: such addresses are compared to the letter, so that
 * each has one spelling.
 */
export function redirectFault(uri: string, isPublic: boolean): ReasonName | undefined {
  const url = URL.parse(uri)
  if (!url || uri.length > maxRedirectUriLength || uri.includes('*')) return 'redirect_uri_malformed'
  const isHttp = /^https?:$/.test(url.protocol)
  if (isHttp && !isPlainHost(url.hostname)) return 'redirect_uri_malformed'
  if (uri.includes('#')) return 'redirect_uri_fragment'
  if (hasUser(uri, url)) return 'redirect_uri_malformed'
  const isLoopback = loopbackHosts.includes(url.hostname)
  const isInsecure = url.protocol === 'https:' ? isPublic && isLoopback : isHttp && !isLoopback
  if (isInsecure) return 'redirect_uri_insecure'
  if (!isHttp && (!isPublic || dangerousSchemes.includes(url.protocol))) return 'redirect_uri_scheme'
  if (spellingOfBrowsers(uri) !== uri) return 'redirect_uri_rewritten'
  // In addresses of other schemes, URL leaves some spaces and backslashes as they are.
  return /\\|[^\x21-\x7e]/.test(uri) ? 'redirect_uri_malformed' : undefined
}

/** Returns true if somebody has written a user name or password, even an empty one, which URL drops. */
const hasUser = (uri: string, { username, password, protocol }: URL): boolean =>
  username !== '' || password !== '' || (/^https?:$/.test(protocol) && /^[^:]*:[/\\]*[^/\\?]*@/.test(uri))

/**
 * Returns an absolute URI as browsers write it before they open it: `http://127.0.0.1/` for `http://127.1/`, and
 * `https://x/` for `https:///x`. The slash of an empty path may be missing, and the dot of the root (RFC 1034, section
 * 3.1) is left out.
 */
export function spellingOfBrowsers(uri: string): string {
  const url = new URL(uri)
  if (/^https?:$/.test(url.protocol)) url.hostname = url.hostname.replace(/\.$/, '')
  const { href, origin, search } = url
  return uri === `${origin}${search}` ? uri : href
}

/** Returns true if two loopback URIs differ in their port only; all else is compared to the letter. */
export function isSameButPort(one: string, other: string): boolean {
  const portless = withoutPort(one)
  return portless !== undefined && URL.canParse(other) && portless === withoutPort(other)
}

function withoutPort(uri: string): string | undefined {
  const [, host, rest] = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d+)?((?:[/?].*)?)$/.exec(uri) ?? []
  return host === undefined ? undefined : `${host}${rest === '' ? '/' : rest}`
}

/** User codes consist of these letters. Without vowels and digits they spell no words and can't be misread. */
const userCodePattern = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/**
 * Parses a user code as typed, in any letter case, with or without hyphens or spaces. Returns undefined if it can't be
 * one.
 */
export function parseUserCode(typed: string): string | undefined {
  const letters = typedCode(typed).toUpperCase()
  return userCodePattern.test(letters) ? letters : undefined
}

/** Formats a user code for display: `XXXX-XXXX`. */
export const shownUserCode = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`
