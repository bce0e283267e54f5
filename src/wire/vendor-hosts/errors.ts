import { pathTable } from '../../http/errors/error-table.ts'
import { forbidden } from '../../http/errors/wire-error.ts'
import { yggdrasilErrors } from '../yggdrasil/errors.ts'

const { parameters_missing, uuid_malformed, neighbour_unsure } = yggdrasilErrors.own
const tokenInvalid = forbidden(403, 'Invalid token.')
const no = { status: 204, error: '', errorMessage: '' }

/**
 * The refusals of session requests for the vendor's clients: 403 instead of the native 401, one text for every
 * problem with a token, and a "no" of hasJoined that clients read from the status (J2).
 */
export const vendorErrors = pathTable({
  parameters_missing,
  uuid_malformed,
  join_token_invalid: tokenInvalid,
  join_token_expired: tokenInvalid,
  join_scope_missing: tokenInvalid,
  join_profile_foreign: tokenInvalid,
  join_name_foreign: tokenInvalid,
  join_unknown: no,
  server_not_allowed: no,
  character_not_allowed: no,
  server_paused: no,
  two_sources: no,
  name_elsewhere: no,
  name_owned: no,
  visitor_refused: no,
  visitor_suspended: no,
  answer_malformed: no,
  uuid_taken: no,
  visitor_renamed_lately: no,
  visitors_too_many: no,
  neighbour_unsure,
})
