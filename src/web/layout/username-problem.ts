import { options } from '../../config/options.ts'
import type { Context } from '../../domain/context.ts'
import type { RegistrationProblems } from '../../domain/registration/register.ts'
import type { Text } from '../text/text.ts'

const isDefaultPattern = ({ config }: Pick<Context, 'config'>): boolean =>
  config.usernamePattern.source === `^(?:${options.NORN_USERNAME_PATTERN.defaultText})$`

/** What a name is for, and what it may be while NORN_USERNAME_PATTERN is the default. */
export const usernameHint = (context: Pick<Context, 'config'>, { register }: Text): string =>
  isDefaultPattern(context) ? register.usernameRule : register.usernameHint

/** Says what is wrong with a name that somebody has chosen: the rule itself while NORN_USERNAME_PATTERN is the default. */
export function usernameProblemText(
  context: Pick<Context, 'config'>,
  { register: { usernameProblems } }: Text,
  problem: NonNullable<RegistrationProblems['username']>,
): string {
  const isUnlike = problem === 'malformed' && !isDefaultPattern(context)
  return usernameProblems[isUnlike ? 'unlike' : problem]
}
