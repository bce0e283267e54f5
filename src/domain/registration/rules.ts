import { fold } from '../../lib/text/fold.ts'
import { isPassword, maxPasswordLength } from '../../model/accounts/account.ts'
import { isCommonPassword } from '../../passwords/common-passwords.ts'
import { canonicalPassword } from '../../passwords/spellings.ts'
import type { Context } from '../context.ts'

/** The problems of a password that was chosen on the web. */
export type PasswordProblem = 'short' | 'long' | 'common' | 'own'

/** Counts code points, so that an emoji counts once. */
const characters = (text: string): number => Array.from(text.slice(0, maxPasswordLength)).length

/** Returns the problem of a password, if any. `own` means that it is the username or email address of its owner. */
export async function passwordProblem(
  { config }: Pick<Context, 'config'>,
  typed: string,
  { username, email = '' }: { username: string; email?: string | undefined },
): Promise<PasswordProblem | undefined> {
  const password = canonicalPassword(typed.slice(0, maxPasswordLength + 1))
  if (characters(password) < config.passwordMinLength) return 'short'
  if (!isPassword(typed)) return 'long'
  const folded = fold(password)
  if (folded === fold(username) || folded === fold(email)) return 'own'
  return (await isCommonPassword(password)) ? 'common' : undefined
}
