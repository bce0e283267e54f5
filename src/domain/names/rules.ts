import { fold } from '../../lib/text/fold.ts'
import { isNewUsername } from '../../model/accounts/account.ts'
import { isReservedBy } from '../../model/accounts/username-shape.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { ReadContext } from '../context.ts'

/** The rules for a new name, which depend on who chooses it. */
export interface Choice {
  /** NORN_USERNAME_PATTERN applies to players. Commands, the API and imports may choose any name that can be stored. */
  isPlayers?: boolean
  /** True if an operator allows a reserved name. */
  mayBeReserved?: boolean
  /** The account's current name, which may stay reserved in other letter case. */
  present?: string
}

/** The reasons why nobody may take a name, regardless of its owner. */
export type NameProblem = 'username_malformed' | 'username_reserved'

export function nameProblem(
  { config }: ReadContext,
  username: string,
  { isPlayers = false, mayBeReserved = false, present = '' }: Choice,
): NameProblem | undefined {
  if (!isNewUsername(username)) return 'username_malformed'
  if (isPlayers && !config.usernamePattern.test(username)) return 'username_malformed'
  if (mayBeReserved || fold(username) === fold(present)) return undefined
  return isReservedBy(config.reservedNames)(username) ? 'username_reserved' : undefined
}

/** Checks that a name may be taken. Throws Refused `username_malformed` or `username_reserved`. */
export function checkName(context: ReadContext, username: string, choice: Choice): void {
  const problem = nameProblem(context, username, choice)
  if (problem) throw new Refused(problem)
}
