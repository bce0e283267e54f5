import type { LineError, LineErrors, WireError, WireErrors } from '../../http/wire-error.ts'
import { yggdrasilErrors } from '../yggdrasil/errors.ts'

const asLine = ({ status, errorMessage }: WireError): LineError => ({ status, line: errorMessage })

const asLines = (errors: WireErrors): LineErrors =>
  Object.fromEntries(Object.entries(errors).map(([reason, error]) => [reason, asLine(error)])) as LineErrors

/** Old clients show the line to the player. */
const badLogin = (line: string): LineError => ({ status: 401, line: `Bad login${line}` })

/**
 * The same refusals as one line of text (S7, S8). Old servers read only a 200, so hasJoined's no is one.
 */
export const legacyErrors: LineErrors = {
  ...asLines(yggdrasilErrors),
  parameters_missing: { status: 400, line: 'A parameter is missing.' },
  join_token_invalid: badLogin(''),
  join_token_expired: badLogin(': the token has expired.'),
  join_scope_missing: badLogin(': the token does not have required scope.'),
  join_profile_foreign: badLogin(": the UUID is not the token's."),
  join_name_foreign: badLogin(": the name is not the token's."),
  join_unknown: { status: 200, line: 'NO' },
}
