import { fold } from '../../lib/text/fold.ts'
import { isPassword, maxPasswordLength } from '../../model/account.ts'
import { isCommonPassword } from '../../passwords/common-passwords.ts'
import type { Context } from '../context.ts'

/** What is wrong with a password that somebody has chosen on the web. */
export type PasswordProblem = 'short' | 'long' | 'common' | 'own'

/** Code points: an emoji is one, not two. */
const characters = (text: string): number => Array.from(text.slice(0, maxPasswordLength)).length

/** `own`: it is the name or the e-mail of whose it is to be. */
export async function passwordProblem(
  { config }: Pick<Context, 'config'>,
  password: string,
  { username, email = '' }: { username: string; email?: string | undefined },
): Promise<PasswordProblem | undefined> {
  if (characters(password) < config.passwordMinLength) return 'short'
  if (!isPassword(password)) return 'long'
  const folded = fold(password)
  if (folded === fold(username) || folded === fold(email)) return 'own'
  return (await isCommonPassword(password)) ? 'common' : undefined
}
