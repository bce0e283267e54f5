/** The longest text that is read as a code. Normalizing takes quadratic time. */
const maxLength = 64

/**
 * Returns a code as it was shown: without the spaces and dashes that people and programs put between its groups, and
 * with the digits and letters of ASCII, where a keyboard for Chinese or Japanese wrote wide ones.
 */
export const typedCode = (text: string): string =>
  text
    .slice(0, maxLength)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}_]/gu, '')
