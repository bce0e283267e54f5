// Why the service declines, by what declines. A protocol words those that its own routes can meet
// (src/wire/<protocol>/errors.ts), the command line those of its commands (src/cli/line/refusals.ts).

import { StacklessError } from '../lib/process/stackless-error.ts'
import type { About } from './account.ts'
import type { RedirectFault } from './oauth.ts'
import type { WebhookUrlFault } from './webhook.ts'

/** What any request may be declined for, whatever it is about: src/http/errors/common-errors.ts words them. */
export type CommonRefusal =
  | 'body_unreadable'
  | 'host_repeated'
  | 'body_too_large'
  | 'encoding_unsupported'
  | 'route_unknown'
  | 'server_unknown'
  | 'too_many_server_keys'
  | 'method_unknown'
  | 'overloaded'
  | 'database_unavailable'
  | 'skin_system_unavailable'
  | 'unexpected'

/** Signing in. */
export const signInRefusals = [
  'credentials_invalid',
  'second_factor_required',
  'account_suspended',
  'too_many_guesses',
  'overloaded',
] as const

/** Ending an account's tokens with its password. */
export const signoutRefusals = ['credentials_invalid', 'too_many_guesses', 'overloaded'] as const

/** Refreshing and validating a token. */
export const tokenRefusals = ['token_invalid', 'token_expired'] as const

/** Joining a server; `parameters_missing` where the profile is the nil UUID. */
export const joinRefusals = [
  'parameters_missing',
  'join_token_invalid',
  'join_token_expired',
  'join_scope_missing',
  'join_profile_foreign',
  'join_name_foreign',
] as const

/** Wearing a texture. */
export const textureRefusals = [
  'texture_malformed',
  'texture_animated',
  'texture_size_unknown',
  'texture_too_large',
  'overloaded',
  'account_unknown',
] as const

/** Making and changing an account. */
export type AccountRefusal =
  | 'uuid_malformed'
  | 'username_malformed'
  | 'username_taken'
  | 'username_held'
  | 'username_reserved'
  | 'name_not_held'
  | 'email_malformed'
  | 'email_taken'
  | 'id_taken'
  | 'language_malformed'
  | 'password_malformed'
  | 'account_unknown'
  | 'last_administrator'
  | 'suspension_reason_malformed'

/** Making, changing and ending an OAuth client. */
export type ClientRefusal =
  | 'client_unknown'
  | 'client_shared'
  | 'client_without_secret'
  | 'client_name_malformed'
  | 'redirect_uri_missing'
  | 'redirect_uris_too_many'
  | 'pkce_optional_public'
  | RedirectFault

/** Only pages refuse with these, in the language of their reader. */
export const pageRefusals = [
  'registration_closed',
  'invite_invalid',
  'too_many_registrations',
  'too_many_mails',
  'link_dead',
  'session_ended',
  'group_required',
  'too_many_exports',
] as const

export type InviteRefusal = 'invite_unknown'

/** Registering game servers. */
export type ServerRefusal =
  | 'server_name_unknown'
  | 'server_taken'
  | 'servers_too_many'
  | 'server_name_malformed'
  | 'server_title_malformed'
  | 'server_address_malformed'

/** Why a game server does not let in a player who has joined it. */
export const serverRefusals = ['server_not_allowed', 'server_paused'] as const

/** Putting players together. */
export type GroupRefusal =
  | 'group_unknown'
  | 'group_taken'
  | 'groups_too_many'
  | 'group_name_malformed'
  | 'group_title_malformed'
  | 'group_colour_malformed'

/** Telling others of events. */
export type WebhookRefusal =
  | 'webhook_unknown'
  | 'webhook_off'
  | 'webhooks_too_many'
  | 'event_unknown'
  | 'delivery_unknown'
  | WebhookUrlFault

export type ApiTokenRefusal = 'api_token_name_malformed' | 'api_token_unknown'

/** What only the API for administration declines: who asks, what is sent, and what is asked a second time. */
export type ApiRefusal =
  | 'api_token_invalid'
  | 'api_token_read_only'
  | 'fields_malformed'
  | 'instant_malformed'
  | 'idempotency_key_malformed'
  | 'idempotency_key_reused'
  | 'idempotency_key_in_use'
  | 'idempotency_keys_too_many'

export type BanRefusal = 'address_malformed' | 'ban_unknown'

export type SignInRefusal = (typeof signInRefusals)[number]
export type TokenRefusal = (typeof tokenRefusals)[number]
export type JoinRefusal = (typeof joinRefusals)[number]
export type TextureRefusal = (typeof textureRefusals)[number]

/** Every reason that may be thrown. It stands in the log line, and docs/errors.md explains it. */
export type Refusal =
  | CommonRefusal
  | SignInRefusal
  | TokenRefusal
  | JoinRefusal
  | TextureRefusal
  | AccountRefusal
  | BanRefusal
  | ClientRefusal
  // what people let applications do
  | 'passkey_name_malformed'
  | 'user_code_unknown'
  | 'too_many_user_codes'
  | 'consent_unknown'
  | 'grant_ended'
  | 'too_many_devices'
  | (typeof pageRefusals)[number]
  | InviteRefusal
  | GroupRefusal
  | ServerRefusal
  | (typeof serverRefusals)[number]
  | WebhookRefusal
  | ApiTokenRefusal
  | ApiRefusal
  // what an account is protected with
  | 'second_factor_set'
  // what only administrators, or moderators, may do
  | 'role_missing'
  // where a request comes from
  | 'request_cross_site'
  // tokens that a request bears
  | 'bearer_invalid'
  | 'scope_missing'
  | 'profile_foreign'
  | 'client_token_too_long'
  // looking up
  | 'join_unknown'
  | 'names_unreadable'
  | 'names_too_many'
  | 'name_missing'
  | 'client_banned'
  | 'profile_unknown'
  | 'username_changed_lately'
  | 'username_vendor'
  | 'vendor_unavailable'
  // files and pictures
  | 'texture_missing'
  | 'too_many_uploads'
  | 'texture_model_unknown'
  | 'texture_unknown'
  | 'portrait_size_malformed'

/**
 * What a refusal leaves open: clients are not told, operators are. It stands in the log line beside the reason, and
 * docs/errors.md explains it.
 */
export const refusalDetails = [
  // why a token, or a join, is not good
  'account_suspended',
  // why nobody has joined
  'username_unknown',
  'never_joined',
  'server_id_differs',
  'join_address_differs',
  'join_expired',
  'join_taken',
  'ip_malformed',
] as const

export type RefusalDetail = (typeof refusalDetails)[number]

/** Thrown where the service declines. Nothing has been changed. */
export class Refused extends StacklessError {
  override name = 'Refused'
  readonly reason: Refusal
  /** Seconds until asking again makes sense. */
  readonly retryAfter: number | undefined
  /** Whom it concerns, for the log: never an e-mail, never a secret. */
  readonly about: About | undefined
  readonly detail: RefusalDetail | undefined
  /** The name of the game server that asked below its root. */
  readonly server: string | undefined
  /** What the request calls the value that is wrong, for programs that name it. */
  readonly field: string | undefined

  constructor(
    reason: Refusal,
    { about, detail, field, retryAfter, server, ...options }: RefusedOptions = {},
  ) {
    super(reason, options)
    this.reason = reason
    this.retryAfter = retryAfter
    this.about = about && aboutOf(about)
    this.detail = detail
    this.field = field
    this.server = server
  }
}

interface RefusedOptions extends ErrorOptions {
  retryAfter?: number | undefined
  about?: About | undefined
  detail?: RefusalDetail | undefined
  field?: string | undefined
  server?: string | undefined
}

/** Nothing else of a row: an error that is logged shows all that it has. */
const aboutOf = ({ id, username, loginDigest }: About): About => ({
  ...(id !== undefined && { id }),
  ...(username !== undefined && { username }),
  ...(loginDigest !== undefined && { loginDigest }),
})
