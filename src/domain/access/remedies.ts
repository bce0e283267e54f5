import type { AttemptReason } from '../../model/records/attempt.ts'

/** Kinds of advice to a player whose attempt was refused. */
export type Remedy =
  | 'password'
  | 'code'
  | 'signIn'
  | 'account'
  | 'again'
  | 'wait'
  | 'group'
  | 'primary'
  | 'operators'

const remedies: Readonly<Record<AttemptReason, Remedy>> = {
  credentials_invalid: 'password',
  second_factor_required: 'code',
  account_suspended: 'operators',
  too_many_guesses: 'wait',
  overloaded: 'wait',
  token_invalid: 'signIn',
  token_expired: 'signIn',
  parameters_missing: 'signIn',
  join_token_invalid: 'signIn',
  join_token_expired: 'signIn',
  join_scope_missing: 'signIn',
  join_profile_foreign: 'account',
  join_name_foreign: 'account',
  server_not_allowed: 'group',
  character_not_allowed: 'primary',
  server_paused: 'wait',
  two_sources: 'operators',
  neighbour_unsure: 'wait',
  name_elsewhere: 'operators',
  name_owned: 'operators',
  visitor_refused: 'operators',
  visitor_suspended: 'operators',
  answer_malformed: 'operators',
  uuid_taken: 'operators',
  visitor_renamed_lately: 'wait',
  visitors_too_many: 'wait',
  watched: 'operators',
  server_unknown: 'operators',
  join_unknown: 'account',
  username_unknown: 'signIn',
  never_joined: 'account',
  server_id_differs: 'again',
  join_address_differs: 'operators',
  join_expired: 'again',
  join_taken: 'operators',
  ip_malformed: 'operators',
  grant_ended: 'signIn',
  database_unavailable: 'wait',
  unexpected: 'wait',
  provider_declined: 'signIn',
  provider_unproved: 'signIn',
  provider_unanswered: 'wait',
  provider_not_linked: 'signIn',
  provider_registration_off: 'operators',
  provider_guild_missing: 'operators',
}

const isReason = (word: string): word is AttemptReason => Object.hasOwn(remedies, word)

/** Returns the more telling one of a refusal's detail and reason, and its remedy. Those of applications have none here. */
export function remedyFor(detail: string | null, reason: string): { reason: string; remedy: Remedy } {
  const [word] = detail?.split(' ') ?? []
  const told = [word, reason].find((each) => each !== undefined && isReason(each))
  return told !== undefined && isReason(told)
    ? { reason: told, remedy: remedies[told] }
    : { reason, remedy: 'operators' }
}
