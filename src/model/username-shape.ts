/** Makes of a name how it looks at a glance: no `_`, `.` and `-`, and one letter for those that look alike. */
const shapeOf = (name: string): string =>
  name.toLowerCase().replaceAll(/[_.-]/g, '').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l')

/** Makes the test for names that are reserved, or look like one that is. */
export function isReservedBy(reserved: readonly string[]): (name: string) => boolean {
  const shapes = new Set(reserved.map(shapeOf))
  return (name) => shapes.has(shapeOf(name))
}
