/** Returns the word that was probably meant: the most similar one, if it is similar enough. */
export function nearest(text: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, distance: editDistance(text, word) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, Math.floor(text.length / 4)) ? best.word : undefined
}

/** Returns the Levenshtein distance: the number of insertions, deletions and replacements. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of a.split('').entries()) {
    const current = [row + 1]
    for (const [column, other] of b.split('').entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
