// Codes that a game server shows to a Bedrock player, whose XUID it knows from Xbox, and that the player types here.
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { isCodeOfNeighbour } from '../../storage/community/link-codes.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import { locks } from '../../storage/engine/queries.ts'
import { countBedrockCodes, insertBedrockCode } from '../../storage/game/bedrock-codes.ts'
import { change } from '../change.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { digestOfLinkCode, linkCodeLifetimeMs } from '../linking/codes.ts'
import { type GivenBedrock, readBedrock } from './given.ts'

/** The most codes at once. The more there are, the easier one is guessed. */
export const maxWaiting = 100

/** The attempts to find a code that nobody has. */
const maxAttempts = 5

/** A new code, which is known only now: the database has only a digest. */
export interface MadeBedrockCode {
  code: string
  expiresAt: number
}

/** Held while codes are counted, so that there are never more. */
const lockCodes = locks('lock_bedrock_codes', 1_313_821_263)

/**
 * Makes a code of six digits for a Bedrock player, which replaces the player's current one. Throws Refused `malformed`,
 * `overloaded`, and `too_many_bedrock_codes` if as many others have one as may.
 */
export async function makeBedrockCode(
  context: ChangeContext & SecretContext,
  by: Actor,
  given: GivenBedrock,
  keep?: StoreAnswer<MadeBedrockCode>,
): Promise<MadeBedrockCode> {
  const { clock, random } = context
  const player = readBedrock(given)
  for (let attempt = 1; ; attempt++) {
    const code = String(random.bytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')
    const digest = digestOfLinkCode(context, code)
    const now = clock()
    const made = { code, expiresAt: now + linkCodeLifetimeMs }
    try {
      return await change(context, by, async (tx) => {
        await lockCodes(tx)
        if ((await countBedrockCodes(tx, now, player.xuid)) >= maxWaiting) {
          throw new Refused('too_many_bedrock_codes', { retryAfter: 60 })
        }
        if (await isCodeOfNeighbour(tx, digest)) throw new CodeTaken()
        await insertBedrockCode(tx, { digest, ...player, session: null, expires_at: made.expiresAt })
        await keep?.(tx, made)
        return { events: [], result: made }
      })
    } catch (error) {
      const isTaken = error instanceof CodeTaken || error instanceof UniqueViolation
      if (!isTaken) throw error
      if (attempt === maxAttempts) throw new Refused('overloaded', { cause: error, retryAfter: 1 })
    }
  }
}

/** A player of a neighbour has the code. */
class CodeTaken extends Error {}
