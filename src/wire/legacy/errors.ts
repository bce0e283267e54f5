import { errorTable } from '../../http/errors/error-table.ts'
import type { LineError } from '../../http/errors/wire-error.ts'

/** Words a failed sign-in; old clients show the line to the player. */
const badLogin = (line: string): LineError => ({ status: 401, line: `Bad login${line}` })

/**
 * Answers to old game versions are one line of text. Game servers of that time read only status 200 (S8), so the
 * "no" of hasJoined has it, too.
 */
export const legacyErrors = errorTable(
  {
    parameters_missing: { status: 400, line: 'A parameter is missing.' },
    join_token_invalid: badLogin(''),
    join_token_expired: badLogin(': the token has expired.'),
    join_scope_missing: badLogin(': the token does not have required scope.'),
    join_profile_foreign: badLogin(": the UUID is not the token's."),
    join_name_foreign: badLogin(": the name is not the token's."),
    join_unknown: { status: 200, line: 'NO' },
    server_not_allowed: { status: 200, line: 'NO' },
    character_not_allowed: { status: 200, line: 'NO' },
    server_paused: { status: 200, line: 'NO' },
  },
  ({ status, errorMessage }) => ({ status, line: errorMessage }),
)
