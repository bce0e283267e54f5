/**
 * The place of the game's word in a path (V2): clients have the word of their game built in, whatever
 * NORN_GAME is. Native paths stand in the same place, and win: the router would else take them for a word
 * where they do not have the method. `at` is left free for the roots of game servers (V5).
 */
export const gameWord = ':game(^(?!at$|legacy$|profile$)[a-z0-9-]{1,32}$)'

/** What the place is called in logs, metrics and the OpenAPI document. */
export function withPlainWord(pattern: string): string {
  const known = plainPatterns.get(pattern)
  if (known !== undefined) return known
  const plain = pattern.replace(gameWord, ':game')
  plainPatterns.set(pattern, plain)
  return plain
}

/** As many as there are routes: every request asks. */
const plainPatterns = new Map<string, string>()

/** How the document describes the word. */
export const gameWordSchema = {
  type: 'string',
  pattern: '^[a-z0-9-]{1,32}$',
  description: "The game's word: any will do.",
} as const
