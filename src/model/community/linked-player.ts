import { typedCode } from '../../lib/text/typed-code.ts'

/** The identity with which a linked player enters a game server: the player's own, or that of the account. */
export const linkedPlayerUses = ['admit', 'as_account'] as const

export type LinkedPlayerUse = (typeof linkedPlayerUses)[number]

/** The way in which a link was proved: by a code seen in the game, or by signing in at the neighbour. */
export type LinkProof = 'code' | 'oauth'

/** A player of a neighbour that belongs to an account. */
export interface LinkedPlayer {
  neighbour: string
  /** The UUID as 32 lower-case hex digits. */
  id: string
  /** The player's name when it was last proved. */
  name: string
  linkedAt: number
}

/** Six digits, which people may separate by spaces or a hyphen. Returns undefined for anything else. */
export function readLinkCode(text: string): string | undefined {
  const digits = typedCode(text)
  return /^[0-9]{6}$/.test(digits) ? digits : undefined
}
