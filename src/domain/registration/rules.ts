import { fold } from '../../lib/text/fold.ts'
import { isPassword, maxPasswordLength } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { isCommonPassword } from '../../passwords/common-passwords.ts'
import { canonicalPassword } from '../../passwords/spellings.ts'
import type { ReadContext } from '../context.ts'

/** The problems of a password that was chosen on the web. */
export type PasswordProblem = 'password_short' | 'password_long' | 'password_common' | 'password_own'

/** Counts code points, so that an emoji counts once. */
const characters = (text: string): number => Array.from(text.slice(0, maxPasswordLength)).length

/** Returns the problem of a password, if any. `password_own` means that it is the username or email address of its owner. */
export async function passwordProblem(
  { config }: ReadContext,
  typed: string,
  { username, email = '' }: { username: string; email?: string | undefined },
): Promise<PasswordProblem | undefined> {
  const password = canonicalPassword(typed.slice(0, maxPasswordLength + 1))
  if (characters(password) < config.passwordMinLength) return 'password_short'
  if (!isPassword(typed)) return 'password_long'
  const folded = fold(password)
  if (folded === fold(username) || folded === fold(email)) return 'password_own'
  return (await isCommonPassword(password)) ? 'password_common' : undefined
}

/** Checks a password that its owner chooses. Throws Refused with a `PasswordProblem`. */
export async function checkNewPassword(
  context: ReadContext,
  typed: string,
  owner: { username: string; email?: string | undefined },
): Promise<void> {
  const problem = await passwordProblem(context, typed, owner)
  if (problem) throw new Refused(problem)
}
