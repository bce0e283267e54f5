import { isLine } from '../accounts/label.ts'
import type { AuthorizationServer } from './neighbour.ts'

/** `/sign-in` names each of them. */
export const maxProviders = 20

/** The most identities of one account, each of another provider. */
export const maxLinkedIdentities = 10

/** In UTF-16 code units. */
export const maxSubjectLength = 254

/** Returns true if a provider may call somebody so. */
export const isSubject = (text: string): boolean => text !== '' && isLine(text, maxSubjectLength)

/** Providers whose addresses and particulars are known. */
export const providerPresets = ['discord', 'github', 'google', 'microsoft'] as const

export type ProviderPreset = (typeof providerPresets)[number]

/** `openid` is OpenID Connect. With `oauth2`, who somebody is comes from the user info alone. */
export type ProviderKind = 'openid' | 'oauth2'

/** The registrations that a provider brings; with `as-setting`, those that passwords bring. */
export const providerRegistrations = ['as-setting', 'open', 'invite', 'off'] as const

export type ProviderRegistration = (typeof providerRegistrations)[number]

/** An email address counts as confirmed if the provider says so (`claim`), always (`trust`) or never (`confirm`). */
export const providerEmails = ['claim', 'trust', 'confirm'] as const

export type ProviderEmail = (typeof providerEmails)[number]

/** The addresses of a provider and what it supports. `jwks_uri` and `userinfo_endpoint` may be missing with OAuth 2.0 and OpenID respectively. */
export type ProviderServer = Omit<AuthorizationServer, 'jwks_uri'> & {
  jwks_uri?: string
  userinfo_endpoint?: string
}

/** A service through which people sign in here. Its secrets are apart. */
export interface Provider {
  name: string
  /** In epoch milliseconds. With the name, it tells this provider from an earlier one of the same name. */
  createdAt: number
  preset: ProviderPreset | null
  kind: ProviderKind
  /** Undefined for `oauth2`, which has none. */
  issuer: string | undefined
  server: ProviderServer
  clientId: string
  /** The name that people read: "Continue with …". */
  title: string
  registration: ProviderRegistration
  email: ProviderEmail
  /** Separated by spaces. */
  scope: string
  /** The names or dotted paths of claims. `groups` is null if none are read. */
  claims: Readonly<{ subject: string; username: string; email: string | null; groups: string | null }>
  /** Groups by the values of the claim, or by ids of Discord's roles. Empty means that values are names of groups. */
  groupMap: Readonly<Record<string, string>>
  /** The way in which the token endpoint gets the secret. */
  auth: 'post' | 'basic'
  /** For `microsoft`: consumers, organizations, common or the id of a tenant. */
  tenant: string | null
  /** For `google`: the value that the claim `hd` has to have. */
  hostedDomain: string | null
  /** For `discord`: the guild whose roles are read. */
  guild: string | null
  /** True if only members of the guild register. */
  guildRequired: boolean
  /** True if its addresses may be in a private network, and http:. */
  isPrivate: boolean
}

/** Somebody as a provider has proved them. Texts are without control and bidirectional characters. */
export interface ProviderIdentity {
  /** Never reused there, at most 254 characters. */
  subject: string
  /** A name there, which may change, at most 254 characters. */
  username: string | undefined
  email: string | undefined
  isEmailVerified: boolean
  /** The values of the claim; undefined if it is not there or of another form, which changes nothing. */
  groups: readonly string[] | undefined
  /** In epoch milliseconds: when they last proved who they are, if an ID token says so (`auth_time`). */
  authenticatedAt: number | undefined
  /** For `discord` with a guild: false if they are not in it. */
  isInGuild: boolean | undefined
}

/**
 * Reasons why an answer about a member of a guild is of no use: Discord refused the question, limited it or did not
 * answer; the answer is not one; Discord does not know the user.
 */
export type MemberProblem =
  | 'sync_refused'
  | 'sync_limited'
  | 'sync_unanswered'
  | 'sync_malformed'
  | 'sync_user_unknown'

/** Returns true if a provider has what it takes to ask about members of its guild. */
export const canAskMembers = (of: Pick<Provider, 'preset' | 'guild'>, hasBotToken: boolean): boolean =>
  of.preset === 'discord' && of.guild !== null && hasBotToken
