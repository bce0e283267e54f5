import { options } from '../../config/options.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { Refusal } from '../../model/errors/refusal.ts'
import type { Text } from '../context/text.ts'

/** The words of a field for the reasons for which its value may be refused. */
type Words = Partial<Record<Refusal, string>>

/** Returns the words for the first of the reasons that has some. */
export const problemOf = (words: Words, reasons: readonly Refusal[] = []): string | undefined =>
  reasons.map((reason) => words[reason]).find((found) => found !== undefined)

const isDefaultPattern = ({ config }: ReadContext): boolean =>
  config.usernamePattern.source === `^(?:${options.NORN_USERNAME_PATTERN.defaultText})$`

/** Returns the hint of the username field, with the rule if NORN_USERNAME_PATTERN is the default. */
export const usernameHint = (context: ReadContext, { register }: Text): string =>
  isDefaultPattern(context) ? register.usernameRule : register.usernameHint

/** Returns the words for a refused username. They state the rule if NORN_USERNAME_PATTERN is the default. */
export function usernameProblems(context: ReadContext, { register }: Text): Words {
  const { malformed, reserved, taken, unlike, vendor } = register.usernameProblems
  return {
    username_malformed: isDefaultPattern(context) ? malformed : unlike,
    username_reserved: reserved,
    username_taken: taken,
    username_held: taken,
    username_vendor: vendor,
  }
}

export const emailProblems = ({ register }: Text): Words => ({
  email_malformed: register.emailProblems.malformed,
  email_taken: register.emailProblems.taken,
})

export const passwordProblems = ({ register }: Text, minLength: number): Words => ({
  password_short: register.passwordProblems.short(minLength),
  password_long: register.passwordProblems.long,
  password_common: register.passwordProblems.common,
  password_own: register.passwordProblems.own,
})
