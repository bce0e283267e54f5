import type { Html } from '../../../../lib/text/html.ts'
import type { Text } from '../../../context/text.ts'

/** More than a moderator looks at in a row: a chart with its table has up to 10 kB. */
const maxDrawn = 32

const drawn = new WeakMap<Text, Map<string, Html>>()

/**
 * Returns a chart that was drawn of the same numbers in the same language, or draws it: it takes most of the time of its
 * page, and most numbers of a year are the same for a day. `of` is everything that the chart shows.
 */
export function drawnOnce(text: Text, of: string, draw: () => Html): Html {
  const known = drawn.get(text) ?? new Map<string, Html>()
  drawn.set(text, known)
  const chart = known.get(of) ?? draw()
  known.delete(of)
  known.set(of, chart)
  for (const oldest of [...known.keys()].slice(0, -maxDrawn)) known.delete(oldest)
  return chart
}
