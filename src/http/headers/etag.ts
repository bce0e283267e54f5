/** Compares `If-None-Match` with a strong tag, quoted. Weakly: for GET, the mark of a weak tag does not matter. */
export function matches(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false
  return (
    condition.trim() === '*' || condition.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
  )
}
