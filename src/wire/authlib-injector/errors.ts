import { pathTable } from '../../http/errors/error-table.ts'
import { forbidden, illegal } from '../../http/errors/wire-error.ts'
import { yggdrasilErrors } from '../yggdrasil/errors.ts'

const { request_cross_site, parameters_missing, client_token_too_long, uuid_malformed, too_many_guesses } =
  yggdrasilErrors.own
const credentialsInvalid = forbidden(403, 'Invalid credentials. Invalid username or password.')
const tokenInvalid = forbidden(403, 'Invalid token.')

/**
 * Launcher requests and texture uploads below the authlib-injector root: 403 instead of the native 401, except for
 * a missing or invalid bearer token, and no distinction between expired and other invalid tokens (J2).
 */
export const authlibInjectorErrors = pathTable({
  request_cross_site,
  parameters_missing,
  client_token_too_long,
  uuid_malformed,

  credentials_invalid: credentialsInvalid,
  second_factor_required: forbidden(403, 'Account protected with two factor auth.'),
  account_suspended: forbidden(403, 'This account has been suspended.'),
  too_many_guesses,
  token_invalid: tokenInvalid,
  token_expired: tokenInvalid,

  bearer_invalid: forbidden(401, 'Invalid token.'),
  scope_missing: forbidden(403, 'The token does not have required scope.'),
  profile_foreign: forbidden(403, 'The token belongs to another profile.'),
  account_unknown: credentialsInvalid,
  texture_missing: illegal('The request must be a form with the image in the field "file".'),
  texture_model_unknown: illegal('There is no such model.'),
  texture_malformed: illegal('The file is not a PNG image, or a damaged one.'),
  texture_animated: illegal('Animated images are not supported.'),
  texture_size_unknown: illegal(
    'The image does not have the size of a skin (64x64 or 64x32 pixels) or a cape (64x32 or 22x17), or a multiple that is allowed here.',
  ),
  texture_too_large: illegal('The file is larger than 1 MiB.', 413),
  skins_off: forbidden(403, "Skins can't be changed here."),
  capes_off: forbidden(403, "Capes can't be changed here."),
  uploads_suspended: forbidden(403, 'A moderator has suspended your uploads.'),
  texture_taken_down: forbidden(403, 'This picture was taken down.'),
  too_many_uploads: forbidden(429, 'Too many textures were uploaded. Try again later.'),
})
