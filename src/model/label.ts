/** For people to read in one line; nothing in it can turn what stands around it (bidirectional controls). */
const pattern = /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u

/** What something may be called that an operator names: 1 to 64 characters, without blanks at its ends. */
export const isLabel = (text: string): boolean => pattern.test(text) && text.trim() === text
