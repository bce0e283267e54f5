const invisible = /^[\s\p{Cc}\p{Cf}]$/u

/**
 * Returns the text without what nobody sees at its ends: spaces, line ends, and the marks that come along when a name is
 * copied. Takes linear time, which a pattern that is bound to the end does not.
 */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && invisible.test(text[start] ?? '')) start++
  while (end > start && invisible.test(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}
