import { fold } from '../../lib/text/fold.ts'
import { isNewUsername } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { isReservedBy } from '../../model/username-shape.ts'
import type { Context } from '../context.ts'

/** Which rules bind whoever chooses a name. */
export interface Choice {
  /** NORN_USERNAME_PATTERN binds players; commands, the API and imports may choose whatever can be stored. */
  isPlayers?: boolean
  /** An operator has said so. */
  mayBeReserved?: boolean
  /** The name that the account has: in other letters it may stay reserved. */
  present?: string
}

/** Why nobody can have a name, whoever owns it. */
export type NameProblem = 'malformed' | 'reserved'

export function nameProblem(
  { config }: Pick<Context, 'config'>,
  username: string,
  { isPlayers = false, mayBeReserved = false, present = '' }: Choice,
): NameProblem | undefined {
  if (!isNewUsername(username)) return 'malformed'
  if (isPlayers && !config.usernamePattern.test(username)) return 'malformed'
  if (mayBeReserved || fold(username) === fold(present)) return undefined
  return isReservedBy(config.reservedNames)(username) ? 'reserved' : undefined
}

/** Throws Refused `username_malformed` or `username_reserved`. */
export function checkName(context: Pick<Context, 'config'>, username: string, choice: Choice): void {
  const problem = nameProblem(context, username, choice)
  if (problem) throw new Refused(`username_${problem}`)
}
