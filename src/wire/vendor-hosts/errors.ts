import type { WireError, WireErrors } from '../../http/wire-error.ts'
import { yggdrasilErrors } from '../yggdrasil/errors.ts'

const forbidden = (errorMessage: string): WireError => ({
  status: 403,
  error: 'ForbiddenOperationException',
  errorMessage,
})

/** A "no" that the vendor's clients read from the status. */
const noContent: WireError = { status: 204, error: '', errorMessage: '' }

const tokenInvalid = forbidden('Invalid token.')

/**
 * The same refusals as the vendor's clients know them: 403 where the native routes say 401, and the vendor's
 * texts (J2). Served at the vendor's host layout and at the authlib-injector root.
 */
export const vendorErrors: WireErrors = {
  ...yggdrasilErrors,
  credentials_invalid: forbidden('Invalid credentials. Invalid username or password.'),
  account_unknown: forbidden('Invalid credentials. Invalid username or password.'),
  second_factor_required: forbidden('Account protected with two factor auth.'),
  account_suspended: forbidden('This account has been suspended.'),
  token_invalid: tokenInvalid,
  token_expired: tokenInvalid,
  profile_foreign: forbidden('The token belongs to another profile.'),
  join_token_invalid: tokenInvalid,
  join_token_expired: tokenInvalid,
  join_scope_missing: tokenInvalid,
  join_profile_foreign: tokenInvalid,
  join_name_foreign: tokenInvalid,
  join_unknown: noContent,
}
