import { fold } from '../../lib/text/fold.ts'
import { isPassword, maxPasswordLength } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { isCommonPassword } from '../../passwords/common-passwords.ts'
import { canonicalPassword } from '../../passwords/spellings.ts'
import type { ReadContext, SiteContext } from '../context.ts'

/** The problems of a password that was chosen on the web. */
export type PasswordProblem = 'password_short' | 'password_long' | 'password_common' | 'password_own'

/** Counts code points, so that an emoji counts once. */
const characters = (text: string): number => Array.from(text.slice(0, maxPasswordLength)).length

const letters = (text: string): string => fold(text).replaceAll(/[^\p{L}]/gu, '')

/** Digits and signs that people put around a word to make a password of it. */
const mostAround = 6

/** Returns true if it is little more than the name or the host of this service, which everybody would try first. */
function isWordOfService({ baseUrl, settings }: SiteContext, password: string): boolean {
  const typed = letters(password)
  if (typed === '' || characters(password) - characters(typed) > mostAround) return false
  return [settings.serverName, new URL(baseUrl()).hostname].some((word) => letters(word) === typed)
}

/** Returns the problem of a password, if any. `password_own` means that it is the username or email address of its owner. */
export async function passwordProblem(
  context: ReadContext & SiteContext,
  typed: string,
  { username, email = '' }: { username: string; email?: string | undefined },
): Promise<PasswordProblem | undefined> {
  const password = canonicalPassword(typed.slice(0, maxPasswordLength + 1))
  if (characters(password) < context.config.passwordMinLength) return 'password_short'
  if (!isPassword(typed)) return 'password_long'
  const folded = fold(password)
  if (folded === fold(username) || folded === fold(email)) return 'password_own'
  const isCommon = isWordOfService(context, password) || (await isCommonPassword(password))
  return isCommon ? 'password_common' : undefined
}

/** Checks a password that its owner chooses. Throws Refused with a `PasswordProblem`. */
export async function checkNewPassword(
  context: ReadContext & SiteContext,
  typed: string,
  owner: { username: string; email?: string | undefined },
): Promise<void> {
  const problem = await passwordProblem(context, typed, owner)
  if (problem) throw new Refused(problem)
}
