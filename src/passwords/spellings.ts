import { composed, isNormalizable } from '../lib/text/composed.ts'

// Keyboards write one letter in several ways: ü as one character, or as u and two dots; a space as wide as the letters
// around it. So a password is hashed in one spelling (RFC 8265, 4.2: OpaqueString), and checked in each that its hash
// may have been made from: other programs, and older versions of this one, hashed what was typed.

/** Returns the spelling in which new passwords are hashed. */
export const canonicalPassword = (typed: string): string => composed(typed.replaceAll(/\p{Zs}/gu, ' '))

/**
 * Returns the spellings to check, the canonical one first. There are at most three, and one for ASCII. They depend on
 * nothing but the text, so the time that they take reveals nothing about an account.
 */
export const spellingsOf = (typed: string): string[] => [
  ...new Set([canonicalPassword(typed), typed, isNormalizable(typed) ? typed.normalize('NFD') : typed]),
]
