import { errorTable, pathTable } from '../../http/errors/error-table.ts'
import { forbidden, illegal } from '../../http/errors/wire-error.ts'
import { yggdrasilErrors } from '../yggdrasil/errors.ts'

const { uuid_malformed, neighbour_unsure } = yggdrasilErrors.own

/** The refusals of the older lookups, below every root. The texts are the specification's, odd wording included. */
export const lookupErrors = errorTable({
  uuid_malformed,
  names_unreadable: illegal('Passed array of profile names is an invalid JSON string.'),
  names_too_many: illegal('Not more than that 100 profile names per call is allowed.'),
  name_missing: illegal('profileName can not be null, empty or array key.'),
  neighbour_unsure,
  client_banned: forbidden(403, 'Too many lookups came from this address. Try again later.'),
})

/** Words these refusals below the vendor's paths: without `/api`, and at the authlib-injector root. */
export const vendorLookupErrors = pathTable(lookupErrors.own)
