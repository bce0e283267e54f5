import { digest } from '../../lib/crypto/digest.ts'
import { useChallenge } from '../../storage/sign-in/used-challenges.ts'
import type { ReadContext, SiteContext } from '../context.ts'

/** Returns a challenge for a form, as JSON, or undefined if no proof of work is required. Writes nothing. */
export const askForWork = async ({
  challenges,
  config,
}: ReadContext & SiteContext): Promise<object | undefined> =>
  config.captcha === 'altcha' ? challenges.forWork() : undefined

/** Returns true if the solution is right and its challenge is ours, recent, and was not used before. */
export async function isWorkDone(
  { challenges, config, db }: ReadContext & SiteContext,
  solution: string,
): Promise<boolean> {
  if (config.captcha === 'off') return true
  const solved = await challenges.solvedWork(solution)
  return solved !== undefined && useChallenge(db, digest(`work:${solved.challenge}`), solved.goodUntil)
}
