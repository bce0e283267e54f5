import { errorTable } from '../../http/errors/error-table.ts'
import type { MessageError } from '../../http/errors/wire-error.ts'

/** Floodgate reads `message` of any answer that has not status 200, and fails where there is none. */
const said = (status: number, message: string): MessageError => ({ status, message })

export const bedrockErrors = errorTable(
  {
    xuid_malformed: said(400, 'The XUID must be a decimal number from 1 to 9223372036854775807.'),
    uuid_malformed: said(400, 'The UUID is malformed.'),
    client_banned: said(429, 'Too many lookups came from this address. Try again later.'),
  },
  ({ status, errorMessage }) => said(status, errorMessage),
)
