import { RecentMap } from '../measure/recent-map.ts'

/** A pattern gets fast only after its first matches, so those in use stay compiled. */
const compiled = new RecentMap<string, RegExp>({ max: 100 })

/** Returns a pattern that has to match a whole text. Throws SyntaxError. */
export function wholePattern(pattern: string): RegExp {
  const known = compiled.get(pattern)
  if (known) return known
  const made = new RegExp(`^(?:${pattern})$`, 'u')
  compiled.set(pattern, made)
  return made
}
