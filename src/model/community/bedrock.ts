// Players of the game's other edition, who are known by the id and the name that they have at Xbox.

import { text } from '../fields/field.ts'

/** The fields of a Bedrock player that somebody gives. */
export const bedrockFields = {
  xuid: text({
    placeholder: 'XUID',
    isRequired: true,
    meaning: 'the id at Xbox (XUID), as a decimal number',
  }),
  /** Nobody proves it: it is only shown. */
  gamertag: text({ placeholder: 'NAME', rule: 'label', meaning: 'the name at Xbox, for people' }),
}

/** Stands for a neighbour's id where a player of Bedrock is told from one of a neighbour: in events, forms and notices. */
export const bedrock = 'bedrock'

const largest = 2n ** 63n - 1n

/**
 * Reads an id at Xbox (XUID), a decimal number from 1 to 2^63 - 1, as it is stored: without leading zeros. It is never a
 * number of JavaScript, which would round it. Returns undefined for anything else.
 */
export function readXuid(text: string): string | undefined {
  if (!/^[0-9]{1,19}$/.test(text)) return undefined
  const xuid = BigInt(text)
  return xuid > 0n && xuid <= largest ? String(xuid) : undefined
}

/** After "Use", of what `readXuid` reads. */
export const xuidsAllowed = `a decimal number from 1 to ${largest}, as text`

/** Returns true for a player of Bedrock: a UUID, which a neighbour's player has, is longer than any XUID. */
export const isOfBedrock = ({ neighbour, id }: { neighbour: string; id: string }): boolean =>
  neighbour === bedrock && readXuid(id) !== undefined

/** Returns how people call where a player is from. */
export const originOf = (player: { neighbour: string; id: string }): string =>
  isOfBedrock(player) ? 'Bedrock' : player.neighbour
