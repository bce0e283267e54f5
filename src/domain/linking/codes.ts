import { minuteMs } from '../../lib/measure/units.ts'
import { countLinkCodes, insertLinkCode } from '../../storage/community/link-codes.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import { isCodeOfBedrock } from '../../storage/game/bedrock-codes.ts'
import type { ChangeContext, SecretContext } from '../context.ts'

/** The time for which a code is valid, and the question that follows it. */
export const linkCodeLifetimeMs = 10 * minuteMs

/** The most codes that players of one neighbour can have at once. The more there are, the easier one is guessed. */
export const maxWaiting = 100

/** The attempts to find a code that nobody has. */
const maxAttempts = 5

/** A player as a neighbour has proved it. */
export interface ProvedPlayer {
  neighbour: string
  id: string
  name: string
}

const questionBytes = 16

/** Makes the token of the question whether a player is to be linked, for the page that asks it. */
export const newLinkQuestion = ({ random }: ChangeContext): string =>
  random.bytes(questionBytes).toString('base64url')

export const digestOfLinkQuestion = ({ loginDigests }: SecretContext, token: string): string =>
  loginDigests.of(`link question ${token}`)

/** Returns the digest of a code. It is keyed, because a million codes are soon tried against a digest alone. */
export const digestOfLinkCode = ({ loginDigests }: SecretContext, code: string): string =>
  loginDigests.of(`link code ${code}`)

/**
 * Makes a code of six digits for a player, which replaces the player's current one. Returns undefined if too many
 * players of the neighbour have one.
 */
export async function makeLinkCode(
  context: ChangeContext & SecretContext,
  { neighbour, id, name }: ProvedPlayer,
): Promise<string | undefined> {
  const { clock, db, random } = context
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const now = clock()
    if ((await countLinkCodes(db, neighbour, now)) >= maxWaiting) return undefined
    const code = String(random.bytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')
    const row = {
      digest: digestOfLinkCode(context, code),
      neighbour_id: neighbour,
      uuid: id,
      name,
      expires_at: now + linkCodeLifetimeMs,
      session: null,
    }
    // A code leads to one player, also where Bedrock players have codes.
    if (await isCodeOfBedrock(db, row.digest)) continue
    try {
      await db.transaction((tx) => insertLinkCode(tx, row))
      return code
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
    }
  }
  return undefined
}
