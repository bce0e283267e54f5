import type { WireError, WireErrors } from '../../http/wire-error.ts'

const illegal = (errorMessage: string): WireError => ({
  status: 400,
  error: 'IllegalArgumentException',
  errorMessage,
})
const forbidden = (errorMessage: string): WireError => ({
  status: 401,
  error: 'ForbiddenOperationException',
  errorMessage,
})

const credentialsInvalid = forbidden('Invalid credentials. Invalid email or password.')
const notAccountWork = illegal('This request is about no such thing.')

/**
 * The one place where a refusal becomes the text of the launcher, session and lookup requests.
 * Texts are the specification's, odd wording included; those it leaves open are in docs/protocol/yggdrasil.md.
 */
// biome-ignore format: one refusal a line reads as a table
export const yggdrasilErrors: WireErrors = {
  body_unreadable: illegal('The request body could not be parsed.'),
  body_too_large: { status: 413, error: 'IllegalArgumentException', errorMessage: 'The request body is too large.' },
  encoding_unsupported: { status: 415, error: 'IllegalArgumentException', errorMessage: 'The Content-Encoding is not supported.' },
  parameters_missing: illegal('credentials can not be null.'),
  client_token_too_long: illegal('clientToken is too long.'),
  uuid_malformed: illegal('Invalid uuid format.'),

  credentials_invalid: credentialsInvalid,
  second_factor_required: forbidden('Account protected with two factor auth.'),
  account_suspended: forbidden('This account has been suspended.'),
  token_invalid: forbidden('Invalid token.'),
  token_expired: forbidden('Token expired.'),
  bearer_invalid: forbidden('Invalid token.'),
  profile_foreign: forbidden('The token belongs to another profile.'),

  join_token_invalid: forbidden('Invalid access_token.'),
  join_token_expired: forbidden('Expired access_token.'),
  join_scope_missing: forbidden('The token does not have required scope.'),
  join_profile_foreign: forbidden('Wrong selected_profile.'),
  join_name_foreign: forbidden('Invalid credentials'),
  join_unknown: forbidden('Invalid token.'),

  names_unreadable: illegal('Passed array of profile names is an invalid JSON string.'),
  names_too_many: illegal('Not more than that 100 profile names per call is allowed.'),
  name_missing: illegal('profileName can not be null, empty or array key.'),
  client_banned: { status: 403, error: 'ForbiddenOperationException', errorMessage: 'Too many lookups came from this address. Try again later.' },
  profile_unknown: notAccountWork,

  username_malformed: notAccountWork,
  username_taken: notAccountWork,
  username_changed_lately: notAccountWork,
  email_malformed: notAccountWork,
  email_taken: notAccountWork,
  id_taken: notAccountWork,
  language_malformed: notAccountWork,
  password_malformed: notAccountWork,
  account_unknown: credentialsInvalid,

  texture_missing: illegal('The request must be a form with the image in the field "file".'),
  texture_model_unknown: illegal('There is no such model.'),
  texture_malformed: illegal('The file is not a PNG image, or a damaged one.'),
  texture_animated: illegal('Animated images are not supported.'),
  texture_size_unknown: illegal('The image does not have the size of a skin or a cape.'),
  texture_too_large: { status: 413, error: 'IllegalArgumentException', errorMessage: 'The file is larger than 1 MiB.' },
  texture_unknown: { status: 404, error: 'Not Found', errorMessage: 'There is no such texture.' },
  portrait_size_malformed: illegal('The size must be a whole number from 8 to 512.'),

  address_malformed: notAccountWork,
  ban_unknown: notAccountWork,

  too_many_guesses: { status: 429, error: 'ForbiddenOperationException', errorMessage: 'Too many failed attempts. Try again later.' },
  overloaded: { status: 429, error: 'ForbiddenOperationException', errorMessage: 'Too many requests at once. Try again in a moment.' },

  route_unknown: { status: 404, error: 'Not Found', errorMessage: 'The server has not found anything matching the request URI' },
  method_unknown: { status: 405, error: 'Method Not Allowed', errorMessage: 'The method specified in the request is not allowed for the resource identified by the request URI' },

  database_unavailable: { status: 503, error: 'Service Unavailable', errorMessage: 'The service is temporarily unavailable. Try again in a moment.' },
  skin_system_unavailable: { status: 503, error: 'Service Unavailable', errorMessage: 'The skin system is temporarily unavailable. Try again in a moment.' },
  unexpected: { status: 500, error: 'Internal Server Error', errorMessage: 'An internal error occurred.' },
}
