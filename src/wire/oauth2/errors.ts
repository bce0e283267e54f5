import { commonErrors } from '../../http/errors/common-errors.ts'
import { errorTable } from '../../http/errors/error-table.ts'
import type { OauthError, WireError } from '../../http/errors/wire-error.ts'

/** Converts a common refusal to the codes of RFC 6749, sections 4.1.2.1 and 5.2. */
const inForm = ({ status, errorMessage }: WireError): OauthError => ({
  status,
  error: codeOf(status),
  error_description: errorMessage,
})

function codeOf(status: number): string {
  if (status === 503 || status === 429) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** The refusals before the library sees a request. The library words its own, as the RFCs define them. */
export const oauthErrors = errorTable(
  {
    body_too_large: inForm(commonErrors.body_too_large),
    encoding_unsupported: inForm(commonErrors.encoding_unsupported),
    database_unavailable: inForm(commonErrors.database_unavailable),
    unexpected: inForm(commonErrors.unexpected),
    too_many_devices: {
      status: 429,
      error: 'temporarily_unavailable',
      error_description: 'Too many devices from this address wait for a sign-in. Try again later.',
    },
  },
  inForm,
)
