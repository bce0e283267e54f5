/** Returns `a, b and c`, or with another word before the last one: `a, b or c`. */
export const listedWords = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(` ${last} `)
