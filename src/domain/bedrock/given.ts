import { bedrockFields, readXuid, xuidsAllowed } from '../../model/community/bedrock.ts'
import { malformed, requireRules } from '../../model/errors/families.ts'
import type { BedrockPlayer } from './links.ts'

/** A Bedrock player as an operator or a game server gives it. */
export interface GivenBedrock {
  xuid: string
  gamertag?: string | null | undefined
}

/** Checks a Bedrock player that somebody gives. Throws Refused `malformed`. */
export function readBedrock({ xuid: text, gamertag = null }: GivenBedrock): BedrockPlayer {
  const xuid = readXuid(text)
  if (xuid === undefined) throw malformed('xuid', xuidsAllowed)
  requireRules(bedrockFields, { gamertag: gamertag ?? undefined })
  return { xuid, gamertag }
}
