import { options } from '../config/options.ts'
import type { Context } from '../domain/context.ts'
import type { RegistrationProblems } from '../domain/registration/register.ts'
import type { Text } from './text/text.ts'

/** Says what is wrong with a name that somebody has chosen: the rule itself while NORN_USERNAME_PATTERN is the default. */
export function usernameProblemText(
  { config }: Pick<Context, 'config'>,
  { register: { usernameProblems } }: Text,
  problem: NonNullable<RegistrationProblems['username']>,
): string {
  const isDefault = config.usernamePattern.source === `^(?:${options.NORN_USERNAME_PATTERN.defaultText})$`
  return usernameProblems[problem === 'malformed' && !isDefault ? 'unlike' : problem]
}
