/**
 * Matches more marks on one letter than any script has (UAX #15, Stream-Safe Text). To order them takes quadratic time.
 */
const manyMarks = /\p{M}{31}/u

/** No name, reason or password is longer, even with each letter written as a letter and its mark. */
const maxLength = 2048

/** Returns true if normalizing the text takes no time that matters. */
export const isNormalizable = (text: string): boolean => text.length <= maxLength && !manyMarks.test(text)

/** Returns the text as most keyboards write it: ü as one character (NFC), not as u and two dots. */
export const composed = (text: string): string => (isNormalizable(text) ? text.normalize('NFC') : text)
