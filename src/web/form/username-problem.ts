import { options } from '../../config/options.ts'
import type { Context } from '../../domain/context.ts'
import type { RegistrationProblems } from '../../domain/registration/register.ts'
import type { Text } from '../context/text.ts'

const isDefaultPattern = ({ config }: Pick<Context, 'config'>): boolean =>
  config.usernamePattern.source === `^(?:${options.NORN_USERNAME_PATTERN.defaultText})$`

/** Returns the hint of the username field, with the rule if NORN_USERNAME_PATTERN is the default. */
export const usernameHint = (context: Pick<Context, 'config'>, { register }: Text): string =>
  isDefaultPattern(context) ? register.usernameRule : register.usernameHint

/** Returns the error message for a rejected username. It states the rule if NORN_USERNAME_PATTERN is the default. */
export function usernameProblemText(
  context: Pick<Context, 'config'>,
  { register: { usernameProblems } }: Text,
  problem: NonNullable<RegistrationProblems['username']>,
): string {
  const isUnlike = problem === 'malformed' && !isDefaultPattern(context)
  return usernameProblems[isUnlike ? 'unlike' : problem]
}
