/**
 * Every reason the service may decline a request. Each protocol has one table that gives their wire form
 * (src/protocol/<name>/errors.ts), and the command line has one of its own.
 */
export type Refusal =
  // what was sent
  | 'body_unreadable'
  | 'body_too_large'
  | 'encoding_unsupported'
  | 'parameters_missing'
  | 'client_token_too_long'
  | 'uuid_malformed'
  // who is asking
  | 'credentials_invalid'
  | 'second_factor_required'
  | 'account_suspended'
  | 'token_invalid'
  | 'token_expired'
  | 'bearer_invalid'
  | 'profile_foreign'
  // joining
  | 'join_token_invalid'
  | 'join_token_expired'
  | 'join_scope_missing'
  | 'join_profile_foreign'
  | 'join_name_foreign'
  | 'join_unknown'
  // looking up
  | 'names_unreadable'
  | 'names_too_many'
  | 'name_missing'
  | 'client_banned'
  | 'profile_unknown'
  // accounts
  | 'username_malformed'
  | 'username_taken'
  | 'username_changed_lately'
  | 'email_malformed'
  | 'email_taken'
  | 'id_taken'
  | 'language_malformed'
  | 'password_malformed'
  | 'account_unknown'
  // textures
  | 'texture_missing'
  | 'texture_model_unknown'
  | 'texture_malformed'
  | 'texture_animated'
  | 'texture_size_unknown'
  | 'texture_too_large'
  // bans
  | 'address_malformed'
  | 'ban_unknown'
  | 'texture_unknown'
  | 'portrait_size_malformed'
  // how much is asked
  | 'too_many_guesses'
  | 'overloaded'
  // where it was asked
  | 'route_unknown'
  | 'method_unknown'
  // on our side
  | 'database_unavailable'
  | 'skin_system_unavailable'
  | 'unexpected'

/** Thrown where the service declines. Nothing has been changed. */
export class Refused extends Error {
  override name = 'Refused'
  readonly reason: Refusal
  /** Seconds until asking again makes sense. */
  readonly retryAfter: number | undefined
  /** The account or name it concerns, for the log: never an e-mail, never a secret. */
  readonly about: string | undefined

  constructor(
    reason: Refusal,
    options: ErrorOptions & { retryAfter?: number; about?: string | undefined } = {},
  ) {
    super(reason, options)
    this.reason = reason
    this.retryAfter = options.retryAfter
    this.about = options.about
  }
}
