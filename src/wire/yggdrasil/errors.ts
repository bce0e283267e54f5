import { errorTable } from '../../http/errors/error-table.ts'
import { forbidden, illegal } from '../../http/errors/wire-error.ts'

/**
 * The refusals of launcher and session requests (docs/protocol/yggdrasil.md). The texts are the specification's,
 * odd wording included; where it leaves them open, they are the vendor's, or say what is wrong.
 */
export const yggdrasilErrors = errorTable({
  request_cross_site: forbidden(403, 'Requests from other web pages are not accepted.'),
  parameters_missing: illegal('credentials can not be null.'),
  client_token_too_long: illegal('clientToken is too long.'),
  uuid_malformed: illegal('Invalid uuid format.'),

  credentials_invalid: forbidden(401, 'Invalid credentials. Invalid email or password.'),
  second_factor_required: forbidden(401, 'Account protected with two factor auth.'),
  account_suspended: forbidden(401, 'This account has been suspended.'),
  too_many_guesses: forbidden(429, 'Too many failed attempts. Try again later.'),
  token_invalid: forbidden(401, 'Invalid token.'),
  token_expired: forbidden(401, 'Token expired.'),

  join_token_invalid: forbidden(401, 'Invalid access_token.'),
  join_token_expired: forbidden(401, 'Expired access_token.'),
  join_scope_missing: forbidden(401, 'The token does not have required scope.'),
  join_profile_foreign: forbidden(401, 'Wrong selected_profile.'),
  join_name_foreign: forbidden(401, 'Invalid credentials'),
  join_unknown: forbidden(401, 'Invalid token.'),
  // The same as without a join, so that the asker learns nothing more.
  server_not_allowed: forbidden(401, 'Invalid token.'),
  character_not_allowed: forbidden(401, 'Invalid token.'),
  server_paused: forbidden(401, 'Invalid token.'),
  two_sources: forbidden(401, 'Invalid token.'),
  name_elsewhere: forbidden(401, 'Invalid token.'),
  name_owned: forbidden(401, 'Invalid token.'),
  visitor_refused: forbidden(401, 'Invalid token.'),
  visitor_suspended: forbidden(401, 'Invalid token.'),
  answer_malformed: forbidden(401, 'Invalid token.'),
  uuid_taken: forbidden(401, 'Invalid token.'),
  visitor_renamed_lately: forbidden(401, 'Invalid token.'),
  visitors_too_many: forbidden(401, 'Invalid token.'),
  neighbour_unsure: {
    status: 503,
    error: 'Service Unavailable',
    errorMessage: 'Another account service did not answer. Try again in a moment.',
  },
})
