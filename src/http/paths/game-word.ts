/**
 * The route segment of the game's word (V2): clients have their game's word built in, whatever NORN_GAME is. The
 * exceptions are native paths in the same place, which the router would otherwise read as a word for methods they
 * do not have, and `at`, which is reserved for the roots of game servers (V5).
 */
export const gameWord = ':game(^(?!at$|legacy$|profile$)[a-z0-9-]{1,32}$)'

/** Returns the pattern as logs, metrics and the OpenAPI document show it, with a plain name for the segment. */
export function withPlainWord(pattern: string): string {
  const known = plainPatterns.get(pattern)
  if (known !== undefined) return known
  const plain = pattern.replace(gameWord, ':game')
  plainPatterns.set(pattern, plain)
  return plain
}

/** A cache with one entry per route, since every request needs it. */
const plainPatterns = new Map<string, string>()

/** The description of the segment in the OpenAPI document. */
export const gameWordSchema = {
  type: 'string',
  pattern: '^[a-z0-9-]{1,32}$',
  description: "The game's word: any will do.",
} as const
