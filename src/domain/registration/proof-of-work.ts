import { digest } from '../../lib/crypto/digest.ts'
import { useChallenge } from '../../storage/credentials/used-challenges.ts'
import type { Context } from '../context.ts'

/** A challenge for who looks at a form, as JSON; undefined where none is asked for. Writes nothing. */
export const askForWork = async ({
  config,
  workChallenges,
}: Pick<Context, 'config' | 'workChallenges'>): Promise<object | undefined> =>
  config.captcha === 'altcha' ? workChallenges.make() : undefined

/** Whether the work was done, for a challenge of ours that is not too old and was not answered before. */
export async function isWorkDone(
  { config, db, workChallenges }: Pick<Context, 'config' | 'db' | 'workChallenges'>,
  solution: string,
): Promise<boolean> {
  if (config.captcha === 'off') return true
  const solved = await workChallenges.solved(solution)
  return solved !== undefined && useChallenge(db, digest(`work:${solved.challenge}`), solved.goodUntil)
}
