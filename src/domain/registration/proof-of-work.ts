import { digest } from '../../lib/crypto/digest.ts'
import { useChallenge } from '../../storage/credentials/used-challenges.ts'
import type { Context } from '../context.ts'

/** Returns a challenge for a form, as JSON, or undefined if no proof of work is required. Writes nothing. */
export const askForWork = async ({
  config,
  workChallenges,
}: Pick<Context, 'config' | 'workChallenges'>): Promise<object | undefined> =>
  config.captcha === 'altcha' ? workChallenges.make() : undefined

/** Returns true if the solution is right and its challenge is ours, recent, and was not used before. */
export async function isWorkDone(
  { config, db, workChallenges }: Pick<Context, 'config' | 'db' | 'workChallenges'>,
  solution: string,
): Promise<boolean> {
  if (config.captcha === 'off') return true
  const solved = await workChallenges.solved(solution)
  return solved !== undefined && useChallenge(db, digest(`work:${solved.challenge}`), solved.goodUntil)
}
