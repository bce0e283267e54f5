// The reasons for which the service refuses a request, grouped by what refuses. Those of administration are described in
// src/model/reasons; each protocol has texts for the reasons of its own routes (src/wire/<protocol>/errors.ts).

import { StacklessError } from '../../lib/process/stackless-error.ts'
import type { About } from '../accounts/account.ts'
import type { SignedInVia } from '../accounts/credential.ts'
import type { RuleName } from '../fields/rules.ts'
import type { ReasonName } from '../reasons/reasons.ts'
import type { NounName } from './nouns.ts'
import type { pageRefusals } from './page-refusals.ts'
import type { VisitRefusal } from './visit-refusal.ts'

/** Reasons for which any request may be refused. Their texts are in src/http/errors/common-errors.ts. */
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
  | 'texture_store_unavailable'
  | 'unexpected'

export const signInRefusals = [
  'credentials_invalid',
  'second_factor_required',
  'account_suspended',
  'too_many_guesses',
  'overloaded',
] as const

/** Refusals of a request to end all tokens with the password. */
export const signoutRefusals = ['credentials_invalid', 'too_many_guesses', 'overloaded'] as const

/** Refusals of a token that is refreshed or validated. */
export const tokenRefusals = ['token_invalid', 'token_expired'] as const

/** Refusals of a join. `parameters_missing` is used for the nil UUID. */
export const joinRefusals = [
  'parameters_missing',
  'join_token_invalid',
  'join_token_expired',
  'join_scope_missing',
  'join_profile_foreign',
  'join_name_foreign',
] as const

export const textureRefusals = [
  'texture_malformed',
  'texture_animated',
  'texture_size_unknown',
  'texture_too_large',
  'overloaded',
  'account_unknown',
  'uploads_suspended',
  'texture_taken_down',
  'texture_store_unavailable',
] as const

/** The reasons for which a game server does not let in a player who has joined it. */
export const serverRefusals = ['server_not_allowed', 'server_paused', 'character_not_allowed'] as const

export type SignInRefusal = (typeof signInRefusals)[number]
export type TokenRefusal = (typeof tokenRefusals)[number]
export type JoinRefusal = (typeof joinRefusals)[number]
export type ServerRefusal = (typeof serverRefusals)[number]
export type TextureRefusal = (typeof textureRefusals)[number]

/** Refusals with a noun or a field, which src/model/errors/families.ts makes and words. */
export const families = ['malformed', 'unknown', 'taken', 'too_many'] as const

export type Family = (typeof families)[number]

/** Every reason that may be thrown. It is in the log line, and docs/errors.md explains it. */
export type Refusal =
  | CommonRefusal
  | ReasonName
  | Family
  | SignInRefusal
  | TokenRefusal
  | JoinRefusal
  | TextureRefusal
  // consents of players to applications
  | 'passkey_name_malformed'
  | 'user_code_unknown'
  | 'too_many_user_codes'
  | 'consent_unknown'
  | 'grant_ended'
  | 'too_many_devices'
  | (typeof pageRefusals)[number]
  | VisitRefusal
  | ServerRefusal
  // protection of an account
  | 'second_factor_set'
  // roles
  | 'role_missing'
  // the origin of a request
  | 'request_cross_site'
  // bearer tokens
  | 'bearer_invalid'
  | 'scope_missing'
  | 'profile_foreign'
  | 'client_token_too_long'
  // lookups
  | 'join_unknown'
  | 'names_unreadable'
  | 'names_too_many'
  | 'name_missing'
  | 'client_banned'
  | 'profile_unknown'
  | 'username_changed_lately'
  | 'username_vendor'
  | 'vendor_unavailable'
  // Bedrock players, as game servers ask for them
  | 'xuid_malformed'

  // friends of players
  | 'friend_update_malformed'
  | 'friend_unknown'
  | 'friend_ambiguous'
  | 'friend_refused'
  | 'friends_off'
  | 'friends_preferences_malformed'
  | 'presence_malformed'
  | 'too_many_friend_changes'
  // files and pictures
  | 'texture_missing'
  | 'skins_off'
  | 'capes_off'
  | 'report_repeated'
  | 'report_own'
  | 'report_nothing_worn'
  | 'too_many_reports'
  | 'too_many_uploads'
  | 'texture_model_unknown'
  | 'texture_unknown'
  | 'portrait_size_malformed'
  | 'render_malformed'
  // textures that an account keeps
  | 'wardrobe_full'
  | 'wardrobe_name_malformed'
  // textures that players share
  | 'shared_already'
  | 'too_many_shares'

/** Details of a refusal that are logged for operators, but never sent to clients. docs/errors.md explains them. */
export const refusalDetails = [
  // why a token or a join is not valid
  'account_suspended',
  // why there is no join
  'username_unknown',
  'never_joined',
  'server_id_differs',
  'join_address_differs',
  'join_expired',
  'join_taken',
  'ip_malformed',
] as const

export type RefusalDetail = (typeof refusalDetails)[number]

/** Thrown if the service refuses a request. Nothing has been changed. */
export class Refused extends StacklessError {
  override name = 'Refused'
  readonly reason: Refusal
  /** The number of seconds after which it makes sense to try again. */
  readonly retryAfter: number | undefined
  /** The account or login that the refusal concerns, for the log. Never an email address or a secret. */
  readonly about: About | undefined
  readonly detail: RefusalDetail | undefined
  /** The name of the game server that asked below its own root. */
  readonly server: string | undefined
  /** By what a launcher signs in, if not by the password. */
  readonly via: SignedInVia | undefined
  /** The name of the request's field that has the invalid value, for clients that report it. */
  readonly field: string | undefined
  /** The values that the field takes, in words. */
  readonly allowed: string | undefined
  /** The member of a list that is wrong. It is shown to who sent it, and in no log. */
  readonly value: string | undefined
  /** The thing that is unknown, taken or one too many. */
  readonly noun: NounName | undefined
  /** The rule that a malformed text breaks, for pages, which have words for each. */
  readonly rule: RuleName | undefined
  /** English words for commands and the API: one or two sentences. */
  readonly sentence: string | undefined
  /** All reasons, the first of which is `reason`: a form is checked as a whole. */
  readonly reasons: readonly Refusal[]

  constructor(
    reason: Refusal,
    {
      about,
      allowed,
      also = [],
      detail,
      field,
      noun,
      retryAfter,
      rule,
      sentence,
      server,
      value,
      via,
      ...options
    }: RefusedOptions = {},
  ) {
    super(reason, options)
    this.reason = reason
    this.reasons = [reason, ...also]
    this.retryAfter = retryAfter
    this.about = about && aboutOf(about)
    this.detail = detail
    this.field = field
    this.allowed = allowed
    this.value = value
    this.server = server
    this.via = via
    this.noun = noun
    this.rule = rule
    this.sentence = sentence
  }

  /** The reason and what it is about: `unknown server`, `malformed title`. */
  get subject(): RefusalSubject {
    const { field = '', noun = field, reason } = this
    return isFamily(reason) ? `${reason} ${noun}` : reason
  }
}

const isFamily = (reason: Refusal): reason is Family => families.some((family) => family === reason)

/** A refusal with what it is about. */
export type RefusalSubject = Exclude<Refusal, Family> | `${Family} ${string}`

interface RefusedOptions extends ErrorOptions {
  noun?: NounName | undefined
  rule?: RuleName | undefined
  sentence?: string | undefined
  retryAfter?: number | undefined
  about?: About | undefined
  detail?: RefusalDetail | undefined
  field?: string | undefined
  allowed?: string | undefined
  /** Further reasons, of a form that is checked as a whole. */
  also?: readonly Refusal[]
  value?: string | undefined
  server?: string | undefined
  via?: SignedInVia | undefined
}

/** Copies these fields only: an error that is logged shows all its properties. */
const aboutOf = ({ id, username, loginDigest }: About): About => ({
  ...(id !== undefined && { id }),
  ...(username !== undefined && { username }),
  ...(loginDigest !== undefined && { loginDigest }),
})
