import type { MadeBedrockCode } from '../domain/bedrock/codes.ts'
import type { BedrockLink } from '../domain/bedrock/links.ts'
import { isoTime } from '../lib/text/instant.ts'

/** Returns the Bedrock player who is linked to a player, as commands and the API show it. */
export const shownBedrock = ({ xuid, gamertag, linkedAt }: BedrockLink) => ({
  xuid,
  gamertag,
  linkedAt: isoTime(linkedAt),
})

/** Returns a link with its player here, as commands and the API list it. */
export const shownBedrockLink = (link: BedrockLink & { username: string }) => ({
  id: link.account,
  username: link.username,
  ...shownBedrock(link),
})

export const shownBedrockCode = ({ code, expiresAt }: MadeBedrockCode) => ({
  code,
  expiresAt: isoTime(expiresAt),
})
