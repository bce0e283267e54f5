/** Reduces a name to what it looks like at a glance: without `_`, `.` and `-`, and one letter for all alike. */
const shapeOf = (name: string): string =>
  name.toLowerCase().replaceAll(/[_.-]/g, '').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l')

/** Returns a function that tells whether a name is reserved or looks like a reserved one. */
export function isReservedBy(reserved: readonly string[]): (name: string) => boolean {
  const shapes = new Set(reserved.map(shapeOf))
  return (name) => shapes.has(shapeOf(name))
}
